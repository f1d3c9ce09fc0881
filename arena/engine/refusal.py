"""Why a move is illegal, in words.

Responsible for one precise reason for every move that the rules forbid. It states the rules a
second time, plainly, on public counts; the tests hold it against the lists of legality.py.
"""

from arena.engine.cards import CARDS, card, noble
from arena.engine.gems import Gem, Tokens, letters
from arena.engine.moves import Action, Move
from arena.engine.state import State


def refusal(state: State, move: Move) -> str | None:
    """Return the reason why a move is illegal, starting with the move; None when it is legal."""
    reason = _reason(state, move)
    return None if reason is None else f"{move}: {reason}"


def _reason(state: State, move: Move) -> str | None:
    if state.ending is not None:
        return "the game is over"
    match move.action:
        case Action.TAKE:
            reason = _take(state, move.taken)
        case Action.RESERVE | Action.RESERVE_DECK:
            reason = _reserve(state, move)
        case Action.PURCHASE:
            reason = _purchase(state, move)
        case _:
            reason = _pass(state)
    if reason is None and move.action is not Action.PURCHASE:
        reason = _returns(state, move)
    return reason or _noble(state, move)


def _take(state: State, taken: Tokens) -> str | None:
    bank = state.bank
    for gem, wanted in zip(Gem, taken[:5], strict=True):
        name = gem.name.lower()
        if wanted == 1 and bank[gem] == 0:
            return f"there is no {name} in the bank"
        if wanted == 2 and bank[gem] < 4:
            return f"needs four {name} in the bank, it has {bank[gem]}"
    there = min(3, sum(count > 0 for count in bank[:5]))
    if max(taken) == 1 and sum(taken) < there and not state.rules.take_fewer:
        return f"takes {sum(taken)}, but the bank has enough different gems to take {there}"
    return None


def _reserve(state: State, move: Move) -> str | None:
    limit = state.rules.reserve_limit
    if len(state.hand(state.seat)) >= limit:
        return f"the hand is full, {limit} cards may be held"
    if move.level is not None:
        if not state.deck_sizes[move.level - 1]:
            return f"the deck of level {move.level} is empty"
    elif not _in_market(state, move.card):
        return f"card {move.card} is not in the market"
    return None


def _in_market(state: State, wanted: int | None) -> bool:
    return any(wanted in row for row in state.market)


def _purchase(state: State, move: Move) -> str | None:
    wanted = move.card or 0
    if not _in_market(state, wanted) and wanted not in state.hand(state.seat):
        return f"card {wanted} is neither in the market nor in the own hand"
    price, held, paid = _price(state, wanted), state.tokens(state.seat), move.paid
    for name, has, gives in zip(Tokens._fields, held, paid, strict=True):
        if gives > has:
            return f"pays {gives} {name}, but only {has} are held"
    for name, costs, gives in zip(Tokens._fields[:5], price, paid, strict=False):
        if gives > costs:
            return f"pays {gives} {name}, but card {wanted} costs {_spell(price)} after bonuses"
    if sum(paid) != sum(price):
        return (
            f"pays {sum(paid)} tokens, but card {wanted} costs {_spell(price)} after bonuses, "
            f"{sum(price)} in all"
        )
    return None


def _price(state: State, wanted: int) -> tuple[int, ...]:
    bonuses = state.bonuses(state.seat)
    return tuple(max(0, n - bonuses[gem]) for gem, n in enumerate(card(wanted).cost[:5]))


def _spell(price: tuple[int, ...]) -> str:
    return letters(price) or "nothing"


def _pass(state: State) -> str | None:
    """Pass is the only move that depends on all others: find the first that is possible."""
    other = _possible_take(state) or _possible_reserve(state) or _possible_purchase(state)
    return f"a pass is not allowed while {other} is possible" if other else None


def _possible_take(state: State) -> str | None:
    return "a take" if any(state.bank[:5]) else None


def _possible_reserve(state: State) -> str | None:
    if len(state.hand(state.seat)) >= state.rules.reserve_limit:
        return None
    there = any(map(any, state.market)) or any(state.deck_sizes)
    return "a reservation" if there else None


def _possible_purchase(state: State) -> str | None:
    held = state.tokens(state.seat)
    for each in CARDS:
        if _in_market(state, each.id) or each.id in state.hand(state.seat):
            price = _price(state, each.id)
            lacking = sum(max(0, n - has) for n, has in zip(price, held, strict=False))
            if lacking <= held.gold:
                return f"the purchase of card {each.id}"
    return None


def _returns(state: State, move: Move) -> str | None:
    gained = list(move.taken)
    if move.action in (Action.RESERVE, Action.RESERVE_DECK):
        gained[5] = min(1, state.bank.gold)
    after = [has + gain for has, gain in zip(state.tokens(state.seat), gained, strict=True)]
    excess = max(0, sum(after) - state.rules.token_limit)
    if sum(move.returned) != excess:
        return (
            f"returns {sum(move.returned)} tokens, but {excess} must be returned: "
            f"{sum(after)} would be held and the limit is {state.rules.token_limit}"
        )
    for name, has, gives in zip(Tokens._fields, after, move.returned, strict=True):
        if gives > has:
            return f"returns {gives} {name}, but only {has} would be held"
    return None


def _noble(state: State, move: Move) -> str | None:
    bonuses = list(state.bonuses(state.seat))
    if move.action is Action.PURCHASE and move.card is not None:
        bonuses[card(move.card).bonus] += 1
    visitors = [n for n in sorted(state.nobles) if _meets(bonuses, noble(n).requirement)]
    names = " and ".join(map(str, visitors))
    if len(visitors) > 1 and move.noble not in visitors:
        return f"must choose one of the nobles {names} that would visit"
    if len(visitors) <= 1 and move.noble is not None:
        return f"chooses noble {move.noble}, but there is no choice: {_coming(visitors)}"
    return None


def _meets(bonuses: list[int], requirement: Tokens) -> bool:
    return all(has >= asks for has, asks in zip(bonuses, requirement, strict=True))


def _coming(visitors: list[int]) -> str:
    return f"only noble {visitors[0]} would visit" if visitors else "none would visit"
