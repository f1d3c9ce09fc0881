"""What is played as messages and back: tokens, moves, cards, rules, deals.

What comes from a bot is checked here; what is wrong with it is a GameError, and who sent it is not known.
"""

from functools import cache, lru_cache

from arena.engine import (
    CARDS,
    NOBLES,
    Action,
    Card,
    Deal,
    Move,
    Noble,
    Rules,
    TieBreak,
    Tokens,
)
from arena.errors import GameError, NotationError
from arena.v1 import game_pb2

__all__ = [
    "catalogue",
    "deal_from_message",
    "deal_message",
    "move_from_message",
    "move_message",
    "rules_from_message",
    "rules_message",
    "tokens_from_message",
    "tokens_message",
]

_TIE_BREAKS = {
    TieBreak.FEWER_CARDS: game_pb2.TIE_BREAK_FEWER_CARDS,
    TieBreak.NOBLE_PRESTIGE: game_pb2.TIE_BREAK_NOBLE_PRESTIGE,
    TieBreak.SHARED: game_pb2.TIE_BREAK_SHARED,
}


@lru_cache(maxsize=4096)
def tokens_message(tokens: Tokens) -> game_pb2.Tokens:
    """Counts as a message; it is shared and must not be changed."""
    white, blue, green, red, black, gold = tokens
    return game_pb2.Tokens(white=white, blue=blue, green=green, red=red, black=black, gold=gold)


def tokens_from_message(message: game_pb2.Tokens) -> Tokens:
    """Counts from a message; they may be any that fit in 32 bits."""
    return Tokens(message.white, message.blue, message.green, message.red, message.black, message.gold)


@cache
def move_message(move: Move) -> game_pb2.Move:
    """A move as a message; the message is shared and must not be changed."""
    message = game_pb2.Move(noble_id=move.noble or 0)
    if any(move.returned):
        message.returned.CopyFrom(tokens_message(move.returned))
    _set_action(message, move)
    return message


def _set_action(message: game_pb2.Move, move: Move) -> None:
    match move.action:
        case Action.TAKE:
            message.take.tokens.CopyFrom(tokens_message(move.taken))
        case Action.RESERVE:
            message.reserve.card_id = move.card or 0
        case Action.RESERVE_DECK:
            message.reserve.deck_level = move.level or 0
        case Action.PURCHASE:
            message.purchase.card_id = move.card or 0
            message.purchase.payment.CopyFrom(tokens_message(move.paid))
        case Action.PASS:
            message.pass_turn.SetInParent()


def move_from_message(message: game_pb2.Move) -> Move:
    """The move that a message means.

    Raises:
        NotationError: if no move can be written like that.
    """
    returned = tokens_from_message(message.returned)
    noble = message.noble_id or None
    match message.WhichOneof("action"):
        case "take":
            return Move.take(tokens_from_message(message.take.tokens), returned, noble)
        case "reserve" if message.reserve.WhichOneof("target") == "card_id":
            return Move.reserve(message.reserve.card_id, returned, noble)
        case "reserve":
            return Move.reserve_deck(message.reserve.deck_level, returned, noble)
        case "purchase" if not any(returned):
            payment = tokens_from_message(message.purchase.payment)
            return Move.purchase(message.purchase.card_id, payment, noble)
        case "pass_turn" if not any(returned):
            return Move.pass_(noble)
    raise NotationError("the move has no action, or returns tokens where none can be returned")


@cache
def catalogue() -> game_pb2.Catalogue:
    """All cards and nobles; shared, must not be changed."""
    return game_pb2.Catalogue(
        cards=[_card_message(card) for card in CARDS],
        nobles=[_noble_message(noble) for noble in NOBLES],
    )


def _card_message(card: Card) -> game_pb2.Card:
    return game_pb2.Card(
        id=card.id,
        level=card.level,
        prestige=card.prestige,
        bonus=game_pb2.Gem.Name(card.bonus + 1),
        cost=tokens_message(card.cost),
    )


def _noble_message(noble: Noble) -> game_pb2.Noble:
    requirement = tokens_message(noble.requirement)
    return game_pb2.Noble(id=noble.id, prestige=noble.prestige, requirement=requirement)


@lru_cache(maxsize=64)
def rules_message(rules: Rules, players: int) -> game_pb2.Rules:
    """A rule set with the numbers for so many players; shared, must not be changed."""
    return game_pb2.Rules(
        name=rules.name,
        prestige_to_win=rules.prestige_to_win,
        token_limit=rules.token_limit,
        reserve_limit=rules.reserve_limit,
        tokens_per_gem=rules.gem_tokens(players),
        gold=rules.gold_tokens(players),
        nobles_shown=rules.nobles(players),
        round_limit=rules.round_limit,
        take_fewer=rules.take_fewer,
        tie_break=_TIE_BREAKS[rules.tie_break],
    )


def rules_from_message(message: game_pb2.Rules) -> Rules:
    """The rule set that a message means, for the number of players it was made for.

    Raises:
        GameError: if a number is out of its bounds, or the tie break unknown.
    """
    tie_breaks = [tie for tie, value in _TIE_BREAKS.items() if value == message.tie_break]
    if not tie_breaks:
        raise GameError(
            f"tie break {message.tie_break!r} is not known, expected one of 1 to {len(_TIE_BREAKS)}"
        )
    return Rules(
        name=message.name,
        prestige_to_win=message.prestige_to_win,
        token_limit=message.token_limit,
        reserve_limit=message.reserve_limit,
        tokens_per_gem=message.tokens_per_gem,
        gold=message.gold,
        nobles_shown=message.nobles_shown,
        round_limit=message.round_limit,
        take_fewer=message.take_fewer,
        tie_break=tie_breaks[0],
    )


def deal_message(deal: Deal) -> game_pb2.Deal:
    """A deal as a message."""
    level1, level2, level3 = deal.decks
    return game_pb2.Deal(
        players=deal.players, level1=level1, level2=level2, level3=level3, nobles=deal.nobles
    )


def deal_from_message(message: game_pb2.Deal) -> Deal:
    """The deal that a message means.

    Raises:
        GameError: if it is not a permutation of the cards and nobles.
    """
    decks = (tuple(message.level1), tuple(message.level2), tuple(message.level3))
    return Deal(message.players, decks, tuple(message.nobles))
