package arena

// Where the arena listens: ARENA_ADDRESS as a connection of the gRPC library.

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"math"
	"net"
	"os"
	"strings"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/backoff"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/credentials/insecure"
)

const connectTimeout = 20 * time.Second

// channel is a connection to the arena that the environment names; an error if the address is missing or of
// an unknown form, or a file of it cannot be read.
func channel(environment func(name string) string) (*grpc.ClientConn, error) {
	address := environment("ARENA_ADDRESS")
	scheme, rest, _ := strings.Cut(address, "://")
	if rest != "" {
		switch scheme {
		case "tls":
			return secureChannel(rest, environment)
		case "tcp":
			return dial(rest, insecure.NewCredentials())
		case "unix":
			// a path is no host name, which some servers insist on
			return dial("localhost", insecure.NewCredentials(), grpc.WithContextDialer(unixDialer(rest)))
		}
	}
	return nil, fmt.Errorf("ARENA_ADDRESS is '%s', expected tcp://host:port, tls://host:port or unix:///path; "+
		"the arena sets it: start the bot with `arena run`", address)
}

func secureChannel(authority string, environment func(string) string) (*grpc.ClientConn, error) {
	config, err := tlsConfig(environment)
	if err != nil {
		return nil, err
	}
	return dial(authority, credentials.NewTLS(config))
}

func dial(
	authority string, secrets credentials.TransportCredentials, more ...grpc.DialOption,
) (*grpc.ClientConn, error) {
	steady := backoff.Config{BaseDelay: retryDelay, Multiplier: 1, MaxDelay: retryDelay}
	options := []grpc.DialOption{
		grpc.WithTransportCredentials(secrets),
		grpc.WithNoProxy(),
		grpc.WithDefaultCallOptions(grpc.MaxCallRecvMsgSize(math.MaxInt)),
		// a lost arena is dialled as often as the client asks for a stream
		grpc.WithConnectParams(grpc.ConnectParams{Backoff: steady, MinConnectTimeout: connectTimeout}),
	}
	return grpc.NewClient("passthrough:///"+authority, append(options, more...)...)
}

func unixDialer(path string) func(context.Context, string) (net.Conn, error) {
	return func(ctx context.Context, _ string) (net.Conn, error) {
		return (&net.Dialer{}).DialContext(ctx, "unix", path)
	}
}

// tlsConfig reads PEM files, each of which may be left out; a key and a certificate go together.
func tlsConfig(environment func(string) string) (*tls.Config, error) {
	config := &tls.Config{}
	if authority := environment("ARENA_TLS_CA"); authority != "" {
		pem, err := os.ReadFile(authority)
		if err != nil {
			return nil, fmt.Errorf("ARENA_TLS_CA: %w", err)
		}
		config.RootCAs = x509.NewCertPool()
		if !config.RootCAs.AppendCertsFromPEM(pem) {
			return nil, fmt.Errorf("ARENA_TLS_CA: %s has no certificate", authority)
		}
	}
	key, certificate := environment("ARENA_TLS_KEY"), environment("ARENA_TLS_CERT")
	if key != "" || certificate != "" {
		pair, err := tls.LoadX509KeyPair(certificate, key)
		if err != nil {
			return nil, fmt.Errorf("ARENA_TLS_CERT and ARENA_TLS_KEY: %w", err)
		}
		config.Certificates = []tls.Certificate{pair}
	}
	return config, nil
}
