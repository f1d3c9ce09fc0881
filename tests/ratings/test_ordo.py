"""The batch fit against Ordo 1.2.6, which is the same model where it rates at all.

Ordo prints five digits after the point, seven in all. Its share of draws among equals is a model of
its own, which ours does without.
"""

from math import sqrt
from typing import Any

import pytest

from ratings import Fit, GameResult, Tally, fit
from ratings.counts import Counts
from ratings.graph import strong_components
from tests.ratings.references import fitted, games, reference

TWO_PLAYER: dict[str, Any] = reference("two_player")
ORDO: dict[str, dict[str, Any]] = {name: entry["ordo"] for name, entry in TWO_PLAYER.items()}
PLAIN, OTHER_SCALE, WITH_SEATS = "z200.24_no_adv", "default_z202_no_adv", "z200.24_adv_auto_sims1000"
RATED = [name for name, runs in ORDO.items() if runs[PLAIN]["exit"] == 0]
REFUSED = [name for name in ORDO if name not in RATED]
FORCED: dict[str, dict[str, Any]] = {
    name: runs["forced_G"]["players"] for name, runs in ORDO.items() if runs["forced_G"]
}
NO_SEATS_TO_TELL = ["one_game_draw", "pair_wdl"]
LIKE_SIMULATED = ["cycle3", "one_game_bridge", "pair_balanced", "rr4_nodraw", "seat_only"]
"""Sets where ties are about as frequent in all pairs, as Ordo simulates them, and not the only result."""


def rated(name: str, seats: bool = False) -> Fit:
    return fit(games(name), seats=seats, prior_draws=0)


def ratings_of(found: Fit) -> dict[str, float]:
    return {rating.name: rating.rating for rating in found.ratings}


def test_ordo_rates_most_sets() -> None:
    assert sorted(REFUSED) == sorted(FORCED)
    assert len(RATED) == len(ORDO) - 5
    assert all(
        len({run["exit"] for run in runs.values() if run is not runs["forced_G"]}) == 1
        for runs in ORDO.values()
    )


@pytest.mark.parametrize("name", RATED)
def test_ratings(name: str) -> None:
    assert ratings_of(rated(name)) == pytest.approx(ORDO[name][PLAIN]["players"], abs=1e-4)


@pytest.mark.parametrize("name", RATED)
def test_ratings_on_the_scale_that_ordo_has_by_itself(name: str) -> None:
    """Where 202 points are 76 %, not 200.240940."""
    scaled = {player: rating * 202 / 200.240940 for player, rating in ratings_of(rated(name)).items()}
    assert scaled == pytest.approx(ORDO[name][OTHER_SCALE]["players"], abs=1e-4)


@pytest.mark.parametrize("name", [name for name in RATED if name not in NO_SEATS_TO_TELL])
def test_ratings_and_advantage_of_the_first_seat(name: str) -> None:
    """Ordo's search for the advantage ends within 0.1 points of the best one."""
    ordo, ours = ORDO[name][WITH_SEATS], rated(name, seats=True)
    expected = {player: row["rating"] for player, row in ordo["players"].items()}
    assert ratings_of(ours) == pytest.approx(expected, abs=0.01)
    first, second = ours.seat_effects
    assert first.value - second.value == pytest.approx(ordo["white_advantage"], abs=0.1)


@pytest.mark.parametrize("name", LIKE_SIMULATED)
def test_simulated_errors(name: str) -> None:
    """A thousand simulations know an error to within a tenth; that of an advantage is printed as it is."""
    ordo, ours = ORDO[name][WITH_SEATS], fitted(games(name), seats=True, prior_draws=0)
    for player, row in ordo["players"].items():
        assert 1.96 * ours.error(ours.sandwich, player) == pytest.approx(row["err95"], rel=0.1)
    (one, covariance), (_, two) = ours.sandwich[-2:, -2:].tolist()
    assert sqrt(one + two - 2 * covariance) == pytest.approx(ordo["white_advantage_err"], rel=0.1)


@pytest.mark.parametrize("name", ["cycle3", "gap_800", "pair_balanced", "rr4_nodraw", "seat_only"])
def test_confidence_of_superiority(name: str) -> None:
    ours = rated(name, seats=True)
    for first, row in ORDO[name][WITH_SEATS]["cfs_pct"].items():
        for second, percent in row.items():
            los = ours.difference(first, second).los
            assert los is not None
            assert 100 * los == pytest.approx(percent, abs=0.3)


@pytest.mark.parametrize("name", NO_SEATS_TO_TELL)
def test_an_advantage_that_cannot_be_known_is_refused(name: str) -> None:
    """Ordo divides a surplus between seat and player as it comes."""
    ours = rated(name, seats=True)
    assert not ours.seat_effects
    assert set(ours.seat_refusals) == {2}
    assert ratings_of(ours) == pytest.approx(ORDO[name][PLAIN]["players"], abs=1e-4)


@pytest.mark.parametrize("name", REFUSED)
@pytest.mark.parametrize("run", [PLAIN, OTHER_SCALE, WITH_SEATS])
def test_what_ordo_refuses_is_answered_with_bounds_and_components(name: str, run: str) -> None:
    """It does for the groups that it finds, which are the sets held together by points in both directions."""
    groups = strong_components(Counts.of(Tally.of(games(name))).points > 0)
    assert ORDO[name][run]["messages"] == [f"====> Groups detected: {len(set(groups.tolist()))}"]
    ours = fit(games(name), seats=run == WITH_SEATS)
    group = dict(zip(ours.players, groups.tolist(), strict=True))
    for first in ours.players:
        for second in set(ours.players) - {first}:
            found = ours.difference(first, second)
            interval = found.low is not None and found.high is not None
            assert interval == (group[first] == group[second])
            assert (found.bound in ("<", ">")) == (found.refusal == "" and not interval)


@pytest.mark.parametrize("name", FORCED)
def test_what_ordo_is_forced_to_say_of_those_held_together(name: str) -> None:
    """Between two components it has an offset, which nothing stands behind and we do not have."""
    finite = {player: rating for player, rating in FORCED[name].items() if isinstance(rating, float)}
    ours = fit(among(name, set(finite)), seats=False, prior_draws=0)
    for members in ours.components:
        middle = sum(finite[player] for player in members) / len(members)
        ordo = {player: finite[player] - middle for player in members}
        assert {player: ours.rating(player).rating for player in members} == pytest.approx(ordo, abs=1e-4)
    if len(ours.components) > 1:
        refused = ours.difference(ours.components[0][0], ours.components[1][0])
        assert (refused.value, refused.los) == (None, None)


def among(name: str, players: set[str]) -> list[GameResult]:
    return [game for game in games(name) if players.issuperset(game.players)]


@pytest.mark.parametrize("name", FORCED)
def test_where_ordo_is_forced_to_a_bound_we_have_one_too(name: str) -> None:
    """On the same side; its number depends on the share of draws that it assumes, ours on what was played."""
    ours = fit(games(name), seats=False)
    bounds = {player: row for player, row in FORCED[name].items() if not isinstance(row, float)}
    assert {row.name for row in ours.ratings if row.bound} == bounds.keys()
    for player, row in bounds.items():
        rating = ours.rating(player)
        assert rating.bound == row["bound"]
        assert (rating.low is None, rating.high is None) == (row["bound"] == "<", row["bound"] == ">")


def test_the_number_that_the_bounds_quote_is_the_one_forced() -> None:
    (quoted,) = (value for key, value in reference("perfect_bounds").items() if key.startswith("ordo"))
    assert FORCED["perfect_winner"]["P"]["rating"] == quoted
