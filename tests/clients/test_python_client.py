"""The Python client: where it dials in, what it says, and how it comes back."""

import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import grpc
import pytest
import trio
import trustme
from arena_client import RESIGN, Bot, Choice, Turn, address, run, text
from arena_client.client import SDK, kept
from arena_client.pb.arena_pb2 import GameEnded, GameStarted, Hello, MoveChosen, PlayRequest, PlayResponse
from arena_client.pb.game_pb2 import Move
from arena_client.random_bot import RandomBot

from arena import wire
from arena.bots.launcher import launch
from arena.bots.manifest import load
from arena.engine import Deal, Position
from arena.engine import Move as EngineMove
from arena.referee import GameStart, PlayerFault, Question, Termination
from arena.sessions import serve
from tests.referee.setups import positions, setup
from tests.sessions.fake_arena import Lost, Talk, asked, ended, goodbye, play, started, welcome

POSITION = Position(Deal.shuffled(b"client", 0, 2))
GUARD_US = 60_000_000


def client_move(move: EngineMove) -> Move:
    """A move as the client has it."""
    return Move.FromString(wire.move_message(move).SerializeToString())


# where it dials in


@pytest.mark.parametrize(
    ("environment", "kind", "target", "authority"),
    [
        ({"ARENA_ADDRESS": "tcp://127.0.0.1:50051"}, "insecure", "127.0.0.1:50051", None),
        ({"ARENA_ADDRESS": "tcp://[::1]:7"}, "insecure", "[::1]:7", None),
        ({"ARENA_ADDRESS": "unix:///run/x/socket"}, "insecure", "unix:/run/x/socket", "localhost"),
        ({"ARENA_ADDRESS": "tls://arena.example:443"}, "secure", "arena.example:443", None),
    ],
)
def test_an_address_becomes_a_channel(
    monkeypatch: pytest.MonkeyPatch,
    environment: dict[str, str],
    kind: str,
    target: str,
    authority: str | None,
) -> None:
    made: list[tuple[str, str, dict[str, object]]] = []

    def insecure(target: str, options: Any) -> None:
        made.append(("insecure", target, dict(options)))

    def secure(target: str, credentials: object, options: Any) -> None:
        made.append(("secure", target, dict(options)))

    monkeypatch.setattr(grpc, "insecure_channel", insecure)
    monkeypatch.setattr(grpc, "secure_channel", secure)
    address.channel(environment)
    [(made_kind, made_target, options)] = made
    assert (made_kind, made_target) == (kind, target)
    assert options.get("grpc.default_authority") == authority
    assert options["grpc.enable_http_proxy"] == 0


def test_tls_files_come_from_the_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    given: list[tuple[bytes | None, ...]] = []
    monkeypatch.setattr(grpc, "ssl_channel_credentials", lambda *files: given.append(files))
    monkeypatch.setattr(grpc, "secure_channel", lambda *_: None)
    issuer = trustme.CA()
    bot = issuer.issue_cert("bot")
    authority, key = issuer.cert_pem.bytes(), bot.private_key_pem.bytes()
    certificate = bot.cert_chain_pems[0].bytes()
    (tmp_path / "ca").write_bytes(authority)
    (tmp_path / "key").write_bytes(key)
    (tmp_path / "cert").write_bytes(certificate)
    environment = {"ARENA_ADDRESS": "tls://a:1", "ARENA_TLS_CA": str(tmp_path / "ca")}
    address.channel(environment)
    address.channel(
        {
            **environment,
            "ARENA_TLS_KEY": str(tmp_path / "key"),
            "ARENA_TLS_CERT": str(tmp_path / "cert"),
        }
    )
    assert given == [(authority, None, None), (authority, key, certificate)]


@pytest.mark.parametrize("value", ["", "127.0.0.1:5", "http://x:1", "tcp://", "tcp://x:0", "unix:/x"])
def test_any_other_address_is_refused_in_words(value: str) -> None:
    with pytest.raises(ValueError, match="expected tcp://host:port, tls:") as caught:
        address.channel({"ARENA_ADDRESS": value})
    assert str(caught.value).startswith(f"ARENA_ADDRESS is {value!r}")


def test_a_bot_without_an_arena_ends_with_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(address.channel, "__defaults__", ({},))
    with pytest.raises(SystemExit, match="start the bot with `arena run`"):
        run(lambda turn: turn.legal_moves[0])


