"""The help of every command, as users see it."""

from importlib.metadata import version
from pathlib import Path

import pytest

from tests.cli.conftest import Arena, compare, transcript

COMMANDS = ["run", "check", "play", "sprt", "standings", "ratings", "compare", "games", "show", "perft"]


@pytest.mark.parametrize("command", COMMANDS)
def test_the_help_of_a_command_is_as_it_was(arena: Arena, folder: Path, command: str) -> None:
    arguments = (command, "--help")
    compare(f"help-{command}.txt", transcript(folder, arguments, arena(*arguments)))


def test_the_help_of_the_whole_is_as_it_was_and_names_every_command(arena: Arena, folder: Path) -> None:
    ran = arena("--help")
    compare("help.txt", transcript(folder, ("--help",), ran))
    assert [command for command in COMMANDS if f"\n  {command} " not in ran.out] == []


def test_nothing_at_all_shows_the_help(arena: Arena) -> None:
    assert arena() == arena("--help")


def test_no_help_of_a_command_is_cut_in_the_list(arena: Arena) -> None:
    assert "..." not in arena("--help").out.partition("Commands:")[2]


def test_the_version_is_told(arena: Arena) -> None:
    ran = arena("--version")
    assert (ran.code, ran.out, ran.err) == (0, f"arena {version('splendor-arena')}\n", "")
