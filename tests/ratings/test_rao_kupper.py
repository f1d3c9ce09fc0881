"""References of a model that `ratings` does without, Rao and Kupper's, on the counts that it has.

In this model a tie is what happens while neither player is ahead by so many points. Its likelihood is written
here, on games as `ratings.read_csv` reads them and `ratings.Tally` counts them; where the references say that
it is largest it is, and as large as they say. Bayeselo 0057 adds a virtual tie of each player, spread over
the opponents by how often they met and over both orders of the seats, which it calls a prior of 2.
"""

from collections.abc import Mapping
from math import log
from typing import Any, TypeAlias

import numpy as np
import pytest

from ratings import SCALE, Tally, expected, fit
from tests.ratings.references import Array, games, reference

TWO_PLAYER: dict[str, Any] = reference("two_player")
Counts: TypeAlias = dict[tuple[int, int, int], float]
"""By first and second player and the halves that the first got: how often that was."""

ADVANTAGE, TIES = 32.8, 97.3
"""What Bayeselo begins with, in points: what the first seat is worth, and how far ahead is no tie."""

FITS = [
    (name, kind)
    for name, entry in TWO_PLAYER.items()
    for kind in ("raokupper_adv", "raokupper_bayeselo_prior2_default_params")
    if "ratings" in entry["ref"].get(kind, {})
]
RUNS = [
    (name, run)
    for name, entry in TWO_PLAYER.items()
    for run, values in entry["bayeselo_0057"].items()
    if values
]


def counts_of(name: str) -> Counts:
    tally, counts = Tally.of(games(name)), Counts()
    for pair in zip(tally.first.tolist(), tally.second.tolist(), tally.halves.tolist(), strict=True):
        counts[pair] = counts.get(pair, 0) + 1
    return counts


def with_virtual_ties(counts: Counts) -> Counts:
    players = 1 + max(max(pair[:2]) for pair in counts)
    met = np.zeros((players, players))
    for (first, second, _), number in counts.items():
        met[first, second] += number
        met[second, first] += number
    share = met / met.sum(axis=1, keepdims=True)
    added = {(one, two, 1): (share[one, two] + share[two, one]) / 2 for one, two in np.argwhere(met).tolist()}
    return counts | {key: counts.get(key, 0) + number for key, number in added.items()}


def slope(counts: Counts, point: Array) -> tuple[float, Array]:
    """The log likelihood and its gradient at ratings, the first seat's advantage and the reach of ties."""
    value, gradient = 0.0, np.zeros(len(point))
    for (first, second, halves), number in counts.items():
        ahead, ties = float(point[first] - point[second] + point[-2]), float(point[-1])
        won, lost = expected(ahead - ties), expected(-ahead - ties)
        steep = won * (1 - won), lost * (1 - lost)
        chance = (lost, 1 - won - lost, won)[halves]
        by_ahead = (-steep[1], steep[1] - steep[0], steep[0])[halves]
        by_ties = (-steep[1], steep[1] + steep[0], -steep[0])[halves]
        value += number * log(chance)
        gradient[[first, -2]] += number * by_ahead / chance / SCALE
        gradient[second] -= number * by_ahead / chance / SCALE
        gradient[-1] += number * by_ties / chance / SCALE
    return value, gradient


def errors(counts: Counts, point: Array, fitted: int) -> Array:
    """The standard errors of the first parameters if only they are fitted, the mean rating being 0."""
    steps = np.eye(len(point))[:fitted] * 1e-3
    rows = [slope(counts, point + step)[1] - slope(counts, point - step)[1] for step in steps]
    information = -np.array(rows)[:, :fitted] / 2e-3
    found: Array = np.sqrt(np.diag(np.linalg.pinv(information, rcond=1e-9, hermitian=True)))
    return found


def by_name(name: str, values: Mapping[str, float]) -> list[float]:
    return [values[player] for player in fit(games(name)).players]


@pytest.mark.parametrize(("name", "kind"), FITS)
def test_reference(name: str, kind: str) -> None:
    values = TWO_PLAYER[name]["ref"][kind]
    ratings, number = by_name(name, values["ratings"]), len(values["ratings"])
    seats = values.get("seat_advantage", ADVANTAGE), values.get("drawelo", TIES)
    counts = counts_of(name) if "adv" in kind else with_virtual_ties(counts_of(name))
    fitted, point = number + 2 * ("adv" in kind), np.array([*ratings, *seats])
    likelihood, gradient = slope(counts, point)
    assert likelihood == pytest.approx(values["loglik"], abs=1e-6)
    assert np.abs(gradient[:fitted]).max() < 1e-8
    ours = errors(counts, point, fitted)
    assert ours[:number].tolist() == pytest.approx(by_name(name, values["se_model"]), abs=1e-5)
    if "seat_advantage" in values:
        assert ours[number] == pytest.approx(values["seat_advantage_se_model"], abs=1e-5)


@pytest.mark.parametrize(("name", "run"), RUNS)
def test_bayeselo(name: str, run: str) -> None:
    """It stops early unless told not to (`tight`), and prints six digits.

    With `1_1` the advantage and the reach of ties are fitted too. Where nearly all games were ties there is
    no summit, and it stops where the slope has become as flat as elsewhere near one.
    """
    values = TWO_PLAYER[name]["bayeselo_0057"][run]
    ratings = by_name(name, {player: row["elo"] for player, row in values["natural"].items()})
    point = np.array([*ratings, values["advantage"], values["drawelo"]])
    likelihood, gradient = slope(with_virtual_ties(counts_of(name)), point)
    assert likelihood == pytest.approx(values["loglik"], abs=1e-6, rel=5e-6)
    fitted = len(point) if run.endswith("1_1") else len(ratings)
    assert np.abs(gradient[:fitted]).max() < (2e-6 if values["tight"] else 2e-4)
    odds = 10 ** (-values["drawelo"] / 400)
    assert 4 * odds / (1 + odds) ** 2 == pytest.approx(values["elo_scale"], abs=1e-6)
    printed = by_name(name, {player: row["elo"] for player, row in values["printed"].items()})
    assert printed == pytest.approx([values["elo_scale"] * rating for rating in ratings], abs=0.501)


@pytest.mark.parametrize(("name", "run"), RUNS)
def test_counts_that_bayeselo_prints(name: str, run: str) -> None:
    printed, ours = TWO_PLAYER[name]["bayeselo_0057"][run]["printed"], fit(games(name))
    assert {row.name: row.games for row in ours.ratings} == {
        one: row["games"] for one, row in printed.items()
    }
    for rating in ours.ratings:
        index = ours.players.index(rating.name)
        ties = sum(number for pair, number in counts_of(name).items() if index in pair[:2] and pair[2] == 1)
        for part, key in ((rating.score, "score_pct"), (ties, "draws_pct")):
            percent = float(printed[rating.name][key].rstrip("%"))
            assert 100 * part / rating.games == pytest.approx(percent, abs=0.501)
