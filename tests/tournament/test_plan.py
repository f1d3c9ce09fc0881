"""Plans: reading them, every mistake with its exact words, and what makes results comparable."""

import hashlib
import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import arena.tournament
from arena.engine import Rules, TieBreak
from arena.errors import ConfigError
from arena.referee.clock import TimeControl
from arena.tournament.plan import Plan, changes, check, problems, random_seed, seed_bytes
from arena.tournament.plan_toml import load

TWO = 'bots = ["a", "b"]\n'


def write(folder: Path, text: str) -> Path:
    path = folder / "t.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_the_defaults(tmp_path: Path) -> None:
    plan = load(write(tmp_path, TWO))
    assert plan == Plan(bots=("a", "b"))
    assert plan.base == tmp_path
    assert (plan.players, plan.rounds, plan.seed, plan.concurrency) == (2, 10, None, None)
    assert (plan.rules, plan.time) == (Rules(), TimeControl())
    assert (plan.same_deals, plan.reconnect_us) == (False, 0)
    check(plan)


def test_every_key(tmp_path: Path) -> None:
    text = """
        bots = ["builtin:greedy", "./mine", "./mine"]
        players = 3
        rounds = 25
        seed = 42
        concurrency = 2
        same_deals = true
        reconnect_ms = 1500

        [rules]
        preset = "scarce-gold"
        name = "short"
        prestige_to_win = 10
        token_limit = 9
        reserve_limit = 2
        tokens_per_gem = 5
        gold = [1, 2, 3]
        nobles_shown = [2, 3, 4]
        round_limit = 80
        take_fewer = true
        tie_break = "noble_prestige"

        [time]
        connect_ms = 1000
        ready_ms = 2000
        first_move_ms = 3000
        move_ms = 400
        budget_ms = 60_000
        increment_ms = 100
        margin_ms = 0
    """
    assert load(write(tmp_path, text)) == Plan(
        bots=("builtin:greedy", "./mine", "./mine"),
        players=3,
        rounds=25,
        seed="42",
        concurrency=2,
        same_deals=True,
        reconnect_us=1_500_000,
        rules=Rules(
            name="short",
            prestige_to_win=10,
            token_limit=9,
            reserve_limit=2,
            tokens_per_gem=5,
            gold=(1, 2, 3),
            nobles_shown=(2, 3, 4),
            round_limit=80,
            take_fewer=True,
            tie_break=TieBreak.NOBLE_PRESTIGE,
        ),
        time=TimeControl(
            connect_us=1_000_000,
            ready_us=2_000_000,
            first_move_us=3_000_000,
            move_us=400_000,
            budget_us=60_000_000,
            increment_us=100_000,
            margin_us=0,
        ),
    )


def test_the_bundled_plan_is_a_first_look() -> None:
    plan = load(Path(arena.tournament.__file__).parent / "bundled.toml")
    assert plan.bots == ("builtin:greedy", "builtin:random", "builtin:random")
    assert (plan.players, plan.rounds) == (2, 10)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("", "official"),
        ("[rules]\n", "official"),
        ('[rules]\npreset = "noble-tiebreak"\n', "noble-tiebreak"),
        ("[rules]\nprestige_to_win = 15\n", "official"),
        ("[rules]\nprestige_to_win = 12\n", "custom"),
        ('[rules]\nprestige_to_win = 12\nname = "quick"\n', "quick"),
    ],
)
def test_changed_rules_do_not_go_by_the_name_of_their_preset(tmp_path: Path, text: str, name: str) -> None:
    assert load(write(tmp_path, TWO + text)).rules.name == name


def test_untimed(tmp_path: Path) -> None:
    assert load(write(tmp_path, TWO + "[time]\nuntimed = true\n")).time.untimed
    assert load(write(tmp_path, TWO + "[time]\nuntimed = false\n")).time == TimeControl()


@pytest.mark.parametrize(("written", "seed"), [("7", "7"), ('"7"', "7"), ('"grün"', "grün")])
def test_a_seed_is_a_text(tmp_path: Path, written: str, seed: str) -> None:
    assert load(write(tmp_path, f"{TWO}seed = {written}\n")).seed == seed


