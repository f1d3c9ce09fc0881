"""The cases that are easy to get wrong (docs/rules.md section 10), one by one, as tables.

The market of a built position is cards 1 to 4, 41 to 44 and 71 to 74, unless players have some of
them; its bank holds what the players do not.
"""

from dataclasses import dataclass, field
from typing import Any

import pytest

from arena.engine import Move, Position, Rules, Tokens
from arena.engine.cards import LEVEL_IDS
from arena.errors import IllegalMoveError
from tests.engine.builders import build, cards_for, tokens

BLOCKED_HAND = (88, 89, 90)


@dataclass
class Case:
    """One move in one position."""

    name: str
    before: dict[str, Any]
    move: str
    after: dict[str, Any] = field(default_factory=dict)
    """What the seat that moved has afterwards, and what the position shows."""
    error: str = ""
    """What the reason of the refusal contains; empty for a legal move."""


def one(**mover: Any) -> dict[str, Any]:
    """Build a two-player position in which only the mover matters."""
    return {"players": [mover, {}]}


EIGHT_WHITES = cards_for("WWWWWWWW", avoid=(1, 2, 3, 4, 41, 42, 43, 44))
LEVEL_1_BUT_FOUR = [each for each in LEVEL_IDS[0] if each > 4]

CASES = [
    # Taking.
    Case("take three", one(), "take:WUG", {"tokens": "WUG", "bank": "WWWUUUGGGRRRRKKKKJJJJJ"}),
    Case("take two", one(), "take:KK", {"tokens": "KK"}),
    Case("take two of four", {"bank": "WWWWUUUGG"}, "take:WW", {"tokens": "WW"}),
    Case(
        "take two of three",
        {"bank": "WWWUUUGG"},
        "take:WW",
        error="take:WW: needs four white in the bank, it has 3",
    ),
    Case("take of none", {"bank": "WUGR"}, "take:WUK", error="there is no black in the bank"),
    Case("two kinds left", {"bank": "WWR"}, "take:WR", {"tokens": "WR", "bank": "W"}),
    Case("one kind left", {"bank": "RRR"}, "take:R", {"tokens": "R", "bank": "RR"}),
    Case("fewer than there are", {"bank": "WWR"}, "take:W", error="enough different gems to take 2"),
    Case("fewer by choice is off", one(), "take:WU", error="enough different gems to take 3"),
    Case("fewer by choice", {"rules": Rules(take_fewer=True)}, "take:WU", {"tokens": "WU"}),
    Case("one by choice", {"rules": Rules(take_fewer=True)}, "take:W", {"tokens": "W"}),
    # Ten tokens.
    Case("just ten", one(held="WWUUGGR"), "take:WUK", {"tokens": "WWWUUUGGRK"}),
    Case("return one", one(held="WWUUGGRR"), "take:WUK>R", {"tokens": "WWWUUUGGRK"}),
    Case("return the taken", one(held="WWUUGGRRKK"), "take:WUK>WUK", {"tokens": "WWUUGGRRKK"}),
    Case("return gold", one(held="WWUUGGRRKJ"), "take:WUK>WUJ", {"tokens": "WWUUGGRRKK"}),
    Case("return too few", one(held="WWUUGGRRK"), "take:WUK>W", error="returns 1 tokens, but 2"),
    Case("return too many", one(held="WWUUGGRR"), "take:WUK>WU", error="but 1 must be returned"),
    Case("return at ten", one(held="WWUUGGR"), "take:WUK>W", error="but 0 must be returned"),
    Case(
        "return what is not held",
        one(held="WWWUUUGGGR"),
        "take:WUG>KKK",
        error="returns 3 black, but only 0 would be held",
    ),
    Case("another limit", {**one(held="WW"), "rules": Rules(token_limit=3)}, "take:WUG>WW"),
    # Reserving.
    Case(
        "reserve",
        one(),
        "reserve:42",
        {"hand": (42,), "tokens": "J", "drawn_level": 2, "market_lacks": 42, "blind": False},
    ),
    Case("reserve blind", one(), "reserve:deck3", {"tokens": "J", "drawn_level": 3, "blind": True}),
    Case(
        "reserve at ten",
        one(held="WWWUUUGGGR"),
        "reserve:1>J",
        {"tokens": "WWWUUUGGGR", "bank": "WUGRRRKKKKJJJJJ", "hand": (1,)},
    ),
    Case("reserve at ten, keep gold", one(held="WWWUUUGGGR"), "reserve:1>R", {"gold": 1}),
    Case("reserve at ten for all", one(held="WWWUUUGGGR"), "reserve:1", error="1 must be returned"),
    Case("reserve without gold", {"bank": "WUGRK"}, "reserve:1", {"tokens": "", "hand": (1,)}),
    Case(
        "reserve at ten without gold",
        {"players": [{"held": "WWWUUUGGGR"}, {}], "bank": "W"},
        "reserve:1",
        {"tokens": "WWWUUUGGGR"},
    ),
    Case(
        "reserve at ten without gold returns nothing",
        {"players": [{"held": "WWWUUUGGGR"}, {}], "bank": "W"},
        "reserve:1>W",
        error="returns 1 tokens, but 0 must be returned",
    ),
    Case("full hand", one(hand=BLOCKED_HAND), "reserve:1", error="the hand is full, 3 cards"),
    Case("full hand, blind", one(hand=BLOCKED_HAND), "reserve:deck1", error="the hand is full"),
    Case("larger hand", {**one(hand=BLOCKED_HAND), "rules": Rules(reserve_limit=5)}, "reserve:1"),
    Case("no hand", {"rules": Rules(reserve_limit=0)}, "reserve:1", error="the hand is full, 0"),
    Case("not in the market", one(), "reserve:17", error="reserve:17: card 17 is not in the market"),
    Case("another's hand", {"players": [{}, {"hand": (5,)}]}, "reserve:5", error="not in the market"),
    # Purchasing.
    Case("exact price", one(held="RRK"), "buy:1=RRK", {"tokens": "", "purchased": (1,)}),
    Case("refill", one(held="RRK"), "buy:1=RRK", {"market_lacks": 1, "drawn_level": 1}),
    Case("gold for a gem that lacks", one(held="RKJ"), "buy:1=RKJ", {"tokens": ""}),
    Case("gold while holding the gem", one(held="RRKJ"), "buy:1=RKJ", {"tokens": "R"}),
    Case("gold for everything", one(held="RRKJJJ"), "buy:1=JJJ", {"tokens": "RRK"}),
    Case("overpaid", one(held="RRKJ"), "buy:1=RRKJ", error="pays 4 tokens, but card 1 costs RRK"),
    Case("underpaid", one(held="RRK"), "buy:1=RR", error="pays 2 tokens, but card 1 costs RRK"),
    Case("wrong gem", one(held="WRRK"), "buy:1=WRR", error="pays 1 white, but card 1 costs RRK"),
    Case("tokens not held", one(held="RK"), "buy:1=RRK", error="pays 2 red, but only 1 are held"),
    Case("bonus lowers", one(purchased=cards_for("R"), held="RK"), "buy:1=RK", {"tokens": ""}),
    Case("free", one(purchased=cards_for("RRRK")), "buy:1=", {"tokens": "", "bonus_white": 1}),
    Case(
        "bonus must be used",
        one(purchased=cards_for("R"), held="RRK"),
        "buy:1=RRK",
        error="pays 2 red, but card 1 costs RK after bonuses",
    ),
    Case(
        "free is free",
        one(purchased=cards_for("RRK"), held="R"),
        "buy:1=R",
        error="card 1 costs nothing after bonuses",
    ),
    Case("from the hand", one(hand=(40, 5), held="UUUU"), "buy:40=UUUU", {"hand": (5,)}),
    Case("from the hand, no refill", one(hand=(40,), held="UUUU"), "buy:40=UUUU", {"drawn": 0}),
    Case("unseen from the hand", one(unseen=(40,), held="UUUU"), "buy:40=UUUU", {"hand": ()}),
    Case(
        "from another's hand",
        {"players": [{"held": "UUUU"}, {"hand": (40,)}]},
        "buy:40=UUUU",
        error="card 40 is neither in the market nor in the own hand",
    ),
    Case(
        "an eighth card of one bonus",
        one(purchased=EIGHT_WHITES[:7], held="RRK"),
        "buy:1=RRK",
        {"bonus_white": 8, "tokens": ""},
    ),
    Case("eight bonuses pay seven", one(purchased=EIGHT_WHITES, hand=(77,)), "buy:77="),
    # Nobles.
    Case(
        "a noble on a take",
        {**one(purchased=cards_for("RRRRKKKK")), "nobles": (1, 2)},
        "take:WUG",
        {"visited": 1, "prestige": 3, "nobles": (2,)},
    ),
    Case(
        "a noble on a reservation",
        {**one(purchased=cards_for("RRRRKKKK")), "nobles": (1,)},
        "reserve:1",
        {"visited": 1},
    ),
    Case(
        "a noble on a purchase",
        {**one(purchased=cards_for("WWWUUUUG", avoid=(1,)), held="RRK"), "nobles": (10,)},
        "buy:1=RRK",
        {"visited": 10, "prestige": 3},
    ),
    Case(
        "tokens are no bonuses",
        {**one(purchased=cards_for("RRRRKKK"), held="K"), "nobles": (1,)},
        "take:WUG",
        {"visited": 0},
    ),
    Case(
        "a choice of noble",
        {**one(purchased=cards_for("GGGGRRRRKKKK")), "nobles": (1, 2, 3)},
        "take:WUG@2",
        {"visited": 2, "nobles": (1, 3)},
    ),
    Case(
        "no choice made",
        {**one(purchased=cards_for("GGGGRRRRKKKK")), "nobles": (1, 3)},
        "take:WUG",
        error="must choose one of the nobles 1 and 3",
    ),
    Case(
        "a wrong choice",
        {**one(purchased=cards_for("GGGGRRRRKKKK")), "nobles": (1, 3)},
        "take:WUG@2",
        error="must choose one of the nobles 1 and 3",
    ),
    Case(
        "a choice where there is none",
        {**one(purchased=cards_for("RRRRKKKK")), "nobles": (1,)},
        "take:WUG@1",
        error="there is no choice: only noble 1 would visit",
    ),
    Case("a choice of nobody", one(), "take:WUG@1", error="there is no choice: none would visit"),
    # Passing, and decks that end.
    Case("pass", one(), "pass", error="a pass is not allowed while a take is possible"),
    Case("pass to save", {"bank": ""}, "pass", error="while a reservation is possible"),
    Case(
        "pass though a card is free",
        {**one(hand=(40, 88, 89), purchased=cards_for("UUUU", avoid=(40,))), "bank": ""},
        "pass",
        error="while the purchase of card",
    ),
    Case(
        "a position with no legal action",
        {**one(hand=BLOCKED_HAND), "bank": ""},
        "pass",
        {"passed": (0,), "turn": 1},
    ),
    Case(
        "a noble on a pass",
        {**one(hand=BLOCKED_HAND, purchased=EIGHT_WHITES), "bank": "", "nobles": (9, 10)},
        "pass",
        {"visited": 0, "passed": (0,)},
    ),
    Case(
        "a finished deck",
        {"players": [{"held": "RRK"}, {"purchased": LEVEL_1_BUT_FOUR, "prestige": 0}]},
        "buy:1=RRK",
        {"drawn": 0, "market_1": (0, 2, 3, 4)},
    ),
    Case(
        "an empty deck",
        {"players": [{}, {"purchased": LEVEL_1_BUT_FOUR, "prestige": 0}]},
        "reserve:deck1",
        error="the deck of level 1 is empty",
    ),
]


