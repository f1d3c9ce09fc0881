package arena.client;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A private key out of a PEM file, in the one form that the gRPC library reads: PKCS #8 (RFC 5208). */
final class PrivateKey {
    private static final Pattern OLDER =
            Pattern.compile("-----BEGIN (EC|RSA) PRIVATE KEY-----([^-]+)-----END");
    // parts of PKCS #8 in DER: the version, and the names of the two algorithms
    private static final byte[] VERSION = HexFormat.of().parseHex("020100");
    private static final byte[] RSA = HexFormat.of().parseHex("06092a864886f70d0101010500");
    private static final byte[] EC = HexFormat.of().parseHex("06072a8648ce3d0201");
    private static final int SEQUENCE = 0x30, OCTETS = 0x04;

    private PrivateKey() {}

    /** The key as PEM; the older forms, which name the algorithm, are put into the newer one. */
    static InputStream readable(byte[] content) {
        String text = new String(content, StandardCharsets.UTF_8);
        Matcher older = OLDER.matcher(text);
        String newer = older.find() ? wrapped(older.group(1), older.group(2)) : text;
        return new ByteArrayInputStream(newer.getBytes(StandardCharsets.UTF_8));
    }

    private static String wrapped(String algorithm, String encoded) {
        byte[] key = Base64.getMimeDecoder().decode(encoded);
        byte[] named = algorithm.equals("EC") ? element(SEQUENCE, EC, curve(key)) : element(SEQUENCE, RSA);
        byte[] wrapped = element(SEQUENCE, VERSION, named, element(OCTETS, key));
        String lines = Base64.getMimeEncoder().encodeToString(wrapped);
        return "-----BEGIN PRIVATE KEY-----\n" + lines + "\n-----END PRIVATE KEY-----\n";
    }

    /** The name of the curve (RFC 5915): behind the head of the sequence, the version and the number. */
    private static byte[] curve(byte[] key) {
        int number = (key[1] < 0 ? 3 : 2) + VERSION.length;
        int parameters = number + 2 + key[number + 1];
        return Arrays.copyOfRange(key, parameters + 2, parameters + 2 + key[parameters + 1]);
    }

    private static byte[] element(int tag, byte[]... parts) {
        int length = Arrays.stream(parts).mapToInt(part -> part.length).sum();
        ByteArrayOutputStream element = new ByteArrayOutputStream();
        element.write(tag);
        if (length >= 256) { // a length is one byte, or behind a byte that says how many it has
            element.write(0x82);
            element.write(length >> 8);
        } else if (length >= 128) {
            element.write(0x81);
        }
        element.write(length);
        Arrays.stream(parts).forEach(element::writeBytes);
        return element.toByteArray();
    }
}