MISTAKES = [
    ("[time]\nmove_ms = 1\n[time]\n", "not TOML: the table time is there already", 3),
    (TWO + "time = {move_ms = 1}\n[time.more]", "not TOML: the table time.more is there already", 3),
    (TWO + "[a.b]\nc = 1\n[a]\nb.d = 2", "not TOML: the table a.b is there already", 5),
    (TWO + "players = {a = 1}", "players is a table, expected a whole number", 2),
    (TWO + "players = [1]", "players is a list, expected a whole number", 2),
    (TWO + "rounds = 2020-01-31", "rounds is the date or time 2020-01-31, expected a whole number", 2),
    (TWO + "rounds = nan", "rounds is nan, expected a whole number", 2),
    (TWO + "[rules]\ngold = [5, true, 5]", "rules.gold[1] is true, expected a whole number", 3),
    ("\nbots = [", "not TOML: invalid value", 2),
    ("x y", "not TOML: expected '=' after a key in a key/value pair", 1),
    (TWO + "bots = 1", "not TOML: cannot overwrite a value", 2),
    (
        TWO + "round = 3",
        "round is not a key of a plan, did you mean 'rounds'?",
        2,
    ),
    (
        TWO + "zzz = 3",
        "zzz is not a key of a plan, expected one of bots, players, rounds, seed, concurrency, "
        "same_deals, reconnect_ms, rules, time",
        2,
    ),
    (
        TWO + "[time]\nmove_us = 3",
        "time.move_us is not a key of a plan, did you mean 'move_ms'?",
        3,
    ),
    (
        TWO + "[rules]\ntoken_limits = 3",
        "rules.token_limits is not a key of a plan, did you mean 'token_limit'?",
        3,
    ),
    ('bots = "a"', "bots is 'a', expected a list", 1),
    ('bots = ["a",\n3]', "bots[1] is 3, expected a text", 2),
    ('bots = ["a", " "]', "bots has an empty entry, expected a bot", 1),
    ("players = 2", "too few bots: 0, expected at least 2", None),
    (TWO + "players = 3", "too few bots: 2, expected at least 3", 1),
    (TWO + "players = 1", "players is 1, expected 2 to 4", 2),
    (TWO + "players = 5", "players is 5, expected 2 to 4", 2),
    (TWO + "players = true", "players is true, expected a whole number", 2),
    (TWO + 'players = "2"', "players is '2', expected a whole number", 2),
    (TWO + "players = 2.0", "players is 2.0, expected a whole number", 2),
    (TWO + "rounds = 0", "rounds is 0, expected 1 to 1000000", 2),
    (TWO + "rounds = 1000001", "rounds is 1000001, expected 1 to 1000000", 2),
    (TWO + "seed = true", "seed is true, expected a whole number or a text", 2),
    (TWO + 'seed = ""', "seed is '', expected a number or a printable text", 2),
    (TWO + "concurrency = 0", "concurrency is 0, expected at least 1", 2),
    (TWO + "same_deals = 1", "same_deals is 1, expected true or false", 2),
    (
        TWO + "reconnect_ms = -1",
        "reconnect_ms is -1, expected 0 to 31536000000 milliseconds",
        2,
    ),
    (TWO + "rules = 1", "rules is 1, expected a table", 2),
    (
        TWO + '[rules]\npreset = "x"',
        "rules.preset is 'x', expected one of official, noble-tiebreak, scarce-gold",
        3,
    ),
    (TWO + "[rules]\ngold = 8", "rules.gold 8: expected 0 to 7", 3),
    (
        TWO + "[rules]\n\ngold = [1, 2]",
        "rules.gold (1, 2): expected one number or three (2, 3 and 4 players)",
        4,
    ),
    (TWO + "[rules]\nprestige_to_win = 0", "rules.prestige_to_win 0: expected 1 to 60", 3),
    (TWO + '[rules]\nname = ""', "rules.name '': expected a text that is not empty", 3),
    (
        TWO + '[rules]\ntie_break = "coin"',
        "rules.tie_break is 'coin', expected one of fewer_cards, noble_prestige, shared",
        3,
    ),
    (
        TWO + "[time]\nmove_ms = 0",
        "time.move_ms is 0, expected 1 to 31536000000 milliseconds",
        3,
    ),
    (
        TWO + "[time]\nmargin_ms = -1",
        "time.margin_ms is -1, expected 0 to 31536000000 milliseconds",
        3,
    ),
    (TWO + "[time]\nmove_ms = 0.5", "time.move_ms is 0.5, expected a whole number", 3),
    (
        TWO + "[time]\nincrement_ms = 10",
        "time.increment_ms is 10, but there is no time.budget_ms",
        3,
    ),
    (
        TWO + "[time]\nuntimed = true\nmove_ms = 10",
        "time.move_ms is 10, but time.untimed is true",
        4,
    ),
]


@pytest.mark.parametrize(("text", "sentence", "line"), MISTAKES)
def test_mistakes(tmp_path: Path, text: str, sentence: str, line: int | None) -> None:
    path = write(tmp_path, text)
    with pytest.raises(ConfigError) as caught:
        load(path)
    place = f"{path}, line {line}" if line else f"{path}"
    assert str(caught.value) == f"{place}: {sentence}"


