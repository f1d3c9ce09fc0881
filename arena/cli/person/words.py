"""The game in words for the person who plays it: cards, tokens, moves, the board.

Everything is said from what one seat may know; a card that came from a deck is never named.
"""

from collections.abc import Sequence

from arena.engine import Action, Move, Observation, Tokens, board, card

__all__ = ["board_with_names", "card_in_short", "tokens_in_words", "turn_in_words"]

_LETTERS = "WUGRKJ"
_COUNTS = ("no", "a", "two", "three", "four", "five", "six", "seven")


def tokens_in_words(tokens: Tokens) -> str:
    """Tokens in words: `two blue and a red`."""
    there = zip(Tokens._fields, tokens, strict=True)
    return _joined([f"{_COUNTS[count]} {name}" for name, count in there if count]) or "nothing"


def _joined(words: Sequence[str]) -> str:
    *first, last = words or [""]
    return f"{', '.join(first)} and {last}" if first else last


def card_in_short(id: int) -> str:  # noqa: A002 - the word of the notation
    """A card as the board has it: `71+W4 3R6K`."""
    facts = card(id)
    there = zip(_LETTERS, facts.cost, strict=True)
    cost = "".join(f"{count}{letter}" for letter, count in there if count)
    return f"{id}+{_LETTERS[facts.bonus]}{facts.prestige or ''} {cost}"


def turn_in_words(who: str, move: Move, noble: int, prestige: int) -> str:
    """What somebody, or `you`, did in a turn.

    Args:
        who: the name of the player.
        move: the move.
        noble: id of the noble that visited, 0 if none.
        prestige: the player's prestige afterwards.
    """
    ending = "" if who == "you" else "s"
    given = f" and return{ending} {tokens_in_words(move.returned)}" if any(move.returned) else ""
    visit = f"; noble {noble} visits" if noble else ""
    scored = noble or (move.card and move.action is Action.PURCHASE and card(move.card).prestige)
    score = f"; {prestige} prestige now" if scored else ""
    return f"{who} {_deed(move, ending)}{given} ({move}){visit}{score}"


def _deed(move: Move, ending: str) -> str:
    match move.action:
        case Action.TAKE:
            return f"take{ending} {tokens_in_words(move.taken)}"
        case Action.RESERVE_DECK:
            return f"reserve{ending} the unseen top card of level {move.level}"
        case Action.RESERVE:
            return f"reserve{ending} card {card_in_short(move.card or 0)}"
        case Action.PURCHASE:
            bought = card_in_short(move.card or 0)
            return f"buy{ending} card {bought} for {tokens_in_words(move.paid)}"
    return f"pass{'es' if ending else ''}"


def board_with_names(seen: Observation, names: Sequence[str]) -> str:
    """The board as a seat may know it, with the names of the players at their seats."""
    return "\n".join(_named(line, names) for line in board(seen).split("\n"))


def _named(line: str, names: Sequence[str]) -> str:
    for seat, name in enumerate(names):
        place = f"seat {seat}  "
        if line[1:].startswith(place):
            return f"{line[0]}{place}{name}: {line[1:].removeprefix(place)}"
    return line
