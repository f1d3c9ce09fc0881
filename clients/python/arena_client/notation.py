"""A move as one line of text, the way logs and records show it."""

from arena_client.pb.game_pb2 import Move, Tokens

__all__ = ["text"]


def text(move: Move) -> str:
    """The text notation of a move, such as `take:WUG>GJ` or `buy:63=WWWKJ@7`."""
    returned = f">{letters(move.returned)}" if letters(move.returned) else ""
    noble = f"@{move.noble_id}" if move.noble_id else ""
    return f"{_action(move)}{returned}{noble}"


def letters(tokens: Tokens) -> str:
    """Tokens as letters, in the order WUGRKJ."""
    counts = (tokens.white, tokens.blue, tokens.green, tokens.red, tokens.black, tokens.gold)
    return "".join(letter * count for letter, count in zip("WUGRKJ", counts, strict=True))


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