def shown(position: Position, seat: int, name: str) -> Any:
    """Return what `Case.after` calls by this name."""
    match name:
        case "tokens" | "purchased" | "prestige":
            return getattr(position, name)(seat)
        case "hand":
            return position.hand(seat)
        case "gold":
            return position.tokens(seat).gold
        case "bonus_white":
            return position.bonuses(seat).white
        case "blind":
            return position.observe(1 - seat).players[seat].reserved[-1].card is None
        case "market_1":
            return position.market[0]
        case _:
            return getattr(position, name)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_case(case: Case) -> None:
    position, move = build(**case.before), Move.parse(case.move)
    if case.error:
        assert move not in position.legal_moves()
        with pytest.raises(IllegalMoveError) as caught:
            position.check(move)
        assert str(caught.value).startswith(f"{move}: ")
        assert case.error in str(caught.value)
        return
    position.check(move)
    seat = position.seat
    position.play(move)
    for name, expected in case.after.items():
        check_shown(position, seat, name, expected)


def check_shown(position: Position, seat: int, name: str, expected: Any) -> None:
    """Compare one entry of `Case.after`."""
    if name == "drawn_level":
        assert position.drawn in LEVEL_IDS[expected - 1]
    elif name == "market_lacks":
        assert all(expected not in row for row in position.market)
        assert any(position.drawn in row for row in position.market)
    elif name in ("tokens", "bank"):
        assert shown(position, seat, name) == tokens(expected)
    else:
        assert shown(position, seat, name) == expected


