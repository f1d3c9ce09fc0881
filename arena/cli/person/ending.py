"""How a game against a person ended: why, who has which place, and what decided it."""

from collections.abc import Iterator

from arena.cli.screen import table_lines
from arena.engine import Action, TieBreak
from arena.referee import PlayedGame, Termination

__all__ = ["ending_in_words"]

_TIES = {
    TieBreak.FEWER_CARDS: "of equal prestige, fewer cards purchased are better",
    TieBreak.NOBLE_PRESTIGE: "of equal prestige, more of it from nobles is better",
    TieBreak.SHARED: "equal prestige shares a place",
}


def ending_in_words(game: PlayedGame) -> str:
    """The end of a game in a few lines."""
    lines = [f"the game is over: {_why(game)}"]
    if game.places:
        lines += ["", *table_lines(["place", "<player", "prestige", "cards", "nobles", "<"], _rows(game))]
    if _tied(game):
        lines += ["", _TIES[game.setup.rules.tie_break]]
    return "\n".join(lines)


def _why(game: PlayedGame) -> str:
    rules = game.setup.rules
    match game.termination:
        case Termination.NORMAL:
            return f"{rules.prestige_to_win} prestige are reached, and the round is complete"
        case Termination.STALEMATE:
            return "nobody can do anything any more"
        case Termination.TURN_LIMIT:
            return f"{rules.round_limit} rounds are played"
    if not game.places:
        return game.reason
    name = game.setup.names[game.places.index(1)]
    return f"nobody but {name} was left; {game.reason}"


def _rows(game: PlayedGame) -> Iterator[list[str]]:
    faults = {fault.seat: fault.termination for fault in game.faults}
    for place, seat in sorted((place, seat) for seat, place in enumerate(game.places)):
        own = [turn for turn in game.turns if turn.seat == seat]
        yield [
            str(place),
            game.setup.names[seat],
            str(game.prestige[seat]),
            str(sum(turn.move.action is Action.PURCHASE for turn in own)),
            str(sum(turn.noble > 0 for turn in own)),
            faults.get(seat, ""),
        ]


def _tied(game: PlayedGame) -> bool:
    """Whether prestige alone did not decide every place."""
    out = {fault.seat for fault in game.faults}
    left = [prestige for seat, prestige in enumerate(game.prestige) if seat not in out]
    return bool(game.places) and len(set(left)) < len(left)
