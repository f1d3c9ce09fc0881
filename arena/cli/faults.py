"""What each bot did wrong in a tournament, in words and for machines."""

import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from arena.cli.options import DEFAULT_STORE
from arena.store import Store, TournamentRow
from arena.tournament.standings import GameResult

__all__ = ["BotFaults", "faults_by_bot", "faults_in_words", "own_faults", "sitting_out"]


@dataclass(frozen=True)
class BotFaults:
    """The faults of one bot; a resignation is none."""

    bot: str
    """Its name."""
    faults: int
    """Games that it was in and lost by a fault."""
    first_game: int
    """The number of the first of them."""
    first_kind: str
    """What it was."""
    quarantine_since: int | None
    """The number of the first game that it sits out; None without quarantine."""
    sat_out: int
    """Games that have a result although it sits them out."""


def sitting_out(result: GameResult, quarantine: dict[int, int]) -> list[int]:
    """The bots of a game that were in quarantine by then; `quarantine` is from `quarantined`."""
    return [bot for bot in result.bots if bot in quarantine and quarantine[bot] <= result.ordinal]


def own_faults(result: GameResult, quarantine: dict[int, int]) -> list[tuple[int, str]]:
    """The bots that lost a game by a fault, and which one; `quarantine` is from `quarantined`.

    A resignation is none, and neither is a game that a bot in quarantine sits out.
    """
    out = sitting_out(result, quarantine)
    faults = [(result.bots[seat], kind) for seat, kind in result.faults]
    return [(bot, kind) for bot, kind in faults if kind != "RESIGNED" and bot not in out]


def faults_by_bot(
    results: Sequence[GameResult], quarantine: dict[int, int], names: Sequence[str]
) -> list[BotFaults]:
    """The bots that were at fault, in entry order; the results are those after `apply_quarantine`."""
    own: dict[int, list[tuple[int, str]]] = {}
    for result in results:
        for bot, kind in own_faults(result, quarantine):
            own.setdefault(bot, []).append((result.ordinal + 1, kind))
    return [
        BotFaults(
            names[bot],
            len(faults),
            *faults[0],
            quarantine_since=quarantine[bot] + 1 if bot in quarantine else None,
            sat_out=sum(bot in sitting_out(result, quarantine) for result in results),
        )
        for bot, faults in sorted(own.items())
    ]


def faults_in_words(faults: Sequence[BotFaults], store: Store, row: TournamentRow) -> Iterator[str]:
    """A sentence about each bot, and one about its quarantine."""
    options = _options(store, row)
    for one in faults:
        many = "1 fault," if one.faults == 1 else f"{one.faults} faults, the first"
        hint = f"see arena show {one.first_game}{options}"
        yield f"{one.bot}: {many} in game {one.first_game}: {one.first_kind}; {hint}"
        if one.quarantine_since is not None:
            yield (
                f"{one.bot} is in quarantine since game {one.quarantine_since}; "
                f"its {one.sat_out} games from there on count as lost but are not rated"
            )


def _options(store: Store, row: TournamentRow) -> str:
    """What a command needs to find the tournament."""
    options = "" if store.path == DEFAULT_STORE else f" --store {shlex.quote(str(store.path))}"
    latest = store.tournaments()[-1].number
    return options if row.number == latest else f"{options} --tournament {row.number}"
