"""`arena games`: the games of a tournament, in the order of its schedule."""

from typing import Annotated, Any

import typer
from google.protobuf.json_format import MessageToDict

from arena.cli.bot_names import known_bot
from arena.cli.faults import own_faults, sitting_out
from arena.cli.options import DEFAULT_STORE, AsJson, StorePath, TournamentName, chosen, open_store
from arena.cli.screen import put_json, put_table
from arena.errors import ConfigError
from arena.store import Store, TournamentRow
from arena.tournament.quarantine import apply_quarantine, quarantined
from arena.tournament.results import results_of, schedule_of
from arena.tournament.standings import GameResult

__all__ = ["games"]

Moves = Annotated[bool, typer.Option("--moves", help="With --json: also the deal and the moves.")]
OfBot = Annotated[str | None, typer.Option("--bot", metavar="NAME", help="Only the games of this bot.")]
OnlyFaults = Annotated[bool, typer.Option("--faults", help="Only games that a bot lost by a fault.")]


def games(
    store: StorePath = DEFAULT_STORE,
    tournament: TournamentName = None,
    bot: OfBot = None,
    faults: OnlyFaults = False,
    moves: Moves = False,
    as_json: AsJson = False,
) -> None:
    """List the games of a tournament."""
    if moves and not as_json:
        raise ConfigError("--moves needs --json; `arena show GAME` shows the moves of one game")
    with open_store(store) as opened:
        row = chosen(opened, tournament)
        names = [entrant.name for entrant in row.entrants]
        if bot is not None:
            known_bot(bot, names, "the tournament")
        played = results_of(opened, row)
        schedule = schedule_of(row)
        results = apply_quarantine(played, schedule)
        quarantine = quarantined(played, schedule)
        wanted = [one for one in results if _of_bot(one, names, bot)]
        if faults:
            wanted = [one for one in wanted if own_faults(one, quarantine)]
        if as_json:
            details = _Details(opened, row, quarantine) if moves else None
            for result in wanted:
                put_json({**_as_json(result, names), **(details.of(result) if details else {})})
        else:
            put_table(_COLUMNS, (_row(result, names, quarantine) for result in wanted))


_COLUMNS = ["game", "<id", "round", "<bots by seat", "<places", "<prestige", "<ended"]
_ID_CHARACTERS = 8
"""How much of an id is shown; `arena show` finds a game by any start of four characters."""


def _of_bot(result: GameResult, names: list[str], bot: str | None) -> bool:
    return bot is None or bot in (names[seat] for seat in result.bots)


def _row(result: GameResult, names: list[str], quarantine: dict[int, int]) -> list[str]:
    return [
        str(result.ordinal + 1),
        result.game_id[:_ID_CHARACTERS],
        str(result.round),
        ", ".join(names[bot] for bot in result.bots),
        " ".join(map(str, result.places)),
        " ".join(map(str, result.prestige)),
        _ending(result, names, sitting_out(result, quarantine)),
    ]


def _ending(result: GameResult, names: list[str], out: list[int]) -> str:
    """Why the game ended: by whose faults, if there were any."""
    if out:
        return f"quarantine of {', '.join(names[bot] for bot in out)}"
    faults = [f"{names[result.bots[seat]]} {kind}" for seat, kind in result.faults]
    among_them = any(kind == result.termination for _, kind in result.faults)
    return ", ".join(faults if among_them else [result.termination, *faults])


def _as_json(result: GameResult, names: list[str]) -> dict[str, Any]:
    return {
        "number": result.ordinal + 1,
        "game_id": result.game_id,
        "round": result.round,
        "bots": [names[bot] for bot in result.bots],
        "places": list(result.places),
        "prestige": list(result.prestige),
        "termination": result.termination,
        "faults": [{"seat": seat, "kind": kind} for seat, kind in result.faults],
        "rated": result.rated,
    }


class _Details:
    """Deals and moves of games; none of a game that a bot in quarantine sits out, even if it was played."""

    def __init__(self, store: Store, row: TournamentRow, quarantine: dict[int, int]) -> None:
        self._store, self._row, self._quarantine = store, row, quarantine
        self._attempts = store.results(row)

    def of(self, result: GameResult) -> dict[str, Any]:
        if sitting_out(result, self._quarantine):
            return {"deal": None, "moves": []}
        attempt = self._attempts[result.game_id].attempt
        record = self._store.record(self._row, result.game_id, attempt)
        deal = MessageToDict(record.deal, preserving_proto_field_name=True)
        return {"deal": deal, "moves": [turn.notation for turn in record.turns]}
