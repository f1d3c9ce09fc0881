package arena

import (
	"strings"
	"testing"
)

func in(environment map[string]string) func(string) string {
	return func(name string) string { return environment[name] }
}

func TestAnAddressNamesAnAuthority(t *testing.T) {
	for address, target := range map[string]string{
		"tcp://127.0.0.1:5000":   "passthrough:///127.0.0.1:5000",
		"tcp://[::1]:65535":      "passthrough:///[::1]:65535",
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
	for _, address := range []string{"", "somewhere", "tcp:127.0.0.1:1", "tcp://x:0", "unix://a"} {
		_, err := channel(in(map[string]string{"ARENA_ADDRESS": address}))
		if err == nil || !strings.HasPrefix(err.Error(), "ARENA_ADDRESS is '"+address+"', expected tcp://") {
			t.Errorf("%q: %v", address, err)
		}
	}
}