def test_a_second_noble_comes_a_turn_later() -> None:
    position = build([{"purchased": cards_for("GGGGRRRRKKKK")}, {}], nobles=(1, 3))
    for text, visited in (("take:WUG@3", 3), ("take:WUG", 0), ("take:WRK", 1)):
        move = Move.parse(text)
        position.check(move)
        position.play(move)
        assert position.visited == visited
    assert position.visits(0) == (3, 1)
    assert position.prestige(0) == 6


def test_the_order_of_legal_moves_is_fixed() -> None:
    position = build([{"held": "WWWUUUGRKJ"}, {}])
    texts = [str(move) for move in position.legal_moves()]
    assert texts[:3] == ["take:WUG>WWW", "take:WUG>WWU", "take:WUG>WWG"]
    assert texts.index("buy:4=UUKJ") < texts.index("buy:3=UGRKJ")
    # Blocks come in the order takes, reservations, decks, purchases.
    kinds = ["deck" if "deck" in text else text.partition(":")[0] for text in texts]
    assert sorted(set(kinds), key=kinds.index) == ["take", "reserve", "deck", "buy"]
    assert texts[-1] == "buy:1=RKJ"


def test_callers_cannot_damage_the_lists() -> None:
    position = build()
    expected = position.legal_moves()
    position.legal_moves().clear()
    for code in position.legal_actions():
        position.completions(code).clear()
    position.legal_actions().clear()
    assert position.legal_moves() == expected
    assert Tokens() == position.tokens(0)
