package arena.client;

import io.grpc.ChannelCredentials;
import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.ManagedChannelBuilder;
import io.grpc.TlsChannelCredentials;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;

/** Where the arena listens: {@code ARENA_ADDRESS} as a channel of the gRPC library. */
final class Address {
    // kept, since a logger that nobody keeps forgets its level; what a bot prints is its own
    private static final Logger LIBRARY = Logger.getLogger("io.grpc");

    static {
        LIBRARY.setLevel(Level.OFF);
    }

    private Address() {}

    /**
     * A channel to the arena that the environment names.
     *
     * @throws IllegalArgumentException if the address is missing or of an unknown form
     */
    static ManagedChannel channel(Map<String, String> environment) {
        String address = environment.getOrDefault("ARENA_ADDRESS", "");
        String[] parts = address.split("://", 2);
        String rest = parts.length < 2 ? "" : parts[1];
        if (rest.isEmpty()) {
            throw unknown(address);
        }
        return switch (parts[0]) {
            case "tls" -> builder("dns", "/" + rest, credentials(environment)).build();
            case "tcp" -> builder("dns", "/" + rest, InsecureChannelCredentials.create()).build();
            // a path is no host name, which some servers insist on
            case "unix" -> builder("unix", rest, InsecureChannelCredentials.create())
                    .overrideAuthority("localhost")
                    .build();
            default -> throw unknown(address);
        };
    }

    private static IllegalArgumentException unknown(String address) {
        return new IllegalArgumentException(
                "ARENA_ADDRESS is '" + address + "', expected tcp://host:port, tls://host:port or "
                        + "unix:///path; the arena sets it: start the bot with `arena run`");
    }

    private static ManagedChannelBuilder<?> builder(
            String resolver, String path, ChannelCredentials credentials) {
        try {
            return Grpc.newChannelBuilder(new URI(resolver, null, path, null).toString(), credentials)
                    .proxyDetector(server -> null)
                    .maxInboundMessageSize(Integer.MAX_VALUE);
        } catch (URISyntaxException error) {
            throw unknown("unix://" + path); // no absolute path
        }
    }

    private static ChannelCredentials credentials(Map<String, String> environment) {
        try {
            TlsChannelCredentials.Builder credentials = TlsChannelCredentials.newBuilder();
            if (has(environment, "ARENA_TLS_CA")) {
                credentials.trustManager(new File(environment.get("ARENA_TLS_CA")));
            }
            if (has(environment, "ARENA_TLS_CERT") && has(environment, "ARENA_TLS_KEY")) {
                credentials.keyManager(
                        new FileInputStream(environment.get("ARENA_TLS_CERT")),
                        PrivateKey.read(Path.of(environment.get("ARENA_TLS_KEY"))));
            }
            return credentials.build();
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
    }

    private static boolean has(Map<String, String> environment, String name) {
        return !environment.getOrDefault(name, "").isEmpty();
    }
}
