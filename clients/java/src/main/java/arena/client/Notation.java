package arena.client;

import arena.v1.Move;
import arena.v1.PassAction;
import arena.v1.PurchaseAction;
import arena.v1.ReserveAction;
import arena.v1.TakeAction;
import arena.v1.Tokens;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A move as one line of text, the way logs and records show it, and back.
 *
 * <p>It knows how moves are written, and nothing of which one is legal.
 */
public final class Notation {
    /** White, blue, green, red, black, gold: always in this order. */
    private static final String LETTERS = "WUGRKJ";

    private static final int CARDS = 90, LEVELS = 3, NOBLES = 10, MOST_OF_A_KIND = 7;

    private Notation() {}

    /** The text notation of a move, such as {@code take:WUG>GJ} or {@code buy:63=WWWKJ@7}. */
    public static String text(Move move) {
        String letters = letters(move.getReturned());
        String returned = letters.isEmpty() ? "" : ">" + letters;
        String noble = move.getNobleId() == 0 ? "" : "@" + number(move.getNobleId());
        return action(move) + returned + noble;
    }

    /** Tokens as letters, in the order WUGRKJ. */
    static String letters(Tokens tokens) {
        List<Integer> counts = counts(tokens);
        return IntStream.range(0, LETTERS.length())
                .mapToObj(kind -> LETTERS.substring(kind, kind + 1).repeat(counts.get(kind)))
                .collect(Collectors.joining());
    }

    /** White, blue, green, red, black, gold. */
    static List<Integer> counts(Tokens tokens) {
        return List.of(
                tokens.getWhite(),
                tokens.getBlue(),
                tokens.getGreen(),
                tokens.getRed(),
                tokens.getBlack(),
                tokens.getGold());
    }

    private static String action(Move move) {
        return switch (move.getActionCase()) {
            case TAKE -> "take:" + letters(move.getTake().getTokens());
            case RESERVE -> "reserve:" + target(move.getReserve());
            case PURCHASE -> purchase(move.getPurchase());
            default -> "pass";
        };
    }

    private static String target(ReserveAction reserve) {
        return reserve.hasDeckLevel() ? "deck" + number(reserve.getDeckLevel()) : number(reserve.getCardId());
    }

    private static String purchase(PurchaseAction purchase) {
        return "buy:" + number(purchase.getCardId()) + "=" + letters(purchase.getPayment());
    }

    private static String number(int unsigned) {
        return Integer.toUnsignedString(unsigned);
    }

    /**
     * The move that a text stands for.
     *
     * @throws IllegalArgumentException if the text is not exactly what {@link #text} writes for some move
     */
    public static Move parse(String notation) {
        Move move;
        try {
            move = read(notation);
        } catch (IllegalArgumentException error) {
            throw new IllegalArgumentException("'" + notation + "' is not a move: " + error.getMessage());
        }
        // one comparison refuses all that can be read but is not written so: order, zeros, blanks
        if (!text(move).equals(notation)) {
            throw new IllegalArgumentException(
                    "'" + notation + "' is not a move: expected '" + text(move) + "'");
        }
        return move;
    }

    private static Move read(String notation) {
        Parts noble = Parts.of(notation, "@");
        Parts returned = Parts.of(noble.before, ">");
        Move.Builder move = Move.newBuilder();
        if (!noble.after.isEmpty()) {
            move.setNobleId(number(noble.after, NOBLES));
        }
        if (!returned.after.isEmpty()) {
            move.setReturned(tokens(returned.after));
        }
        readAction(move, returned.before);
        if (move.hasReturned() && !move.hasTake() && !move.hasReserve()) {
            throw new IllegalArgumentException("only who takes or reserves returns tokens");
        }
        return move.build();
    }

    private static void readAction(Move.Builder move, String action) {
        Parts parts = Parts.of(action, ":");
        switch (parts.before) {
            case "take" -> move.setTake(TakeAction.newBuilder().setTokens(taken(parts.after)));
            case "reserve" -> move.setReserve(reserved(parts.after));
            case "buy" -> move.setPurchase(purchased(Parts.of(parts.after, "=")));
            case "pass" -> move.setPassTurn(PassAction.getDefaultInstance());
            default -> throw new IllegalArgumentException("expected take:, reserve:, buy: or pass");
        }
    }

    private static ReserveAction.Builder reserved(String target) {
        return target.startsWith("deck")
                ? ReserveAction.newBuilder().setDeckLevel(number(target.substring(4), LEVELS))
                : ReserveAction.newBuilder().setCardId(number(target, CARDS));
    }

    private static PurchaseAction.Builder purchased(Parts parts) {
        return PurchaseAction.newBuilder()
                .setCardId(number(parts.before, CARDS))
                .setPayment(tokens(parts.after));
    }

    private static Tokens taken(String gems) {
        long kinds = gems.chars().distinct().count();
        boolean different = kinds == gems.length() && 1 <= kinds && kinds <= 3;
        boolean twoOfOne = kinds == 1 && gems.length() == 2;
        if (gems.contains("J") || !(different || twoOfOne)) {
            throw new IllegalArgumentException("expected one to three different gems or two of one");
        }
        return tokens(gems);
    }

    private static Tokens tokens(String held) {
        int[] found = LETTERS.chars()
                .map(letter -> (int) held.chars().filter(other -> other == letter).count())
                .toArray();
        boolean tooMany = IntStream.of(found).anyMatch(count -> count > MOST_OF_A_KIND);
        if (tooMany || IntStream.of(found).sum() != held.length()) {
            throw new IllegalArgumentException(
                    "expected letters out of " + LETTERS + ", at most " + MOST_OF_A_KIND + " of a kind");
        }
        return Tokens.newBuilder()
                .setWhite(found[0])
                .setBlue(found[1])
                .setGreen(found[2])
                .setRed(found[3])
                .setBlack(found[4])
                .setGold(found[5])
                .build();
    }

    private static int number(String digits, int most) {
        int number = digits.matches("[0-9]{1,9}") ? Integer.parseInt(digits) : 0;
        if (number < 1 || number > most) {
            throw new IllegalArgumentException("expected a number from 1 to " + most);
        }
        return number;
    }

    /** What is before the first separator, and what is after it: nothing where there is none. */
    private record Parts(String before, String after) {
        static Parts of(String text, String separator) {
            int at = text.indexOf(separator);
            return at < 0 ? new Parts(text, "") : new Parts(text.substring(0, at), text.substring(at + 1));
        }
    }
}
