"""The commands put together, and what becomes of an error: a sentence and an exit code."""

import sys
from importlib.metadata import version
from typing import Annotated, Any

import typer

from arena.cli.build import build
from arena.cli.check import check
from arena.cli.compare import compare
from arena.cli.exit_codes import DONE, FAILED, INTERRUPTED, USAGE
from arena.cli.games import games
from arena.cli.interrupts import Interrupted
from arena.cli.new import new
from arena.cli.perft import perft
from arena.cli.play import play
from arena.cli.ratings import ratings
from arena.cli.run import run
from arena.cli.screen import put, say
from arena.cli.show import show
from arena.cli.sprt import sprt
from arena.cli.standings import standings
from arena.errors import ArenaError, ConfigError

__all__ = ["run_command_line"]

app = typer.Typer(
    name="arena",
    help="A tournament arena for bots that play Splendor.",
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
# what typer and its click raise for a command line that cannot be parsed; it has no public name in both
_UsageError: type[Exception] = typer.BadParameter.__bases__[0]


def _show_version(wanted: bool) -> None:
    if wanted:
        put(f"arena {version('splendor-arena')}")
        raise typer.Exit


Version = Annotated[
    bool, typer.Option("--version", is_eager=True, callback=_show_version, help="Show the version and exit.")
]


@app.callback()
def _options(*, version: Version = False) -> None:
    """A tournament arena for bots that play Splendor."""


for command in (run, play, new, build, check, sprt, standings, ratings, compare, games, show, perft):
    app.command()(command)


def run_command_line() -> int:
    """Run the command line; a mistake of the user or a bot is one sentence, one of ours a traceback."""
    try:
        return app(sys.argv[1:] or ["--help"], prog_name="arena", standalone_mode=False) or DONE
    except* _UsageError as errors:
        code = _report(errors, USAGE)
    except* (KeyboardInterrupt, typer.Abort):
        code = INTERRUPTED
    except* Interrupted as errors:
        code = _report(errors, INTERRUPTED)
    except* ConfigError as errors:
        code = _report(errors, USAGE)
    except* ArenaError as errors:
        code = _report(errors, FAILED)
    except* BrokenPipeError:
        sys.stdout = sys.stderr = None  # somebody has stopped reading, and flushing would fail again
        code = FAILED
    except* OSError as errors:  # the host is at fault: no room, no descriptors, no such folder
        code = _report(errors, FAILED)
    return code


def _report(errors: BaseExceptionGroup[BaseException], code: int) -> int:
    """Say what is wrong: the first error, since the others of a group follow from it."""
    error: BaseException = errors
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    say(f"arena: {_in_words(error)}")
    return code


def _in_words(error: BaseException) -> str:
    if isinstance(error, _UsageError):
        return _usage(error)
    if isinstance(error, OSError) and error.strerror:
        reason = f"{error.strerror[:1].lower()}{error.strerror[1:]}"
        return reason if error.filename is None else f"cannot use {str(error.filename)!r}: {reason}"
    return str(error)


def _usage(error: Any) -> str:
    """A command line that cannot be parsed, in one sentence as all others are."""
    sentence = error.format_message().rstrip(".")
    command = error.ctx.command_path if error.ctx else "arena"
    return f"{sentence[:1].lower()}{sentence[1:]}; `{command} --help` tells what is expected"
