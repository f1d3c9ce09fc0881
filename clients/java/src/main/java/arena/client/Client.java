package arena.client;

import arena.v1.ArenaServiceGrpc;
import arena.v1.Card;
import arena.v1.Catalogue;
import arena.v1.GameEnded;
import arena.v1.GameStarted;
import arena.v1.Hello;
import arena.v1.MoveChosen;
import arena.v1.Noble;
import arena.v1.PlayRequest;
import arena.v1.PlayResponse;
import arena.v1.Ready;
import arena.v1.Resignation;
import arena.v1.SeatClock;
import arena.v1.TurnStarted;
import arena.v1.Welcome;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.StatusException;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.BlockingClientCall;
import io.grpc.stub.MetadataUtils;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Connects a bot to the arena and answers until goodbye.
 *
 * <p>The bot thinks in the thread that called {@code run}; the gRPC library's own threads read and write
 * meanwhile.
 */
public final class Client {
    private static final int PROTOCOL = 1;
    private static final String SDK = "arena_client 0.1.0";
    private static final long RETRY_MS = 100;
    private static final long END_MS = 5000;
    private static final int MOST_NOTE_BYTES = 60_000; // a message may have 64 KiB
    private static final Metadata.Key<String> AUTHORIZATION =
            Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER);

    private final Bot bot;
    private final ManagedChannel line;
    private final String bearer;
    private BlockingClientCall<PlayRequest, PlayResponse> stream;
    private Welcome welcome = Welcome.getDefaultInstance();
    private Map<Integer, Card> cards = Map.of();
    private Map<Integer, Noble> nobles = Map.of();
    private GameStarted game = GameStarted.getDefaultInstance();
    private MoveChosen answer;
    private OptionalLong lostAt = OptionalLong.empty();

    /**
     * Play until the arena says goodbye; ends the process with code 1 and a sentence if it cannot.
     *
     * @param bot a bot, or a function that chooses a move
     */
    public static void run(Bot bot) {
        ManagedChannel line = given(() -> Address.channel(System.getenv()));
        String token = given(() -> Address.token(System.getenv()));
        try {
            new Client(bot, line, token).play();
        } catch (StatusException error) {
            exit("the arena ended the connection: " + words(error.getStatus()));
        } catch (InterruptedException error) {
            throw new IllegalStateException("the bot interrupted the thread that called run", error);
        } finally {
            line.shutdownNow();
        }
    }

    private static <Thing> Thing given(Supplier<Thing> wanted) {
        try {
            return wanted.get();
        } catch (IllegalArgumentException error) {
            exit(error.getMessage());
            throw error;
        }
    }

    private static void exit(String sentence) {
        System.err.println(sentence);
        System.exit(1);
    }

    private static String words(Status ended) {
        // of a message that cannot be read, the cause is the one to tell
        Status status =
                ended.getCause() instanceof StatusRuntimeException unread ? unread.getStatus() : ended;
        String cause = status.getCause() == null ? null : status.getCause().getMessage();
        return status.getCode() + ": " + status.getDescription() + (cause == null ? "" : ": " + cause);
    }

    private Client(Bot bot, ManagedChannel line, String token) {
        this.bot = bot;
        this.line = line;
        this.bearer = "Bearer " + token;
    }

    /** Converse on one stream, and on a new one where the arena lets a lost one be replaced. */
    private void play() throws StatusException, InterruptedException {
        while (true) {
            try {
                converse();
                return;
            } catch (StatusException error) {
                if (!mayReturn(error)) {
                    throw error;
                }
                Thread.sleep(RETRY_MS);
                line.resetConnectBackoff();
            }
        }
    }

    private boolean mayReturn(StatusException error) {
        long now = System.nanoTime() / 1000;
        lostAt = OptionalLong.of(lostAt.orElse(now));
        boolean inTime = now - lostAt.getAsLong() < welcome.getLimits().getReconnectUs();
        return inTime && error.getStatus().getCode() == Status.Code.UNAVAILABLE;
    }

    private void converse() throws StatusException, InterruptedException {
        Metadata metadata = new Metadata();
        metadata.put(AUTHORIZATION, bearer);
        stream = ArenaServiceGrpc.newBlockingV2Stub(line)
                .withInterceptors(MetadataUtils.newAttachHeadersInterceptor(metadata))
                .play();
        say(PlayRequest.newBuilder().setHello(hello()));
        PlayResponse response = stream.read();
        while (response != null && !response.hasGoodbye()) {
            hear(response);
            response = stream.read();
        }
        stream.halfClose();
        line.shutdown().awaitTermination(END_MS, TimeUnit.MILLISECONDS);
    }

    private Hello hello() {
        String className = bot.getClass().getSimpleName().replaceFirst("\\$.*", ""); // as it is for a lambda
        return Hello.newBuilder()
                .setProtocol(PROTOCOL)
                .setName(bot.name().isEmpty() ? className : bot.name())
                .setVersion(bot.version())
                .setLanguage("java")
                .setSdk(SDK)
                .setResumeKey(welcome.getResumeKey())
                .build();
    }

    /** Do what an event asks for; an event that is not known is ignored. */
    private void hear(PlayResponse response) throws StatusException, InterruptedException {
        switch (response.getEventCase()) {
            case WELCOME -> welcomed(response.getWelcome());
            case GAME_STARTED -> started(response.getGameStarted());
            case TURN_STARTED -> asked(response.getTurnStarted());
            case GAME_ENDED -> ended(response.getGameEnded());
            default -> {}
        }
    }

    private void welcomed(Welcome said) {
        welcome = said;
        lostAt = OptionalLong.empty();
        cards = cardsById(said.getCatalogue());
        nobles = noblesById(said.getCatalogue());
    }

    private void started(GameStarted said) throws StatusException, InterruptedException {
        if (!said.getGameId().equals(game.getGameId())) { // else it is said again on a new stream
            game = said;
            bot.gameStarted(said);
        }
        say(PlayRequest.newBuilder().setReady(Ready.newBuilder().setGameId(said.getGameId())));
    }

    private void asked(TurnStarted question) throws StatusException, InterruptedException {
        if (answer == null || question.getTurnId() != answer.getTurnId()) {
            // else it is asked again on a new stream
            long began = System.nanoTime();
            Turn turn = turnFrom(question, game, cards, nobles);
            MoveChosen.Builder chosen = answerTo(question, bot.chooseMove(turn));
            chosen.setThinkUs((System.nanoTime() - began) / 1000);
            int room = welcome.getLimits().getNoteBytes();
            answer = chosen.setNote(kept(turn.note().toString(), room)).build();
        }
        say(PlayRequest.newBuilder().setMoveChosen(answer));
    }

    private void ended(GameEnded end) {
        game = GameStarted.getDefaultInstance(); // the same game may be played again
        bot.gameEnded(end);
    }

    private void say(PlayRequest.Builder request) throws StatusException, InterruptedException {
        stream.write(request.build());
    }

    /** The cards of a catalogue, each by its id. */
    public static Map<Integer, Card> cardsById(Catalogue catalogue) {
        return catalogue.getCardsList().stream()
                .collect(Collectors.toMap(Card::getId, Function.identity()));
    }

    /** The nobles of a catalogue, each by its id. */
    public static Map<Integer, Noble> noblesById(Catalogue catalogue) {
        return catalogue.getNoblesList().stream()
                .collect(Collectors.toMap(Noble::getId, Function.identity()));
    }

    /** A question as the bot sees it. */
    public static Turn turnFrom(
            TurnStarted question, GameStarted game, Map<Integer, Card> cards, Map<Integer, Noble> nobles) {
        return new Turn(
                game,
                question.getObservation(),
                question.getLegalMovesList(),
                question.getTurnsPlayedList(),
                question.getClocksList().stream().map(Client::leftUs).toList(),
                question.hasAllowedUs() ? OptionalLong.of(question.getAllowedUs()) : OptionalLong.empty(),
                cards,
                nobles,
                new StringBuilder());
    }

    private static OptionalLong leftUs(SeatClock clock) {
        return clock.hasLeftUs() ? OptionalLong.of(clock.getLeftUs()) : OptionalLong.empty();
    }

    /** What the arena keeps of a note: valid text up to a number of bytes, which 0 leaves to the client. */
    static String kept(String note, int limit) {
        boolean limited = 0 < limit && limit < MOST_NOTE_BYTES; // a negative one is above 2^31
        byte[] text = note.replaceAll("\\p{Cs}", "\uFFFD").getBytes(StandardCharsets.UTF_8);
        int end = Math.min(limited ? limit : MOST_NOTE_BYTES, text.length);
        while (end < text.length && (text[end] & 0xC0) == 0x80) { // within a character
            end--;
        }
        return new String(text, 0, end, StandardCharsets.UTF_8);
    }

    private static MoveChosen.Builder answerTo(TurnStarted question, Choice choice) {
        MoveChosen.Builder answer =
                MoveChosen.newBuilder().setGameId(question.getGameId()).setTurnId(question.getTurnId());
        if (choice instanceof Choice.Text text) {
            return answer.setNotation(text.notation());
        } else if (choice instanceof Choice.Index index) {
            return answer.setIndex(index.index());
        } else if (choice instanceof Choice.Resigned) {
            return answer.setResignation(Resignation.getDefaultInstance());
        } else if (choice instanceof Choice.Chosen chosen) {
            return answer.setChosen(chosen.move());
        }
        throw new IllegalStateException("chooseMove returned null, expected one of turn.legalMoves()");
    }
}