# what it says


def one_question(
    monkeypatch: pytest.MonkeyPatch, bot: Any, clock_us: int | None = None
) -> tuple[Hello, MoveChosen]:
    """What a bot says of itself, and to one question."""
    said: list[PlayRequest] = []

    def talk(requests: Iterator[PlayRequest]) -> Iterator[PlayResponse]:
        said.append(next(requests))
        yield welcome()
        yield started()
        assert next(requests).ready.game_id == "game"
        yield asked(POSITION, clock_us=clock_us)
        said.append(next(requests))
        yield ended()
        yield goodbye()

    play(monkeypatch, bot, talk)
    return said[0].hello, said[1].move_chosen


LEGAL = POSITION.legal_moves()


@pytest.mark.parametrize(
    ("choice", "answer"),
    [
        (client_move(LEGAL[3]), MoveChosen(chosen=client_move(LEGAL[3]))),
        (3, MoveChosen(index=3)),
        ("take:WUG", MoveChosen(notation="take:WUG")),
        ("", MoveChosen(notation="")),
        (RESIGN, MoveChosen(resignation=RESIGN)),
    ],
    ids=["move", "index", "notation", "empty notation", "resignation"],
)
def test_a_choice_becomes_an_answer(
    monkeypatch: pytest.MonkeyPatch, choice: Choice, answer: MoveChosen
) -> None:
    _, said = one_question(monkeypatch, lambda turn: choice)
    assert (said.game_id, said.turn_id, said.note) == ("game", 7, "")
    assert said.think_us >= 0
    assert said.WhichOneof("answer") == answer.WhichOneof("answer")
    said.ClearField("game_id")
    said.ClearField("turn_id")
    said.ClearField("think_us")
    assert said == answer


@pytest.mark.parametrize("choice", [None, 3.0, LEGAL[0]])
def test_what_is_no_choice_is_the_bots_bug(monkeypatch: pytest.MonkeyPatch, choice: Any) -> None:
    with pytest.raises(TypeError, match=r"expected one of turn\.legal_moves"):
        one_question(monkeypatch, lambda turn: choice)


