"""The printed facts pass the checks of docs/rules.md section 9."""

from collections import Counter

import pytest

from arena.engine import CARDS, NOBLES, Gem, card, noble
from arena.errors import GameError


def test_ids_are_places() -> None:
    assert [each.id for each in CARDS] == list(range(1, 91))
    assert [each.id for each in NOBLES] == list(range(1, 11))
    assert card(90) is CARDS[89]
    assert noble(10) is NOBLES[9]


@pytest.mark.parametrize("wanted", [0, -1, 91])
def test_unknown_card(wanted: int) -> None:
    with pytest.raises(GameError, match=r"does not exist: expected 1 to 90"):
        card(wanted)


@pytest.mark.parametrize("wanted", [0, 11])
def test_unknown_noble(wanted: int) -> None:
    with pytest.raises(GameError, match=r"does not exist: expected 1 to 10"):
        noble(wanted)


@pytest.mark.parametrize(
    ("level", "count", "per_gem", "cost", "prestige"),
    [(1, 40, 8, 33, 5), (2, 30, 6, 41, 55), (3, 20, 4, 43, 80)],
)
def test_level(level: int, count: int, per_gem: int, cost: int, prestige: int) -> None:
    cards = [each for each in CARDS if each.level == level]
    assert len(cards) == count
    assert Counter(each.bonus for each in cards) == dict.fromkeys(Gem, per_gem)
    assert [sum(each.cost[gem] for each in cards) for gem in Gem] == [cost] * 5
    assert sum(each.prestige for each in cards) == prestige
    alike = [sorted((each.prestige, sorted(each.cost)) for each in cards if each.bonus is gem) for gem in Gem]
    assert all(kinds == alike[0] for kinds in alike)


def test_all_cards() -> None:
    assert len({(each.bonus, each.cost) for each in CARDS}) == len(CARDS)
    assert all(each.cost.gold == 0 for each in CARDS)
    assert [sum(each.prestige for each in CARDS if each.bonus is gem) for gem in Gem] == [28] * 5


def test_nobles() -> None:
    asked = [sorted(count for count in each.requirement if count) for each in NOBLES]
    assert asked.count([3, 3, 3]) == 5
    assert asked.count([4, 4]) == 5
    assert [sum(each.requirement[gem] for each in NOBLES) for gem in Gem] == [17] * 5
    assert {each.prestige for each in NOBLES} == {3}
