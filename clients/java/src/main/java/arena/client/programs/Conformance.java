package arena.client.programs;

import arena.client.Choice;
import arena.client.Client;
import arena.client.Notation;
import arena.client.Turn;
import arena.v1.Card;
import arena.v1.GameStarted;
import arena.v1.Move;
import arena.v1.Noble;
import arena.v1.PlayResponse;
import com.google.protobuf.InvalidProtocolBufferException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;

/**
 * Tells whether this client does what all clients do: reads a case a line, writes a result a line.
 *
 * <p>A case is {@code ID KIND BASE64}, a result {@code ID RESULT}; {@code clients/vectors/README.md}
 * describes the kinds.
 */
public final class Conformance {
    // what a case says stays known for the next ones: the catalogue of the last `welcome`
    private Map<Integer, Card> cards = Map.of();
    private Map<Integer, Noble> nobles = Map.of();

    /** The result of one case. */
    private String result(String kind, byte[] payload) throws InvalidProtocolBufferException {
        return switch (kind) {
            case "welcome" -> welcomed(PlayResponse.parseFrom(payload));
            case "choose" -> chosen(PlayResponse.parseFrom(payload));
            case "format" -> Notation.text(Move.parseFrom(payload));
            case "parse" -> parsed(payload);
            default -> "unknown";
        };
    }

    private String welcomed(PlayResponse response) {
        cards = Client.cardsById(response.getWelcome().getCatalogue());
        nobles = Client.noblesById(response.getWelcome().getCatalogue());
        return "ok";
    }

    private String chosen(PlayResponse response) {
        GameStarted game = GameStarted.getDefaultInstance();
        Turn turn = Client.turnFrom(response.getTurnStarted(), game, cards, nobles);
        return Notation.text(((Choice.Chosen) new GreedyBot().chooseMove(turn)).move());
    }

    private static String parsed(byte[] payload) {
        try {
            Move move = Notation.parse(new String(payload, StandardCharsets.UTF_8));
            return Base64.getEncoder().encodeToString(move.toByteArray());
        } catch (IllegalArgumentException error) {
            return "refused";
        }
    }

    private String answer(String line) {
        String[] words = line.split(" ", 3);
        try {
            return words[0] + " " + result(words[1], Base64.getDecoder().decode(words[2]));
        } catch (InvalidProtocolBufferException | RuntimeException error) {
            return words[0] + " failed"; // a bot would have ended, the next case is asked all the same
        }
    }

    /** Answer until the input ends. */
    public static void main(String[] arguments) throws IOException {
        Conformance conformance = new Conformance();
        BufferedReader cases = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = cases.readLine(); line != null; line = cases.readLine()) {
            System.out.print(conformance.answer(line) + "\n");
            System.out.flush();
        }
    }
}
