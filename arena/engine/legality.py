"""What may be played: the complete list, and the same choice in stages.

Responsible for docs/rules.md sections 2 to 4 as far as they allow a move. Changes nothing, and reads the
state's packed fields, because this is the part whose speed everybody feels.

The order of the complete list is promised to callers: takes of different gems (more gems first,
then in the order WUGRK), takes of two, reservations from the market (level 1 first, by slot),
reservations from decks (level 1 first), purchases (highest card id
first), pass. Within one action: returns of
most whites first, then of most blues and so on, payments of most whites, blues... first; at last,
nobles by id.
"""

import random
from typing import Final

from arena.engine.gems import GEM_LANES, GOLD, LANE_MASK, capped
from arena.engine.moves import GAIN_SIZES, PASS, RESERVE, TAKE, Move, from_code
from arena.engine.state import State
from arena.engine.tables import (
    BONUSES,
    CARD_BITS,
    DECK_CODES,
    DECK_RESERVES,
    RESERVES,
    TAKES,
    affordable,
    choose_noble,
    last_card,
    nobles_met,
    nobles_near,
    purchases,
    reserve_returns,
    take_returns,
    takes,
)

_PASS: Final[Move] = from_code(PASS)
_MOST_TAKEN: Final[int] = 3


def legal_moves(state: State) -> list[Move]:
    """Return every legal move in the promised order; a fresh list, empty when the game is over."""
    if state.ending is not None:
        return []
    seat: int = state.seat
    tokens: int = state._tokens[seat]
    bonuses: int = state._bonuses[seat]
    room: int = state.rules.token_limit - tokens % LANE_MASK
    moves: list[Move] = _takes(state, tokens, room)
    if len(state._hands[seat]) < state.rules.reserve_limit:
        moves += _reserves(state, tokens, room)
    nobles: int = state._met[seat] & state._nobles
    if nobles & (nobles - 1):
        moves = choose_noble(moves, nobles)
    cards: int = affordable(tokens, bonuses, state._market_bits | state._hand_bits[seat])
    if cards:
        nobles = nobles_near(bonuses) & state._nobles
        if nobles & (nobles - 1):
            moves += _purchases_with_nobles(state, cards)
        else:
            moves += purchases(cards, tokens, bonuses)
    return moves or completions(state, PASS)


def legal_actions(state: State) -> list[int]:
    """Return the code of every legal action (moves.py), in the promised order."""
    if state.ending is not None:
        return []
    codes: list[int] = [*takes(state._bank & GEM_LANES, state.rules.take_fewer).codes]
    codes += _reserve_codes(state)
    seat: int = state.seat
    cards: int = affordable(
        state._tokens[seat], state._bonuses[seat], state._market_bits | state._hand_bits[seat]
    )
    while cards:
        codes.append(last_card(cards))
        cards ^= CARD_BITS[codes[-1]]
    return codes or [PASS]


def completions(state: State, code: int) -> list[Move]:
    """Return the legal moves of a legal action: all returns or payments, with all nobles."""
    seat: int = state.seat
    tokens: int = state._tokens[seat]
    nobles: int = state._met[seat]
    moves: list[Move]
    if code >= TAKE:
        moves = _take(state, code, tokens)
    elif code > RESERVE:
        moves = _reserve(state, code, tokens)
    elif code == PASS:
        moves = [_PASS]
    else:
        bonuses: int = state._bonuses[seat]
        moves = purchases(CARD_BITS[code], tokens, bonuses)
        nobles = nobles_met(bonuses + BONUSES[code])
    nobles &= state._nobles
    return choose_noble(moves, nobles) if nobles & (nobles - 1) else moves


def random_move(state: State, rng: random.Random) -> Move:
    """Return a legal move, drawn in stages: action, then returns or payment, then noble.

    Each stage is uniform. The last two are drawn as one, which is the same: every return and
    every payment of an action leaves the same nobles to choose from. The game must not be over.
    """
    seat: int = state.seat
    take_codes: tuple[int, ...] = takes(state._bank & GEM_LANES, state.rules.take_fewer).codes
    cards: int = affordable(
        state._tokens[seat], state._bonuses[seat], state._market_bits | state._hand_bits[seat]
    )
    take_count: int = len(take_codes)
    reserve_count: int = 0
    if len(state._hands[seat]) < state.rules.reserve_limit:
        reserve_count = len(state._market) - state._market.count(0) + state._decks.bit_count()
    choice: int = int(rng.random() * (take_count + reserve_count + cards.bit_count()))
    code: int = PASS
    if choice < take_count:
        code = take_codes[choice]
    elif choice < take_count + reserve_count:
        code = _reserve_codes(state)[choice - take_count]
    elif cards:
        for _ in range(choice - take_count - reserve_count):
            cards ^= CARD_BITS[last_card(cards)]
        code = last_card(cards)
    moves: list[Move] = completions(state, code)
    return moves[int(rng.random() * len(moves))] if len(moves) > 1 else moves[0]


def _takes(state: State, tokens: int, room: int) -> list[Move]:
    ways = takes(state._bank & GEM_LANES, state.rules.take_fewer)
    if room >= _MOST_TAKEN:
        return list(ways.moves)
    return take_returns(ways.codes, capped(tokens, _MOST_TAKEN - room), room)


def _take(state: State, code: int, tokens: int) -> list[Move]:
    room: int = state.rules.token_limit - tokens % LANE_MASK
    if room >= GAIN_SIZES[code]:
        return [TAKES[code - TAKE]]
    return take_returns((code,), capped(tokens, _MOST_TAKEN - room), room)


def _reserves(state: State, tokens: int, room: int) -> list[Move]:
    if room or state._bank < GOLD:
        if not state._reserves:
            moves = [RESERVES[card] for card in state._market if card]
            state._reserves = moves + DECK_RESERVES[state._decks]
        return state._reserves
    returns = reserve_returns(capped(tokens + GOLD, 1))
    moves = []
    for code in _reserve_codes(state):
        moves += returns[code]
    return moves


def _reserve(state: State, code: int, tokens: int) -> list[Move]:
    if state._bank < GOLD or tokens % LANE_MASK < state.rules.token_limit:
        return [from_code(code)]
    return list(reserve_returns(capped(tokens + GOLD, 1))[code])


def _reserve_codes(state: State) -> list[int]:
    if len(state._hands[state.seat]) >= state.rules.reserve_limit:
        return []
    codes: list[int] = [RESERVE + card for card in state._market if card]
    codes += DECK_CODES[state._decks]
    return codes


def _purchases_with_nobles(state: State, cards: int) -> list[Move]:
    moves: list[Move] = []
    while cards:
        card: int = last_card(cards)
        cards ^= CARD_BITS[card]
        moves += completions(state, card)
    return moves
