"""The command line: one file a command. The only code that prints, exits or reads the environment."""

import sys

import typer

from arena.cli.games import games
from arena.cli.perft import perft
from arena.cli.run import run
from arena.cli.screen import say
from arena.cli.show import show
from arena.cli.standings import standings
from arena.errors import ArenaError, ConfigError

__all__ = ["main"]

DONE, FAILED, USAGE = 0, 1, 2

app = typer.Typer(
    name="arena",
    help="A tournament arena for bots that play Splendor.",
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
for command in (run, standings, games, show, perft):
    app.command()(command)


def main() -> None:
    """Run the command line; a mistake of the user or a bot is one sentence, one of ours a traceback."""
    code = DONE
    try:
        app()
    except* ConfigError as errors:
        code = _report(errors, USAGE)
    except* ArenaError as errors:
        code = _report(errors, FAILED)
    except* BrokenPipeError:
        sys.stdout = None  # nobody reads it, and flushing it would fail again
        code = FAILED
    sys.exit(code)


def _report(errors: BaseExceptionGroup[ArenaError], code: int) -> int:
    """Say what is wrong: the first error, since the others of a group follow from it."""
    error: BaseException = errors
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    say(f"arena: {error}")
    return code
