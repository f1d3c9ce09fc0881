package arena.client.programs;

import arena.client.Bot;
import arena.client.Choice;
import arena.client.Client;
import arena.client.Turn;
import arena.v1.Card;
import arena.v1.Move;
import arena.v1.Noble;
import arena.v1.PlayerView;
import arena.v1.ReservedCard;
import arena.v1.Tokens;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A bot that always plays the move that looks best at once. It draws no lots and remembers nothing.
 *
 * <p>Every move gets a whole number; the highest is played, and of equals the one listed first.
 *
 * <ul>
 *   <li>A purchase is worth 1000, and 100 for each prestige it brings, nobles included, less one for each
 *       token paid and two more for each of them that is gold.
 *   <li>Any other move is worth what can be purchased after it. Each card in the market and in the own hand
 *       promises 10, and 6 for each prestige, less 4 for each token still missing after own bonuses, own
 *       tokens and gold. The best promise counts eightfold, and each token then held counts one.
 *   <li>Reserving costs 40: it is for positions where taking gains nothing.
 * </ul>
 */
public final class GreedyBot implements Bot {
    @Override
    public String name() {
        return "greedy";
    }

    @Override
    public String version() {
        return "1";
    }

    /** The first of the moves with the highest worth. */
    @Override
    public Choice chooseMove(Turn turn) {
        Table table = new Table(turn);
        int[] worth = turn.legalMoves().stream().mapToInt(table::worth).toArray();
        int best = 0;
        for (int index = 1; index < worth.length; index++) {
            best = worth[index] > worth[best] ? index : best;
        }
        return Choice.of(turn.legalMoves().get(best));
    }

    /** A card that could be purchased: what is owed for it after bonuses, and what it promises. */
    private record Wanted(List<Integer> owed, int promise) {}

    /** What the worth of a move depends on, read once a turn; counts as {@link #counts} has them. */
    private static final class Table {
        private final Map<Integer, Card> cards;
        private final Map<Integer, Noble> nobles;
        private final List<Integer> shownNobles;
        private final List<Integer> bonuses;
        private final List<Integer> tokens;
        private final boolean bankHasGold;
        private final List<Wanted> wanted;
        private final Map<List<Integer>, Integer> known = new HashMap<>();

        Table(Turn turn) {
            PlayerView own = turn.observation().getPlayers(turn.seat());
            cards = turn.cards();
            nobles = turn.nobles();
            shownNobles = turn.observation().getNoblesList();
            bonuses = counts(own.getBonuses());
            tokens = counts(own.getTokens());
            bankHasGold = turn.observation().getBank().getGold() > 0;
            Stream<Integer> market = turn.observation().getMarketList().stream().filter(id -> id != 0);
            Stream<Integer> hand = own.getReservedList().stream().map(ReservedCard::getCardId);
            wanted = Stream.concat(market, hand).map(cards::get).map(this::wanted).toList();
        }

        /** How good a move looks. */
        int worth(Move move) {
            return switch (move.getActionCase()) {
                case PURCHASE -> purchase(move);
                case TAKE -> holding(changed(tokens, move.getTake().getTokens(), move.getReturned()));
                case RESERVE -> holding(changed(tokens, goldGained(), move.getReturned())) - 40;
                default -> 0;
            };
        }

        private int purchase(Move move) {
            Card card = cards.get(move.getPurchase().getCardId());
            int[] after = bonuses.stream().mapToInt(Integer::intValue).toArray();
            after[card.getBonusValue() - 1]++;
            int prestige = card.getPrestige() + visit(move.getNobleId(), after);
            List<Integer> paid = counts(move.getPurchase().getPayment());
            return 1000 + 100 * prestige - sum(paid) - 2 * paid.get(5);
        }

        /** The prestige of the noble that visits once these are the bonuses. */
        private int visit(int chosen, int[] after) {
            return (chosen == 0 ? shownNobles : List.of(chosen)).stream()
                    .map(nobles::get)
                    .filter(noble -> visits(counts(noble.getRequirement()), after))
                    .mapToInt(Noble::getPrestige)
                    .findFirst()
                    .orElse(0);
        }

        private static boolean visits(List<Integer> asked, int[] after) {
            return IntStream.range(0, after.length).allMatch(kind -> after[kind] >= asked.get(kind));
        }

        private Tokens goldGained() {
            return Tokens.newBuilder().setGold(bankHasGold ? 1 : 0).build();
        }

        /** The worth of holding these tokens; many moves lead to the same ones. */
        private int holding(List<Integer> held) {
            return known.computeIfAbsent(held, tokens -> 8 * bestPromise(tokens) + sum(tokens));
        }

        private int bestPromise(List<Integer> held) {
            return wanted.stream()
                    .mapToInt(card -> card.promise - 4 * missing(card.owed, held))
                    .max()
                    .orElse(0);
        }

        private Wanted wanted(Card card) {
            List<Integer> cost = counts(card.getCost());
            List<Integer> owed = IntStream.range(0, cost.size())
                    .mapToObj(kind -> Math.max(0, cost.get(kind) - bonuses.get(kind)))
                    .toList();
            return new Wanted(owed, 10 + 6 * card.getPrestige());
        }
    }

    /** White, blue, green, red, black, gold. */
    private static List<Integer> counts(Tokens tokens) {
        return List.of(
                tokens.getWhite(),
                tokens.getBlue(),
                tokens.getGreen(),
                tokens.getRed(),
                tokens.getBlack(),
                tokens.getGold());
    }

    private static int sum(List<Integer> counts) {
        return counts.stream().mapToInt(Integer::intValue).sum();
    }

    private static List<Integer> changed(List<Integer> tokens, Tokens gained, Tokens lost) {
        List<Integer> more = counts(gained);
        List<Integer> less = counts(lost);
        return IntStream.range(0, tokens.size())
                .mapToObj(kind -> tokens.get(kind) + more.get(kind) - less.get(kind))
                .toList();
    }

    /** How many tokens are missing to pay, gold standing for any. */
    private static int missing(List<Integer> owed, List<Integer> tokens) {
        int missing = IntStream.range(0, 5)
                .map(kind -> Math.max(0, owed.get(kind) - tokens.get(kind)))
                .sum();
        return Math.max(0, missing - tokens.get(5));
    }

    public static void main(String[] arguments) {
        Client.run(new GreedyBot());
    }
}
