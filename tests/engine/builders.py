"""Positions for table cases, out of what matters in the case.

Everything that a case leaves out is as at the start of a game, with the cards in ascending order. The
bank holds what the players do not, so that tokens are always conserved.
"""

import random
from collections.abc import Mapping, Sequence
from typing import Any

from arena.engine import (
    Observation,
    PlayerView,
    Position,
    ReservedCard,
    Rules,
    Tokens,
    card,
    determinize,
    noble,
)
from arena.engine.cards import LEVEL_IDS

LETTERS = "WUGRKJ"


def tokens(text: str) -> Tokens:
    """Read `WWJ` as two whites and a gold."""
    return Tokens(*[text.count(letter) for letter in LETTERS])


def cards_for(bonuses: str, avoid: Sequence[int] = ()) -> tuple[int, ...]:
    """Return level 1 and 2 cards without prestige first that carry these bonuses."""
    chosen: list[int] = []
    for letter in bonuses:
        ids = (
            each
            for level in LEVEL_IDS
            for each in level
            if card(each).bonus == LETTERS.index(letter) and each not in chosen and each not in avoid
        )
        chosen.append(min(ids, key=lambda each: (card(each).prestige, each)))
    return tuple(chosen)


def player(
    held: str = "",
    purchased: Sequence[int] = (),
    hand: Sequence[int] = (),
    unseen: Sequence[int] = (),
    nobles: Sequence[int] = (),
    prestige: int | None = None,
    forfeited: bool = False,
) -> PlayerView:
    """Build a player; bonuses and prestige follow from the cards unless prestige is given."""
    bonuses = [0] * 5
    for each in purchased:
        bonuses[card(each).bonus] += 1
    earned = sum(card(each).prestige for each in purchased)
    earned += sum(noble(each).prestige for each in nobles)
    reserved = [ReservedCard(card(each).level, each, False) for each in hand]
    reserved += [ReservedCard(card(each).level, each, True) for each in unseen]
    return PlayerView(
        tokens=tokens(held),
        bonuses=Tokens(*bonuses),
        prestige=earned if prestige is None else prestige,
        purchased=tuple(purchased),
        reserved=tuple(reserved),
        nobles=tuple(nobles),
        forfeited=forfeited,
    )


def build(
    players: Sequence[Mapping[str, Any]] = ({}, {}),
    rules: Rules | None = None,
    bank: str | None = None,
    market: Sequence[Sequence[int]] | None = None,
    nobles: Sequence[int] = (),
    **table: Any,
) -> Position:
    """Build a position; `table` holds further fields of an observation (on_turn, round...)."""
    views = [player(**each) for each in players]
    taken = {each for view in views for each in view.purchased}
    taken |= {entry.card or 0 for view in views for entry in view.reserved}
    taken |= {each for row in market or () for each in row}
    rest = [[each for each in level if each not in taken] for level in LEVEL_IDS]
    if market is None:
        market = [[pile.pop(0) for _ in range(4)] for pile in rest]
    sizes = tuple(len(pile) for pile in rest)
    rules = rules or Rules()
    observation = Observation(
        seat=0,
        rules=rules,
        bank=_bank(rules, views) if bank is None else tokens(bank),
        market=tuple(tuple(row) for row in market),
        deck_sizes=sizes,
        nobles=tuple(nobles),
        players=tuple(views),
        **{
            "turn": 0,
            "round": 1,
            "on_turn": 0,
            "final_round": False,
            "passed": (),
            "forfeits": (),
            "ending": None,
            **table,
        },
    )
    return determinize(observation, random.Random(0))


def _bank(rules: Rules, views: Sequence[PlayerView]) -> Tokens:
    gems, gold = rules.gem_tokens(len(views)), rules.gold_tokens(len(views))
    held = [sum(counts) for counts in zip(*[view.tokens for view in views], strict=True)]
    return Tokens(*[have - less for have, less in zip([gems] * 5 + [gold], held, strict=True)])
