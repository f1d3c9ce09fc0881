package arena.client;

import arena.v1.GameEnded;
import arena.v1.GameStarted;

/** What a bot is: one method to write, four to override if wanted. */
@FunctionalInterface
public interface Bot {
    /** Choose a move. */
    Choice chooseMove(Turn turn);

    /** What it calls itself; the name of its class if empty. */
    default String name() {
        return "";
    }

    /** Its version, for people. */
    default String version() {
        return "";
    }

    /** Called before a game's first turn; the arena waits for it, but not for ever. */
    default void gameStarted(GameStarted game) {}

    /** Called when a game is over for the bot. */
    default void gameEnded(GameEnded end) {}
}
