package arena

import (
	"path/filepath"
	"strings"
	"testing"
)

func in(environment map[string]string) func(string) string {
	return func(name string) string { return environment[name] }
}

func TestAnAddressNamesAnAuthority(t *testing.T) {
	for address, target := range map[string]string{
		"tcp://127.0.0.1:5000":   "passthrough:///127.0.0.1:5000",
		"tls://arena.test:443":   "passthrough:///arena.test:443",
		"unix:///tmp/a b%/?#é/s": "passthrough:///localhost",
	} {
		line, err := channel(in(map[string]string{"ARENA_ADDRESS": address}))
		if err != nil {
			t.Errorf("%s: %v", address, err)
		} else if line.Target() != target {
			t.Errorf("%s dials %s, expected %s", address, line.Target(), target)
		}
	}
}

func TestAnAddressOfAnotherFormIsTold(t *testing.T) {
	for _, address := range []string{"", "somewhere", "tcp:127.0.0.1:1", "http://127.0.0.1:1", "unix://"} {
		_, err := channel(in(map[string]string{"ARENA_ADDRESS": address}))
		if err == nil || !strings.HasPrefix(err.Error(), "ARENA_ADDRESS is '"+address+"', expected tcp://") {
			t.Errorf("%q: %v", address, err)
		}
	}
}

func TestAFileThatIsMissingIsTold(t *testing.T) {
	missing := filepath.Join(t.TempDir(), "missing.pem")
	for _, name := range []string{"ARENA_TLS_CA", "ARENA_TLS_CERT", "ARENA_TLS_KEY"} {
		_, err := channel(in(map[string]string{"ARENA_ADDRESS": "tls://localhost:1", name: missing}))
		if err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
