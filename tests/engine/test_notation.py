"""The text of a move: what is accepted, what is refused, and that equal moves are one object."""

import copy
import pickle
from collections.abc import Callable

import pytest

from arena.engine import Action, Move, Tokens
from arena.errors import NotationError

WUG = Tokens(1, 1, 1)

ACCEPTED: list[tuple[str, Move]] = [
    ("take:WUG", Move.take(WUG)),
    ("take:WU", Move.take(Tokens(1, 1))),
    ("take:K", Move.take(Tokens(black=1))),
    ("take:RR", Move.take(Tokens(red=2))),
    ("take:WUG>GJ", Move.take(WUG, Tokens(green=1, gold=1))),
    ("take:RR>WW@10", Move.take(Tokens(red=2), Tokens(white=2), 10)),
    ("reserve:1", Move.reserve(1)),
    ("reserve:90>J@1", Move.reserve(90, Tokens(gold=1), 1)),
    ("reserve:deck1", Move.reserve_deck(1)),
    ("reserve:deck3>J@2", Move.reserve_deck(3, Tokens(gold=1), 2)),
    ("buy:17=WWUJ", Move.purchase(17, Tokens(2, 1, gold=1))),
    ("buy:17=", Move.purchase(17, Tokens())),
    ("buy:63=WWWKJ@7", Move.purchase(63, Tokens(3, black=1, gold=1), 7)),
    ("pass", Move.pass_()),
    ("pass@3", Move.pass_(3)),
]

REFUSED = [
    *("", " ", "take", "take:", "take:J", "take:UW", "take:WWU", "take:WWW", "take:WUGR"),
    *("take:wug", "TAKE:WUG", "take: WUG", "take:WUG ", "take:WUG\n", "take:WUG>", "take:WUG@"),
    *("take:WUG>JG", "take:WUG>X", "take:WUG@0", "take:WUG@11", "take:WUG@01", "take:WUG@1>G"),
    *("take:WUG>WWWWWWWW", "take:WUG@1@2", "take:WUG=J", "take:WWUU", "take:WUG>G>G"),
    *("reserve:", "reserve:0", "reserve:91", "reserve:017", "reserve:-1", "reserve:+1"),
    *("reserve:1_0", "reserve:\u0661", "reserve:1=W", "reserve:deck", "reserve:deck0"),
    *("reserve:deck4", "reserve:deck01", "reserve:Deck1", "reserve:deck1=", "reserve:999"),
    *("buy:17", "buy:=W", "buy:17=UW", "buy:17=w", "buy:017=", "buy:0=", "buy:91=", "buy:17=W>U"),
    *("buy:17=WWWWWWWW", "buy:17==", "buy:17=@", "buy:deck1=", "buy:17= W"),
    *("pass:", "pass>W", "pass@", "pass@0", "pass@11", "Pass", "pass@3 ", "resign", "null"),
]


@pytest.mark.parametrize(("text", "move"), ACCEPTED)
def test_accepted(text: str, move: Move) -> None:
    assert Move.parse(text) is move
    assert str(move) == text
    assert repr(move) == f"Move.parse({text!r})"


@pytest.mark.parametrize("text", REFUSED)
def test_refused(text: str) -> None:
    with pytest.raises(NotationError, match="expected"):
        Move.parse(text)


def test_refusal_names_the_text_and_what_was_expected() -> None:
    with pytest.raises(NotationError, match=r"^'take:UW' is not canonical: expected 'take:WU'$"):
        Move.parse("take:UW")
    with pytest.raises(NotationError, match=r"^'reserve:91' is not a move: card 91: expected 1 to"):
        Move.parse("reserve:91")


def test_refusal_stays_short() -> None:
    with pytest.raises(NotationError) as caught:
        Move.parse("take:" + "W" * 100_000)
    assert len(str(caught.value)) < 300


def test_refused_when_not_a_text() -> None:
    with pytest.raises(NotationError):
        Move.parse(None)  # type: ignore[arg-type]


BAD_CONSTRUCTIONS: list[Callable[[], Move]] = [
    lambda: Move.take(Tokens()),
    lambda: Move.take(Tokens(1, 1, 1, 1)),
    lambda: Move.take(Tokens(3)),
    lambda: Move.take(Tokens(2, 1)),
    lambda: Move.take(Tokens(gold=1)),
    lambda: Move.take(Tokens(1, 1, gold=1)),
    lambda: Move.take(Tokens(-1, 1, 1)),
    lambda: Move.take(Tokens(33)),
    lambda: Move.take(WUG, Tokens(8)),
    lambda: Move.take(WUG, Tokens(-1, 1)),
    lambda: Move.take(WUG, Tokens(32)),
    lambda: Move.take(WUG, noble=11),
    lambda: Move.take(WUG, noble=0),
    lambda: Move.reserve(0),
    lambda: Move.reserve(91),
    lambda: Move.reserve(1, Tokens(2**40)),
    lambda: Move.reserve_deck(0),
    lambda: Move.reserve_deck(4),
    lambda: Move.purchase(0, Tokens()),
    lambda: Move.purchase(101, Tokens()),
    lambda: Move.purchase(1, Tokens(gold=8)),
    lambda: Move.purchase(1, Tokens(gold=-1)),
    lambda: Move.pass_(-1),
]


@pytest.mark.parametrize("build", BAD_CONSTRUCTIONS)
def test_constructors_check_bounds(build: Callable[[], Move]) -> None:
    with pytest.raises(NotationError, match="expected"):
        build()


def test_parts_of_a_take() -> None:
    move = Move.parse("take:WUG>GJ@4")
    assert move.action is Action.TAKE
    assert move.taken == WUG
    assert move.returned == Tokens(green=1, gold=1)
    assert (move.card, move.level, move.noble, move.paid) == (None, None, 4, Tokens())


def test_parts_of_a_reservation() -> None:
    move = Move.parse("reserve:17>J")
    assert (move.action, move.card, move.level) == (Action.RESERVE, 17, None)
    assert (move.returned, move.taken, move.noble) == (Tokens(gold=1), Tokens(), None)
    move = Move.parse("reserve:deck2")
    assert (move.action, move.card, move.level) == (Action.RESERVE_DECK, None, 2)


def test_parts_of_a_purchase() -> None:
    move = Move.parse("buy:17=WWUJ")
    assert (move.action, move.card, move.paid) == (Action.PURCHASE, 17, Tokens(2, 1, gold=1))
    assert (move.returned, move.taken) == (Tokens(), Tokens())
    assert Move.parse("pass").action is Action.PASS


def test_copies_are_the_same_object() -> None:
    move = Move.parse("buy:63=WWWKJ@7")
    assert pickle.loads(pickle.dumps(move)) is move
    assert copy.copy(move) is move
    assert copy.deepcopy([move])[0] is move
    assert len({move, Move.parse("buy:63=WWWKJ@7")}) == 1


def test_moves_cannot_be_changed() -> None:
    move = Move.parse("pass")
    with pytest.raises(AttributeError):
        move.packed = 0
    with pytest.raises(AttributeError):
        del move.packed
