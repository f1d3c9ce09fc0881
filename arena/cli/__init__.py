"""The command line: one file a command. The only code that prints, exits or reads the environment."""

import os
import sys
from pathlib import Path

from arena.cli.exit_codes import INTERRUPTED

__all__ = ["main"]


def main() -> None:
    """The `arena` command."""
    try:
        _open_missing_streams()
        from arena.cli.app import run_command_line  # takes long enough for a Ctrl-C to come meanwhile

        code = run_command_line()
    except KeyboardInterrupt:
        code = INTERRUPTED
    sys.exit(code)


def _open_missing_streams() -> None:
    """Write to nowhere where the shell has closed standard output or error."""
    sys.stdout = sys.stdout or Path(os.devnull).open("w")  # noqa: SIM115 - for as long as the program runs
    sys.stderr = sys.stderr or Path(os.devnull).open("w")  # noqa: SIM115 - for as long as the program runs