@pytest.mark.parametrize("error", [ValueError("of the bot"), KeyError(3), ZeroDivisionError()])
def test_an_error_of_the_bot_is_shown_as_it_is(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    def choose_move(turn: Turn) -> Choice:
        raise error

    with pytest.raises(type(error)) as caught:
        one_question(monkeypatch, choose_move)
    assert caught.value is error


def test_a_turn_is_told_in_the_bots_terms(monkeypatch: pytest.MonkeyPatch) -> None:
    turns: list[Turn] = []

    def choose_move(turn: Turn) -> Choice:
        turns.append(turn)
        turn.note = "because"
        return turn.legal_moves[0]

    hello, said = one_question(monkeypatch, choose_move, clock_us=99)
    [turn] = turns
    assert [text(move) for move in turn.legal_moves] == [str(move) for move in LEGAL]
    assert (turn.seat, turn.clocks_us, turn.allowed_us) == (0, [99, None], 99)
    assert (len(turn.cards), len(turn.nobles), turn.cards[90].level) == (90, 10, 3)
    assert said.note == "because"
    assert (hello.name, hello.language, hello.sdk, hello.protocol) == ("choose_move", "python", SDK, 1)


def test_a_turn_without_limits_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    turns: list[Turn] = []

    def choose_move(turn: Turn) -> Choice:
        turns.append(turn)
        return RESIGN

    one_question(monkeypatch, choose_move)
    assert (turns[0].clocks_us, turns[0].allowed_us) == ([None, None], None)


@pytest.mark.parametrize(
    ("note", "limit", "expected"),
    [
        ("because", 1024, "because"),
        ("because", 4, "beca"),
        ("éé", 3, "é"),
        ("\U0001f600", 3, ""),
        ("a\udc80b", 1024, "a\ufffdb"),
        ("\ud83d", 1024, "\ufffd"),
        ("é" * 99_999, 0, "é" * 30_000),
        ("é" * 99_999, 2**32 - 1, "é" * 30_000),
    ],
)
def test_a_note_is_made_valid_text_of_the_length_that_is_kept(note: str, limit: int, expected: str) -> None:
    assert kept(note, limit) == expected


def test_a_note_that_is_no_text_loses_no_game(monkeypatch: pytest.MonkeyPatch) -> None:
    def choose_move(turn: Turn) -> Choice:
        turn.note = "\ud800" * 99_999
        return turn.legal_moves[0]

    _, said = one_question(monkeypatch, choose_move)
    assert said.note == "\ufffd" * 20_000


class _Diary(Bot):
    """Writes down what it hears of games, and thinks once a call."""

    version = "3"

    def __init__(self) -> None:
        self.lines: list[str] = []

    def choose_move(self, turn: Turn) -> Choice:
        self.lines.append("move")
        return turn.legal_moves[len(self.lines) - 1]

    def game_started(self, game: GameStarted) -> None:
        self.lines.append(f"started {game.game_id}")

    def game_ended(self, end: GameEnded) -> None:
        self.lines.append(f"ended {end.game_id}")


def test_a_bot_hears_of_the_beginning_and_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    bot = _Diary()
    hello, _ = one_question(monkeypatch, bot)
    assert bot.lines == ["started game", "move", "ended game"]
    assert (hello.name, hello.version) == ("_Diary", "3")


def test_a_game_that_is_played_again_begins_again(monkeypatch: pytest.MonkeyPatch) -> None:
    def talk(requests: Iterator[PlayRequest]) -> Iterator[PlayResponse]:
        yield welcome()
        next(requests)
        for _ in range(2):
            yield started()
            assert next(requests).HasField("ready")
            yield ended()
        yield goodbye()

    bot = _Diary()
    play(monkeypatch, bot, talk)
    assert bot.lines == ["started game", "ended game"] * 2


def test_an_event_that_is_not_known_is_ignored(monkeypatch: pytest.MonkeyPatch) -> None:
    def talk(requests: Iterator[PlayRequest]) -> Iterator[PlayResponse]:
        yield welcome()
        yield PlayResponse()
        yield PlayResponse.FromString(b"\xf8\x01\x05")
        yield goodbye()

    play(monkeypatch, _Diary(), talk)


def test_the_token_comes_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ARENA_TOKEN", "the token")

    def talk(requests: Iterator[PlayRequest]) -> Iterator[PlayResponse]:
        yield goodbye()

    arena = play(monkeypatch, _Diary(), talk)
    assert arena.metadata == [[("authorization", "Bearer the token")]]


# how it comes back


def lost_after_answer(answers: list[MoveChosen], reconnect_us: int) -> Talk:
    def talk(requests: Iterator[PlayRequest]) -> Iterator[PlayResponse]:
        assert next(requests).hello.resume_key == b""
        yield welcome(reconnect_us)
        yield started()
        next(requests)
        yield asked(POSITION, turn_id=7)
        answers.append(next(requests).move_chosen)
        raise Lost

    return talk


def test_a_client_comes_back_and_repeats_its_answer_without_thinking_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    answers: list[MoveChosen] = []

    def second(requests: Iterator[PlayRequest]) -> Iterator[PlayResponse]:
        assert next(requests).hello.resume_key == b"the key"
        yield welcome(GUARD_US)
        yield asked(POSITION, turn_id=7)
        answers.append(next(requests).move_chosen)
        yield asked(POSITION, turn_id=8)
        answers.append(next(requests).move_chosen)
        yield goodbye()

    bot = _Diary()
    play(monkeypatch, bot, lost_after_answer(answers, GUARD_US), second)
    assert bot.lines == ["started game", "move", "move"]
    first, again, new = answers
    assert again == first
    assert (new.turn_id, new.chosen != first.chosen) == (8, True)


def test_a_game_that_is_told_twice_begins_once(monkeypatch: pytest.MonkeyPatch) -> None:
    def first(requests: Iterator[PlayRequest]) -> Iterator[PlayResponse]:
        yield welcome(GUARD_US)
        yield started()
        raise Lost

    def second(requests: Iterator[PlayRequest]) -> Iterator[PlayResponse]:
        assert next(requests).hello.resume_key == b"the key"
        yield welcome(GUARD_US)
        yield started()
        assert next(requests).ready.game_id == "game"
        yield goodbye()

    bot = _Diary()
    play(monkeypatch, bot, first, second)
    assert bot.lines == ["started game"]


def test_a_client_tries_again_while_there_is_grace(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(requests: Iterator[PlayRequest]) -> Iterator[PlayResponse]:
        raise Lost
        yield goodbye()

    def second(requests: Iterator[PlayRequest]) -> Iterator[PlayResponse]:
        yield goodbye()

    play(monkeypatch, _Diary(), lost_after_answer([], GUARD_US), refused, refused, second)


@pytest.mark.parametrize(
    ("reconnect_us", "code"),
    [(0, grpc.StatusCode.UNAVAILABLE), (GUARD_US, grpc.StatusCode.ALREADY_EXISTS)],
    ids=["no grace", "refused"],
)
def test_a_client_that_may_not_come_back_ends_with_a_sentence(
    monkeypatch: pytest.MonkeyPatch, reconnect_us: int, code: grpc.StatusCode
) -> None:
    def talk(requests: Iterator[PlayRequest]) -> Iterator[PlayResponse]:
        yield welcome(reconnect_us)
        raise Lost(code)

    with pytest.raises(SystemExit) as caught:
        play(monkeypatch, _Diary(), talk)
    assert str(caught.value) == f"the arena ended the connection: {code.name}: the details"


# notation


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_notation_is_the_engines(players: int) -> None:
    seen: set[EngineMove] = set()
    for seed in range(4):
        for position in positions(players, seed):
            seen.update(position.legal_moves())
    for move in seen:
        assert text(client_move(move)) == str(move)


@pytest.mark.parametrize(
    "notation", ["pass", "pass@3", "take:WW>GJ", "reserve:deck3>J@10", "reserve:90>W", "buy:1=", "buy:9=WJ@1"]
)
def test_the_notation_of_rare_moves_is_the_engines(notation: str) -> None:
    assert text(client_move(EngineMove.parse(notation))) == notation


# the random bot


def random_answers(monkeypatch: pytest.MonkeyPatch, bot: RandomBot, bot_seed: bytes) -> list[str]:
    said: list[str] = []

    def talk(requests: Iterator[PlayRequest]) -> Iterator[PlayResponse]:
        next(requests)
        yield welcome()
        yield started(game_id=bot_seed.hex(), bot_seed=bot_seed)
        next(requests)
        for turn_id in range(1, 21):
            yield asked(POSITION, turn_id)
            said.append(text(next(requests).move_chosen.chosen))
        yield ended(game_id=bot_seed.hex())
        yield goodbye()

    play(monkeypatch, bot, talk)
    return said


def test_the_random_bot_plays_the_same_with_the_same_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    bot, seed, other = RandomBot(), bytes(32), random.Random(0).randbytes(32)
    first = random_answers(monkeypatch, bot, seed)
    assert random_answers(monkeypatch, bot, other) != first
    assert random_answers(monkeypatch, bot, seed) == first
    assert random_answers(monkeypatch, RandomBot(), seed) == first
    assert set(first) <= {str(move) for move in LEGAL}
    assert len(set(first)) > 1


# a real process


@pytest.mark.slow
@pytest.mark.parametrize("error", ["ValueError('of the bot')", "ZeroDivisionError('of the bot')"])
async def test_a_bot_that_raises_shows_its_traceback_and_exits_with_1(tmp_path: Path, error: str) -> None:
    (tmp_path / "broken.py").write_text(
        f"from arena_client import run\n\ndef choose_move(turn):\n    raise {error}\n\nrun(choose_move)\n"
    )
    with trio.fail_after(60):
        async with serve(sessions=1) as server, trio.open_nursery() as nursery:
            session = server.expect()
            bot = await launch(
                nursery,
                load(f"{sys.executable} broken.py", tmp_path),
                address=server.address,
                token=session.token,
                on_exit=lambda process: session.link.process_ended(process.exit_code, process.tail),
            )
            await session.connect(GUARD_US)
            await session.begin(GameStart(setup(ready_us=GUARD_US), 0))
            session.ask(Question(POSITION.observe(0), tuple(LEGAL), (), (None, None), None))
            with pytest.raises(PlayerFault) as caught:
                await session.answer()
            await bot.stop()
    fault = caught.value
    assert (fault.termination, fault.exit_code) == (Termination.CRASH, 1)
    assert "Traceback (most recent call last)" in fault.output_tail
    assert fault.output_tail.rstrip().endswith("Error: of the bot")
