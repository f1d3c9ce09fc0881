"""`arena play`: a game of a person against bots, in the terminal."""

import secrets
import shlex
import sys
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from arena.bots.manifest import Manifest, distinct_names
from arena.cli.bots import ready_bot
from arena.cli.interrupts import until_signal
from arena.cli.options import whole_number
from arena.cli.person.ending import ending_in_words
from arena.cli.person.keyboard import Keyboard
from arena.cli.person.opponent import Opponent
from arena.cli.person.page import show
from arena.cli.person.player import Person
from arena.cli.person.words import turn_in_words
from arena.cli.screen import printable
from arena.engine import PRESETS, Deal, Rules
from arena.errors import ConfigError, GameError
from arena.referee import Fault, GameSetup, PlayedGame, Player, TimeControl, measured_stalls, play_game
from arena.referee.clock import LONGEST_US
from arena.sessions import serve
from arena.tournament.fleet import fleet_for
from arena.tournament.plan import seed_bytes
from arena.tournament.schedule import bot_seed, tournament_id

__all__ = ["play"]

Bots = Annotated[
    list[str],
    typer.Argument(
        metavar="BOT",
        help="One to three: builtin:NAME, a folder with a bot.toml, or a command line in quotes.",
    ),
]
Seat = Annotated[int, whole_number("--seat", "Your seat; seat 0 begins.", 0, 3)]
Seed = Annotated[
    str | None,
    typer.Option("--seed", metavar="TEXT", help="Deals the cards of this seed; a new one if not given."),
]
Preset = Annotated[str, typer.Option("--rules", metavar="NAME", help=f"Rule set: {', '.join(PRESETS)}.")]
MoveMs = Annotated[
    int | None,
    whole_number(
        "--move-ms",
        "Limit for a move of a bot, in milliseconds; none if not given.",
        1,
        LONGEST_US // 1000,
    ),
]

YOU = "you"
_MOST_BOTS = 3
_TAIL_LINES = 10
_CONTROL = TimeControl(connect_us=60_000_000, ready_us=60_000_000, move_us=None)


def play(
    bots: Bots,
    seat: Seat = 0,
    seed: Seed = None,
    rules: Preset = "official",
    move_ms: MoveMs = None,
) -> None:
    """Play a game yourself against bots.

    You have all the time there is. Moves are picked from a list or typed; `help` explains it during the game.
    Nothing is stored: the seed that is shown deals the same cards again.
    """
    if sys.__stdout__ is None:  # what stands in for it since is seen by nobody
        raise ConfigError("standard output is closed, expected a terminal to show the game on")
    table = _table(bots, seat, secrets.token_hex(8) if seed is None else seed, rules, move_ms)
    _introduce(table)
    until_signal(partial(_play, table), "interrupted; nothing is stored")


@dataclass(frozen=True)
class _Table:
    """A game that is to be played."""

    bots: tuple[Manifest, ...]
    seat: int
    seed: str
    setup: GameSetup
    move_us: int | None


def _table(specs: list[str], seat: int, seed: str, rules: str, move_ms: int | None) -> _Table:
    players = len(specs) + 1
    if len(specs) > _MOST_BOTS:
        raise ConfigError(f"too many bots: {len(specs)}, expected 1 to {_MOST_BOTS}")
    if seat >= players:
        raise ConfigError(f"--seat is {seat}, expected 0 to {players - 1} in a game of {players}")
    if not (seed and seed.isprintable()):
        raise ConfigError(f"seed is {seed!r}, expected a number or a printable text")
    bots = _bots(specs)
    names = [bot.name for bot in bots]
    setup = _setup((*names[:seat], YOU, *names[seat:]), seed_bytes(seed), _rules(rules))
    return _Table(bots, seat, seed, setup, None if move_ms is None else move_ms * 1000)


def _bots(specs: list[str]) -> tuple[Manifest, ...]:
    """The bots with names that nobody else has, the person neither."""
    person = Manifest(YOU, "", "", "", (), (), Path(), YOU, "")
    return distinct_names([person, *(ready_bot(spec, Path.cwd()) for spec in specs)])[1:]


def _rules(preset: str) -> Rules:
    try:
        return Rules.preset(preset)
    except GameError as error:
        raise ConfigError(str(error)) from None


def _setup(names: tuple[str, ...], seed: bytes, rules: Rules) -> GameSetup:
    game_id = tournament_id(seed)
    return GameSetup(
        game_id=game_id,
        names=names,
        deal=Deal.shuffled(seed, 0, len(names)),
        rules=rules,
        time_control=_CONTROL,
        bot_seeds=tuple(bot_seed(seed, game_id, seat) for seat in range(len(names))),
    )


def _introduce(table: _Table) -> None:
    bots = " and ".join(bot.name for bot in table.bots)
    show(f"you play in seat {table.seat} against {bots}, rules {table.setup.rules.name}")
    show(f"nothing is stored; --seed {shlex.quote(table.seed)} deals these cards again")


async def _play(table: _Table) -> None:
    person = Person(Keyboard(sys.stdin))

    def tell(fault: Fault) -> None:
        person.tell(_fault_in_words(table.setup.names[fault.seat], fault))

    with measured_stalls() as meter:
        async with (
            serve(
                sessions=len(table.bots), connect_us=_CONTROL.connect_us, stalled_us=meter.stalled_us
            ) as server,
            fleet_for(server, connect_us=_CONTROL.connect_us, reconnect_us=0) as fleet,
        ):
            bots = [Opponent(fleet, bot, table.move_us, meter.stalled_us, tell) for bot in table.bots]
            players: list[Player] = [*bots[: table.seat], person, *bots[table.seat :]]
            game = await play_game(table.setup, players, meter.stalled_us)
            _show_end(table, game, person.heard)


def _fault_in_words(name: str, fault: Fault) -> str:
    """What a bot did wrong, and the end of what it printed."""
    lines = printable(fault.output_tail).strip().splitlines()[-_TAIL_LINES:]
    printed = ["it printed:", *(f"  {line}" for line in lines)] if lines else []
    return "\n".join([f"{name} is out: {fault.termination}: {printable(fault.reason)}", *printed])


def _show_end(table: _Table, game: PlayedGame, heard: int) -> None:
    """What the person has not been told yet, unless they gave up before, and the result."""
    show()
    if table.seat not in {fault.seat for fault in game.faults}:
        for turn in game.turns[heard:]:
            show(turn_in_words(game.setup.names[turn.seat], turn.move, turn.noble, turn.prestige))
        show()
    show(printable(ending_in_words(game)))
    show(f"\n--seed {shlex.quote(table.seed)} deals the same cards again")
