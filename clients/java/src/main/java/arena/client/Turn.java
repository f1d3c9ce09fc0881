package arena.client;

import arena.v1.Card;
import arena.v1.GameStarted;
import arena.v1.Move;
import arena.v1.Noble;
import arena.v1.Observation;
import arena.v1.TurnPlayed;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * The bot is on turn: what it sees, and what it may do.
 *
 * @param game the game: names and seats, rules, time control, seed
 * @param observation the table as the bot's seat sees it
 * @param legalMoves every legal move, in the arena's fixed order
 * @param turnsPlayed what the others played since the bot's own last turn
 * @param clocksUs by seat, what is left of the budget in microseconds; empty without a budget
 * @param allowedUs how long this turn may take in microseconds; empty: for ever
 * @param cards all cards by id
 * @param nobles all nobles by id
 * @param note words that are kept with the move in the game's record, up to 1 KiB; see {@link #setNote}
 */
public record Turn(
        GameStarted game,
        Observation observation,
        List<Move> legalMoves,
        List<TurnPlayed> turnsPlayed,
        List<OptionalLong> clocksUs,
        OptionalLong allowedUs,
        Map<Integer, Card> cards,
        Map<Integer, Noble> nobles,
        StringBuilder note) {

    /** The bot's own seat, from 0. */
    public int seat() {
        return observation.getSeat();
    }

    /** Keep up to 1 KiB of words with the move in the game's record. */
    public void setNote(String words) {
        note.setLength(0);
        note.append(words);
    }
}
