"""Full positions out of what a seat knows.

Responsible for sampling everything hidden (deck orders, other seats' blind reservations, nobles out
of the game) so that the seat could not tell the difference. Knows nothing of search.
"""

import random

from arena.engine.cards import LEVEL_IDS, NOBLES
from arena.engine.deal import Deal
from arena.engine.gems import pack
from arena.engine.observation import Observation, PlayerView, ReservedCard
from arena.engine.position import Position
from arena.engine.state import ORDERS, UNSEEN
from arena.engine.tables import CARD_BITS, nobles_met
from arena.errors import GameError

_MOST_BONUSES = 7


def determinize(observation: Observation, rng: random.Random) -> Position:
    """Return a position that the observing seat may be in, hidden cards drawn uniformly.

    `position.observe(observation.seat)` equals the observation. The order in which known cards
    left the decks is not known and stands in the deal in ascending order. GameError for an
    observation that no game can produce because its cards do not add up.
    """
    hidden = _hidden(observation)
    for pile in hidden:
        rng.shuffle(pile)
    hands = [_hand(player, hidden) for player in observation.players]
    for level, (pile, size) in enumerate(zip(hidden, observation.deck_sizes, strict=True), 1):
        if len(pile) != size:
            raise GameError(f"deck {level}: expected {len(pile)} cards, got {size}")
    position = Position(_deal(observation, hidden, rng), observation.rules)
    _set_table(position, observation)
    for seat, player in enumerate(observation.players):
        _set_player(position, seat, player, hands[seat])
    return position


def _hidden(observation: Observation) -> list[list[int]]:
    """Return for each level the cards that the seat has not seen, ascending."""
    seen = {card for row in observation.market for card in row}
    for player in observation.players:
        seen.update(player.purchased)
        seen.update(entry.card for entry in player.reserved if entry.card is not None)
    return [[card for card in ids if card not in seen] for ids in LEVEL_IDS]


def _hand(player: PlayerView, hidden: list[list[int]]) -> tuple[int, ...]:
    return tuple([_entry(reserved, hidden) for reserved in player.reserved])


def _entry(reserved: ReservedCard, hidden: list[list[int]]) -> int:
    pile = hidden[reserved.level - 1]
    if reserved.card is None and not pile:
        raise GameError(f"hand: no card of level {reserved.level} is left to be there")
    card = pile.pop() if reserved.card is None else reserved.card
    return card + UNSEEN if reserved.unseen else card


def _deal(observation: Observation, hidden: list[list[int]], rng: random.Random) -> Deal:
    decks = [
        (*[card for card in ids if card not in pile], *pile)
        for ids, pile in zip(LEVEL_IDS, map(tuple, hidden), strict=True)
    ]
    visits = [noble for player in observation.players for noble in player.nobles]
    shown = [*observation.nobles, *visits]
    rest = [noble.id for noble in NOBLES if noble.id not in shown]
    rng.shuffle(rest)
    return Deal(len(observation.players), (decks[0], decks[1], decks[2]), (*shown, *rest))


def _set_table(position: Position, observation: Observation) -> None:
    position.seat = observation.on_turn
    position.turn = observation.turn
    position.round = observation.round
    position.ending = observation.ending
    position._bank = pack(observation.bank)
    position._nobles = sum([1 << noble for noble in observation.nobles])
    position._market = [card for row in observation.market for card in row]
    position._market_bits = sum([CARD_BITS[card] for card in position._market])
    position._next_card = [
        len(ids) - size for ids, size in zip(LEVEL_IDS, observation.deck_sizes, strict=True)
    ]
    position._decks = sum([1 << level for level, n in enumerate(observation.deck_sizes) if n])
    position._final = observation.final_round
    position._passed = sum([1 << seat for seat in observation.passed])
    position._forfeits = observation.forfeits
    position._alive ^= sum([1 << seat for seat in observation.forfeits])
    if position._alive:
        position._order = ORDERS[position.players, position._alive]


def _set_player(position: Position, seat: int, player: PlayerView, hand: tuple[int, ...]) -> None:
    position._tokens[seat] = pack(player.tokens)
    position._bonuses[seat] = pack([min(_MOST_BONUSES, count) for count in player.bonuses])
    position._met[seat] = nobles_met(position._bonuses[seat])
    position._prestige[seat] = player.prestige
    position._purchased[seat] = player.purchased
    position._visits[seat] = player.nobles
    position._hands[seat] = hand
    position._hand_bits[seat] = sum([CARD_BITS[entry & ~UNSEEN] for entry in hand])
