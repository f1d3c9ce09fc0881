"""A move as one line of text, the way logs and records show it, and back.

It knows how moves are written, and nothing of which one is legal.
"""

from arena_client.pb.game_pb2 import Move, Tokens

__all__ = ["parse", "text"]

LETTERS = "WUGRKJ"
"""White, blue, green, red, black, gold: always in this order."""

_CARDS, _LEVELS, _NOBLES, _MOST_OF_A_KIND = 90, 3, 10, 7


def text(move: Move) -> str:
    """The text notation of a move, such as `take:WUG>GJ` or `buy:63=WWWKJ@7`."""
    returned = f">{letters(move.returned)}" if letters(move.returned) else ""
    noble = f"@{move.noble_id}" if move.noble_id else ""
    return f"{_action(move)}{returned}{noble}"


def letters(tokens: Tokens) -> str:
    """Tokens as letters, in the order WUGRKJ."""
    return "".join(letter * count for letter, count in zip(LETTERS, counts(tokens), strict=True))


def counts(tokens: Tokens) -> tuple[int, ...]:
    """White, blue, green, red, black, gold."""
    return (tokens.white, tokens.blue, tokens.green, tokens.red, tokens.black, tokens.gold)


def _action(move: Move) -> str:
    match move.WhichOneof("action"):
        case "take":
            return f"take:{letters(move.take.tokens)}"
        case "reserve":
            return f"reserve:{_target(move)}"
        case "purchase":
            return f"buy:{move.purchase.card_id}={letters(move.purchase.payment)}"
    return "pass"


def _target(move: Move) -> str:
    reserve = move.reserve
    if reserve.WhichOneof("target") == "deck_level":
        return f"deck{reserve.deck_level}"
    return str(reserve.card_id)


def parse(notation: str) -> Move:
    """The move that a text stands for.

    Raises:
        ValueError: if the text is not exactly what `text` writes for some move.
    """
    try:
        move = _read(notation)
    except ValueError as error:
        raise ValueError(f"{notation!r} is not a move: {error}") from None
    # one comparison refuses all that can be read but is not written so: order, zeros, blanks
    if text(move) != notation:
        raise ValueError(f"{notation!r} is not a move: expected {text(move)!r}")
    return move


def _read(notation: str) -> Move:
    rest, _, noble = notation.partition("@")
    action, _, returned = rest.partition(">")
    move = Move(noble_id=_number(noble, _NOBLES) if noble else 0)
    if returned:
        move.returned.CopyFrom(_tokens(returned))
    _read_action(move, action)
    if returned and move.WhichOneof("action") not in ("take", "reserve"):
        raise ValueError("only who takes or reserves returns tokens")
    return move


def _read_action(move: Move, action: str) -> None:
    verb, _, rest = action.partition(":")
    if verb == "take":
        move.take.tokens.CopyFrom(_taken(rest))
    elif verb == "reserve" and rest.startswith("deck"):
        move.reserve.deck_level = _number(rest.removeprefix("deck"), _LEVELS)
    elif verb == "reserve":
        move.reserve.card_id = _number(rest, _CARDS)
    elif verb == "buy":
        card, _, payment = rest.partition("=")
        move.purchase.card_id = _number(card, _CARDS)
        move.purchase.payment.CopyFrom(_tokens(payment))
    elif verb == "pass":
        move.pass_turn.SetInParent()
    else:
        raise ValueError("expected take:, reserve:, buy: or pass")


def _taken(gems: str) -> Tokens:
    different = len(set(gems)) == len(gems) and 1 <= len(gems) <= 3
    two_of_one = len(set(gems)) == 1 and len(gems) == 2
    if "J" in gems or not (different or two_of_one):
        raise ValueError("expected one to three different gems or two of one")
    return _tokens(gems)


def _tokens(held: str) -> Tokens:
    found = [held.count(letter) for letter in LETTERS]
    if sum(found) != len(held) or max(found) > _MOST_OF_A_KIND:
        raise ValueError(f"expected letters out of {LETTERS}, at most {_MOST_OF_A_KIND} of a kind")
    white, blue, green, red, black, gold = found
    return Tokens(white=white, blue=blue, green=green, red=red, black=black, gold=gold)


def _number(digits: str, most: int) -> int:
    if not (digits.isascii() and digits.isdigit() and 1 <= int(digits) <= most):
        raise ValueError(f"expected a number from 1 to {most}")
    return int(digits)
