package arena.client;

import arena.v1.Move;

/** What a bot answers. */
public sealed interface Choice {
    /** Return it to give up the game. */
    Choice RESIGN = new Resigned();

    /** A move out of {@code legalMoves}. */
    static Choice of(Move move) {
        return new Chosen(move);
    }

    /** A move by its index in {@code legalMoves}, from 0. */
    static Choice of(int index) {
        return new Index(index);
    }

    /** A move in text notation. */
    static Choice of(String notation) {
        return new Text(notation);
    }

    /** See {@link #of(Move)}. */
    record Chosen(Move move) implements Choice {}

    /** See {@link #of(int)}. */
    record Index(int index) implements Choice {}

    /** See {@link #of(String)}. */
    record Text(String notation) implements Choice {}

    /** See {@link #RESIGN}. */
    record Resigned() implements Choice {}
}
