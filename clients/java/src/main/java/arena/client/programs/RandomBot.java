package arena.client.programs;

import arena.client.Bot;
import arena.client.Choice;
import arena.client.Client;
import arena.client.Turn;
import arena.v1.GameStarted;
import java.math.BigInteger;
import java.util.Random;

/** A bot that plays any legal move. The seed of the game makes it play the same game again. */
public final class RandomBot implements Bot {
    private Random lots = new Random();

    @Override
    public String name() {
        return "random";
    }

    @Override
    public String version() {
        return "1";
    }

    /** Draw lots as the arena wants them for this game. */
    @Override
    public void gameStarted(GameStarted game) {
        lots = new Random(new BigInteger(1, game.getBotSeed().toByteArray()).longValue());
    }

    /** Any legal move. */
    @Override
    public Choice chooseMove(Turn turn) {
        return Choice.of(lots.nextInt(turn.legalMoves().size()));
    }

    public static void main(String[] arguments) {
        Client.run(new RandomBot());
    }
}
