package arena.client;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.grpc.ChannelCredentials;
import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.ManagedChannelBuilder;
import io.grpc.TlsChannelCredentials;
import java.io.ByteArrayInputStream;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Where the arena listens: {@code ARENA_ADDRESS} as a channel of the gRPC library. */
final class Address {
    // kept, since a logger that nobody keeps forgets its level; what a bot prints is its own
    private static final Logger LIBRARY = Logger.getLogger("io.grpc");
    private static final Pattern AUTHORITY =
            Pattern.compile("(?:\\[[0-9A-Za-z:.%_-]+\\]|[0-9A-Za-z._-]+):([0-9]{1,5})");

    static {
        LIBRARY.setLevel(Level.OFF);
    }

    private Address() {}

    /**
     * A channel to the arena that the environment names.
     *
     * @throws IllegalArgumentException if the address is missing or of an unknown form, or a file of it
     *     cannot be used
     */
    static ManagedChannel channel(Map<String, String> environment) {
        String address = environment.getOrDefault("ARENA_ADDRESS", "");
        String[] parts = address.split("://", 2);
        String rest = parts.length < 2 ? "" : parts[1];
        if (parts[0].equals("tls") && isAuthority(rest)) {
            return builder("dns", "/" + rest, credentials(environment)).build();
        } else if (parts[0].equals("tcp") && isAuthority(rest)) {
            return builder("dns", "/" + rest, InsecureChannelCredentials.create()).build();
        } else if (parts[0].equals("unix") && rest.startsWith("/")) {
            // a path is no host name, which some servers insist on
            return builder("unix", rest, InsecureChannelCredentials.create())
                    .overrideAuthority("localhost")
                    .build();
        }
        throw new IllegalArgumentException(
                "ARENA_ADDRESS is '" + address + "', expected tcp://host:port, tls://host:port or "
                        + "unix:///path; the arena sets it: start the bot with `arena run`");
    }

    /**
     * What the arena knows the bot by.
     *
     * @throws IllegalArgumentException if it cannot be sent
     */
    static String token(Map<String, String> environment) {
        String given = environment.getOrDefault("ARENA_TOKEN", "");
        if (!given.chars().allMatch(letter -> ' ' <= letter && letter <= '~')) {
            throw new IllegalArgumentException("ARENA_TOKEN has characters that no header can carry");
        }
        return given;
    }

    private static boolean isAuthority(String text) {
        Matcher found = AUTHORITY.matcher(text);
        return found.matches() && 1 <= port(found) && port(found) <= 65535;
    }

    private static int port(Matcher authority) {
        return Integer.parseInt(authority.group(1));
    }

    private static ManagedChannelBuilder<?> builder(
            String resolver, String path, ChannelCredentials credentials) {
        try {
            return Grpc.newChannelBuilder(new URI(resolver, null, path, null).toString(), credentials)
                    .proxyDetector(server -> null)
                    .maxInboundMessageSize(Integer.MAX_VALUE);
        } catch (URISyntaxException error) {
            throw new IllegalStateException(error); // any absolute path will do
        }
    }

    /** Of PEM files, each of which may be left out; a certificate and its key go together. */
    private static ChannelCredentials credentials(Map<String, String> environment) {
        TlsChannelCredentials.Builder credentials = TlsChannelCredentials.newBuilder();
        String authority = environment.getOrDefault("ARENA_TLS_CA", "");
        String certificate = environment.getOrDefault("ARENA_TLS_CERT", "");
        String key = environment.getOrDefault("ARENA_TLS_KEY", "");
        try {
            if (!authority.isEmpty()) {
                credentials.trustManager(certificates("ARENA_TLS_CA", authority));
            }
            if (certificate.isEmpty() != key.isEmpty()) {
                String given = key.isEmpty() ? "CERT" : "KEY", missing = key.isEmpty() ? "KEY" : "CERT";
                throw new IllegalArgumentException(
                        "ARENA_TLS_" + given + " is set, but ARENA_TLS_" + missing
                                + " is not, expected both or neither");
            }
            if (!key.isEmpty()) {
                identify(credentials, certificates("ARENA_TLS_CERT", certificate), key);
            }
        } catch (IOException error) {
            throw new UncheckedIOException(error); // not of a stream that is in memory
        }
        return credentials.build();
    }

    private static void identify(TlsChannelCredentials.Builder credentials, InputStream chain, String path) {
        try {
            credentials.keyManager(chain, PrivateKey.readable(read(path)));
            Grpc.newChannelBuilder("dns:///localhost:1", credentials.build()); // which reads the key
        } catch (IOException | RuntimeException error) {
            throw unusable("ARENA_TLS_KEY", path, "the PEM key of ARENA_TLS_CERT", error);
        }
    }

    /** What a file has; the library would ignore one without a certificate. */
    private static InputStream certificates(String name, String path) {
        try {
            String text = new String(read(path), US_ASCII); // what is not PEM does not live through it
            InputStream content = new ByteArrayInputStream(text.getBytes(US_ASCII));
            if (CertificateFactory.getInstance("X.509").generateCertificates(content).isEmpty()) {
                throw new IOException("it has none");
            }
            content.reset();
            return content;
        } catch (IOException | CertificateException error) {
            throw unusable(name, path, "PEM certificates", error);
        }
    }

    private static byte[] read(String path) throws IOException {
        try (InputStream file = new FileInputStream(path)) { // says more of what is wrong than Files does
            return file.readAllBytes();
        }
    }

    private static IllegalArgumentException unusable(
            String name, String path, String content, Exception error) {
        return new IllegalArgumentException(
                name + " is '" + path + "', expected a file with " + content + " that can be read: "
                        + error.getMessage());
    }
}