def test_no_such_file(tmp_path: Path) -> None:
    path = tmp_path / "missing.toml"
    with pytest.raises(ConfigError) as caught:
        load(path)
    assert str(caught.value) == f"plan {str(path)!r} does not exist"


def test_not_a_file(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"^plan '.*' cannot be read: is a directory$"):
        load(tmp_path)


def test_not_a_text(tmp_path: Path) -> None:
    path = tmp_path / "t.toml"
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(ConfigError, match=r"^plan '.*' is not UTF-8, expected TOML$"):
        load(path)


@pytest.mark.parametrize("text", ["a = " + "[" * 100_000, "rounds = " + "9" * 5000])
def test_hostile_toml_is_refused_in_words(tmp_path: Path, text: str) -> None:
    with pytest.raises(ConfigError, match="not TOML"):
        load(write(tmp_path, text))


def test_flags_are_refused_with_the_same_words() -> None:
    plan = replace(Plan(bots=("a", "b")), players=5, rounds=0)
    assert list(problems(plan)) == [
        ("players", "players is 5, expected 2 to 4"),
        ("rounds", "rounds is 0, expected 1 to 1000000"),
    ]
    with pytest.raises(ConfigError, match=r"^players is 5, expected 2 to 4$"):
        check(plan)


def test_too_many_bots() -> None:
    plan = Plan(bots=("a",) * 700, players=4)
    with pytest.raises(ConfigError, match=r"^too many bots: 700 make more than 2\*\*32 groups"):
        check(plan)


def test_the_folder_is_no_part_of_a_plan() -> None:
    assert Plan(bots=("a",), base=Path("x")) == Plan(bots=("a",), base=Path("y"))
    assert hash(Plan(bots=("a",), base=Path("x"))) == hash(Plan(bots=("a",)))


def test_fingerprint_survives_json() -> None:
    fingerprint = Plan(bots=("a", "b")).fingerprint()
    assert json.loads(json.dumps(fingerprint, allow_nan=False)) == fingerprint
    assert fingerprint["rules"]["gold"] == [5, 5, 5]
    assert fingerprint["rules"]["tie_break"] == "fewer_cards"


def test_fingerprint_leaves_out_what_may_change() -> None:
    plan = Plan(bots=("a", "b"))
    other = Plan(
        bots=("c",),
        base=Path("/x"),
        rounds=99,
        seed="7",
        concurrency=4,
        rules=replace(plan.rules, name="ours"),
    )
    assert changes(plan.fingerprint(), other.fingerprint()) == []


@pytest.mark.parametrize(
    ("other", "words"),
    [
        (Plan((), time=TimeControl(move_us=1_000_000)), ["move_us was 5000000, is 1000000"]),
        (Plan((), time=TimeControl(move_us=None)), ["move_us was 5000000, is none"]),
        (
            Plan((), players=3, same_deals=True),
            ["players was 2, is 3", "same_deals was false, is true"],
        ),
        (Plan((), reconnect_us=1), ["reconnect_us was 0, is 1"]),
        (Plan((), rules=Rules(gold=4)), ["gold was [5, 5, 5], is [4, 4, 4]"]),
        (
            Plan((), rules=Rules(tie_break=TieBreak.SHARED)),
            ['tie_break was "fewer_cards", is "shared"'],
        ),
    ],
)
def test_changes(other: Plan, words: list[str]) -> None:
    assert changes(Plan(()).fingerprint(), other.fingerprint()) == words


def test_changes_of_a_fingerprint_from_another_version() -> None:
    assert changes({"players": 2, "dice": 1}, {"players": 2, "time": {"move_us": 5}}) == [
        "move_us was not there, is 5",
        "dice was 1, is not there",
    ]


def test_seed_vectors() -> None:
    assert seed_bytes("42") == hashlib.sha256(b"42").digest()
    assert seed_bytes("42").hex() == ("73475cb40a568e8da8a045ced110137e159f890ac4da883b6b17dc651b3a8049")
    assert seed_bytes("grün") == hashlib.sha256("grün".encode()).digest()


def test_random_seeds() -> None:
    assert len(random_seed()) == 32
    assert random_seed() != random_seed()


@given(st.integers(-3, 9), st.integers(-3, 9), st.integers(0, 6))
def test_a_plan_without_problems_has_a_schedule(players: int, rounds: int, bots: int) -> None:
    plan = Plan(bots=("a",) * bots, players=players, rounds=rounds)
    fine = 2 <= players <= 4 and rounds >= 1 and bots >= players
    assert (not list(problems(plan))) == fine
