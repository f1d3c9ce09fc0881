"""A bot made by `arena new` builds, passes `arena check`, and plays; and all languages play the same."""

import json
from collections import defaultdict
from itertools import combinations
from typing import Any

import pytest

from tests.clients.languages import LANGUAGES
from tests.clients.new_bots import FOLDER, arena, new_bot

FOUR = ("cpp", "go", "java", "rust")


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_new_bot_builds_passes_the_check_and_plays(language: str) -> None:
    bot = new_bot(language)
    checked = json.loads(arena("check", bot, "--json"))
    assert checked["failed"] == 0
    played = json.loads(
        arena("run", bot, "builtin:random", "--rounds", "1", "--store", f"{language}.db", "--json")
    )
    assert (played["games"], played["faults"]) == ({"total": 2, "played": 2}, 0)


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_second_build_is_the_same_bot(language: str) -> None:
    bot = new_bot(language)
    plan = (
        "run",
        bot,
        "builtin:random",
        "--rounds",
        "1",
        "--seed",
        "same",
        "--store",
        f"{language}-twice.db",
        "--json",
    )
    first = json.loads(arena(*plan))
    arena("build", bot)
    assert json.loads(arena(*plan)) == first


@pytest.mark.slow
def test_greedy_bots_of_any_two_languages_play_the_same_game_on_the_same_deal() -> None:
    bots = [new_bot(language) for language in LANGUAGES]
    plan = "players = 2\nrounds = 1\nsame_deals = true\nseed = 'same'\n"
    played = games(f"bots = {json.dumps(bots)}\n{plan}", "same.db")
    assert len(played) == 2 * len(list(combinations(bots, 2)))
    by_deal = defaultdict(set)
    for game in played:
        by_deal[json.dumps(game["deal"], sort_keys=True)].add(json.dumps(game["moves"]))
    assert {deal: len(moves) for deal, moves in by_deal.items()} == dict.fromkeys(by_deal, 1)


@pytest.mark.slow
def test_four_languages_sit_at_one_table() -> None:
    bots = [new_bot(language) for language in FOUR]
    played = games(f"bots = {json.dumps(bots)}\nplayers = 4\nrounds = 1\nseed = 'table'\n", "four.db")
    assert len(played) == 4


def games(plan: str, store: str) -> list[dict[str, Any]]:
    """The games of a tournament without faults, with their deals and moves."""
    (FOLDER / "plan.toml").write_text(plan)
    played = json.loads(arena("run", "--plan", "plan.toml", "--store", store, "--json"))
    assert played["faults"] == 0
    shown = arena("games", "--store", store, "--json", "--moves")
    return [json.loads(line) for line in shown.splitlines()]
