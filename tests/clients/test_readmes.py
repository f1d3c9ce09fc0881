"""The programs in the clients' READMEs are bots that build and play, and all have the same headings."""

import re
from dataclasses import dataclass

import pytest

from tests.clients.languages import CLIENTS, LANGUAGES
from tests.clients.new_bots import arena, make

HEADINGS = ["# arena_client", "## Install", "## Write", "## Run", "## Bots"]
BLOCK = re.compile(r"^```(\w+)\S*\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Place:
    """Where a whole program goes in the folder of a new bot."""

    program: str
    instead_of: str = ""
    """The bot's source, where the program is another file."""


PLACES = {
    "cpp": Place("bot.cpp"),
    "go": Place("main.go", instead_of="bot.go"),
    "java": Place("bot/src/main/java/MyBot.java"),
    "python": Place("bot.py"),
    "rust": Place("src/main.rs"),
    "typescript": Place("src/main.ts", instead_of="src/bot.ts"),
}


def programs(language: str) -> list[str]:
    text = (CLIENTS / language / "README.md").read_text()
    return [code for kind, code in BLOCK.findall(text) if kind == language]


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_programs_of_a_readme_build_and_play(language: str) -> None:
    name, place = f"readme-{language}", PLACES[language]
    folder = make(name, language)
    if place.instead_of:
        (folder / place.instead_of).unlink()
    found = programs(language)
    assert len(found) == 2
    for number, program in enumerate(found):
        (folder / place.program).write_text(program)
        arena("build", name)
        played = arena(
            "run", name, "builtin:random", "--rounds", "1", "--store", f"{name}-{number}.db", "--json"
        )
        assert '"faults": 0' in played


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_readme_has_the_headings_of_all(language: str) -> None:
    prose = BLOCK.sub("", (CLIENTS / language / "README.md").read_text())
    assert [line for line in prose.splitlines() if line.startswith("#")] == HEADINGS


def test_every_language_has_a_row_in_the_table_of_clients() -> None:
    rows = re.findall(
        r"^\| \[(\w+)\]\((\w+)/README.md\) \|", (CLIENTS / "README.md").read_text(), re.MULTILINE
    )
    assert rows == [(language, language) for language in LANGUAGES]
    assert LANGUAGES == ("cpp", "go", "java", "python", "rust", "typescript")
