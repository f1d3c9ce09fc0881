package arena

// Where the arena listens: ARENA_ADDRESS as a connection of the gRPC library.

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"math"
	"net"
	"os"
	"regexp"
	"strconv"
	"strings"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/backoff"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/credentials/insecure"
)

const connectTimeout = 20 * time.Second

var authority = regexp.MustCompile(`^(?:\[[0-9A-Za-z:.%_-]+\]|[0-9A-Za-z._-]+):([0-9]{1,5})$`)

// channel is a connection to the arena that the environment names; an error if the address is missing or of
// an unknown form, or a file of it cannot be used.
func channel(environment func(name string) string) (*grpc.ClientConn, error) {
	address := environment("ARENA_ADDRESS")
	scheme, rest, _ := strings.Cut(address, "://")
	switch {
	case scheme == "tls" && isAuthority(rest):
		return secureChannel(rest, environment)
	case scheme == "tcp" && isAuthority(rest):
		return dial(rest, insecure.NewCredentials())
	case scheme == "unix" && strings.HasPrefix(rest, "/"):
		// a path is no host name, which some servers insist on
		return dial("localhost", insecure.NewCredentials(), grpc.WithContextDialer(unixDialer(rest)))
	}
	return nil, fmt.Errorf("ARENA_ADDRESS is '%s', expected tcp://host:port, tls://host:port or unix:///path; "+
		"the arena sets it: start the bot with `arena run`", address)
}

// token is what the arena knows the bot by; an error if it cannot be sent.
func token(environment func(name string) string) (string, error) {
	given := environment("ARENA_TOKEN")
	if strings.ContainsFunc(given, func(letter rune) bool { return letter < ' ' || letter > '~' }) {
		return "", errors.New("ARENA_TOKEN has characters that no header can carry")
	}
	return given, nil
}

func isAuthority(text string) bool {
	found := authority.FindStringSubmatch(text)
	if found == nil {
		return false
	}
	port, err := strconv.Atoi(found[1])
	return err == nil && 1 <= port && port <= 65535
}

func secureChannel(target string, environment func(string) string) (*grpc.ClientConn, error) {
	config, err := tlsConfig(environment)
	if err != nil {
		return nil, err
	}
	return dial(target, credentials.NewTLS(config))
}

func dial(
	target string, secrets credentials.TransportCredentials, more ...grpc.DialOption,
) (*grpc.ClientConn, error) {
	steady := backoff.Config{BaseDelay: retryDelay, Multiplier: 1, MaxDelay: retryDelay}
	options := []grpc.DialOption{
		grpc.WithTransportCredentials(secrets),
		grpc.WithNoProxy(),
		grpc.WithDefaultCallOptions(grpc.MaxCallRecvMsgSize(math.MaxInt)),
		// a lost arena is dialled as often as the client asks for a stream
		grpc.WithConnectParams(grpc.ConnectParams{Backoff: steady, MinConnectTimeout: connectTimeout}),
	}
	return grpc.NewClient("passthrough:///"+target, append(options, more...)...)
}

func unixDialer(path string) func(context.Context, string) (net.Conn, error) {
	return func(ctx context.Context, _ string) (net.Conn, error) {
		return (&net.Dialer{}).DialContext(ctx, "unix", path)
	}
}

// tlsConfig reads PEM files, each of which may be left out; a certificate and its key go together.
func tlsConfig(environment func(string) string) (*tls.Config, error) {
	config := &tls.Config{}
	if path := environment("ARENA_TLS_CA"); path != "" {
		_, authorities, err := certificates("ARENA_TLS_CA", path)
		if err != nil {
			return nil, err
		}
		config.RootCAs = authorities
	}
	certificate, key := environment("ARENA_TLS_CERT"), environment("ARENA_TLS_KEY")
	if certificate == "" && key == "" {
		return config, nil
	}
	pair, err := keyPair(certificate, key)
	config.Certificates = []tls.Certificate{pair}
	return config, err
}

func keyPair(certificate, key string) (pair tls.Certificate, err error) {
	if certificate == "" {
		return pair, errors.New("ARENA_TLS_KEY is set, but ARENA_TLS_CERT is not, expected both or neither")
	}
	if key == "" {
		return pair, errors.New("ARENA_TLS_CERT is set, but ARENA_TLS_KEY is not, expected both or neither")
	}
	chain, _, err := certificates("ARENA_TLS_CERT", certificate)
	if err != nil {
		return pair, err
	}
	secret, err := os.ReadFile(key)
	if err == nil {
		pair, err = tls.X509KeyPair(chain, secret)
	}
	if err != nil {
		return pair, unusable("ARENA_TLS_KEY", key, "the PEM key of ARENA_TLS_CERT", err)
	}
	return pair, nil
}

// certificates are what a file has, and the same as those to trust.
func certificates(name, path string) ([]byte, *x509.CertPool, error) {
	content, err := os.ReadFile(path)
	found := x509.NewCertPool()
	if err == nil && !found.AppendCertsFromPEM(content) {
		err = errors.New("it has none")
	}
	if err != nil {
		return nil, nil, unusable(name, path, "PEM certificates", err)
	}
	return content, found, nil
}

func unusable(name, path, content string, err error) error {
	return fmt.Errorf("%s is '%s', expected a file with %s that can be read: %w", name, path, content, err)
}
