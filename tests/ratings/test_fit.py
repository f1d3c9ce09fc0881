"""What a fit says in the cases that break fits, and that it is a function of the set of games."""

import json
import random
from collections.abc import Iterable
from dataclasses import asdict, replace
from math import exp, isfinite, sqrt

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from ratings import SCALE, Fit, GameResult, Rating, RatingError, Tally, expected, fit
from ratings.bounds import ONE_SIDED
from ratings.numerics import normal_quantile
from tests.ratings.references import DATA, games

WIN, TIE, LOSS = (1, 2), (1, 1), (2, 1)
Z = normal_quantile(0.975)

EDGE_SETS = sorted(path.stem for path in (DATA / "inputs").glob("*.csv"))


def duel(outcomes: Iterable[tuple[int, int]]) -> Fit:
    return fit([GameResult(("a", "b"), places) for places in outcomes], seats=False)


def half_width(rating: Rating) -> float:
    assert rating.low is not None
    assert rating.high is not None
    return (rating.high - rating.low) / 2


def named(fitted: Fit) -> dict[str, Rating]:
    return {rating.name: rating for rating in fitted.ratings}


@pytest.mark.parametrize("name", EDGE_SETS)
def test_nothing_is_infinite_or_without_width(name: str) -> None:
    fitted = fit(games(name))
    rows = [asdict(rating) for rating in fitted.ratings] + [asdict(one) for one in fitted.seat_effects]
    pairs = [
        asdict(fitted.difference(one, two)) for one in fitted.players for two in fitted.players if one != two
    ]
    json.dumps([rows, pairs, fitted.los_matrix(), fitted.rank_intervals()], allow_nan=False)
    for rating in fitted.ratings:
        assert rating.error is not None
        assert rating.error > 0.5
        assert (rating.bound == "") == (rating.low is not None and rating.high is not None)
        assert rating.bound != "" or half_width(rating) > 1
    for pair in pairs:
        assert pair["los"] is None or 0 < pair["los"] < 1 or abs(pair["value"]) > 5 * pair["error"]


def test_one_win_is_not_a_certainty() -> None:
    fitted = fit(games("one_game_win"))
    los = fitted.difference("A", "B").los
    assert los is not None
    assert 0.6 < los < 0.9
    assert fitted.rank_intervals() == {"A": (1, 2), "B": (1, 2)}
    # one who is that much worse has a chance of 5 % to win
    winner = fitted.rating("A")
    assert winner.low is not None
    assert expected(2 * winner.low) == pytest.approx(0.05, abs=1e-9)
    assert winner.high is None
    difference = fitted.difference("A", "B")
    assert (difference.bound, difference.high) == (">", None)
    assert difference.low == pytest.approx(2 * winner.low, abs=1e-6)
    assert fitted.difference("B", "A").high == pytest.approx(-2 * winner.low, abs=1e-6)


def test_level_games_have_the_error_of_their_number() -> None:
    fitted = fit(games("all_draws"))
    # 20 games a pair: the information about a difference is a quarter of each, and of the virtual draws
    error = SCALE * sqrt(2 / 3 / (60 / 4 + 1 / 4))
    for rating in fitted.ratings:
        assert rating.rating == 0
        assert rating.error == pytest.approx(error, rel=1e-6)
        assert half_width(rating) == pytest.approx(Z * error, rel=1e-6)


@pytest.mark.parametrize("rotations", [1, 9, 50])
def test_one_all_is_not_zero_and_certain(rotations: int) -> None:
    level = [
        GameResult(("a", "b"), places, rotation=f"{i}") for i in range(rotations) for places in (WIN, LOSS)
    ]
    error = SCALE / sqrt(2 * rotations + 0.5)  # two equal players, the virtual draws included
    doubt = {1: 2, 9: 7 / 6, 50: 1}[rotations]
    assert half_width(fit(level, seats=False).rating("a")) == pytest.approx(Z * error * sqrt(doubt), rel=1e-6)


def test_one_win_among_draws_is_one_event() -> None:
    """The scatter of a single one says little about the next, so the interval is not that of many."""
    rating = fit(games("all_draws_one_win")).rating("A")
    assert rating.error == pytest.approx(5.5751, abs=1e-3)
    assert half_width(rating) > 20


def test_few_clusters_may_agree_by_chance() -> None:
    rotations = [GameResult(("a", "b"), places, rotation=f"{i}") for i in range(4) for places in (WIN, TIE)]
    few = fit([*rotations, GameResult(("a", "b"), LOSS)], seats=False)
    fisher = fit([replace(game, rotation="") for game in rotations] * 3, seats=False)
    assert few.few_clusters == ("a", "b")
    assert half_width(few.rating("a")) > half_width(fisher.rating("a"))


def test_games_of_one_cluster_count_as_what_they_are() -> None:
    """Pairs of games that always end alike tell less than twice as many single ones."""
    outcomes = [WIN, WIN, LOSS] * 20
    paired = [GameResult(("a", "b"), o, rotation=f"{i}") for i, o in enumerate(outcomes) for _ in "ab"]
    one, other = fit(paired, seats=False), duel(outcomes * 2)
    assert one.rating("a").rating == other.rating("a").rating
    assert one.rating("a").clusters == 60
    assert half_width(one.rating("a")) == pytest.approx(sqrt(2) * half_width(other.rating("a")), rel=0.02)
    assert one.few_clusters == ()


@pytest.mark.parametrize("number", [10, 40, 100_000])
def test_a_perfect_score_is_bounded_on_one_side(number: int) -> None:
    fitted = duel([WIN] * number)
    winner, loser = fitted.ratings
    assert winner.rating == -loser.rating > 100
    assert (winner.bound, winner.high, loser.bound, loser.low) == (">", None, "<", None)
    assert winner.low is not None
    assert loser.high == -winner.low
    assert winner.low < winner.rating
    # the chance of that many wins against one who is that much weaker is exp(-2.7055/2)
    assert expected(2 * winner.low) ** number == pytest.approx(exp(-ONE_SIDED / 2), abs=1e-6)


def test_an_unbeaten_player_moves_nobody() -> None:
    without = fit(games("perfect_winner"), seats=False, prior_draws=1e-9)
    rest = fit(
        [game for game in games("perfect_winner") if "P" not in game.players], seats=False, prior_draws=0
    )
    for name in "ABCD":
        assert without.rating(name).rating == pytest.approx(rest.rating(name).rating, abs=1e-4)
    both = fit(games("perfect_both"))
    assert [both.rating(name).bound for name in "ABCDPZ"] == ["", "", "", "", ">", "<"]
    assert sum(both.rating(name).rating for name in "ABCD") == pytest.approx(0, abs=1e-6)
    assert both.rank_intervals()["P"] == (1, 1)


def test_who_is_between_is_bounded_through_others() -> None:
    """The one above beat one of the main players only through a third who is not among them."""
    main = [GameResult(pair, WIN) for pair in (("a", "b"), ("b", "c"), ("c", "a"))]
    chain = [GameResult(("y", "a"), WIN), GameResult(("x", "y"), WIN), GameResult(("x", "z"), WIN)]
    fitted = fit([*main, *chain], seats=False)
    above, top, aside = (fitted.rating(name) for name in "yxz")
    assert above.low is not None
    assert top.low is not None
    assert (above.bound, top.bound, aside.bound) == (">", ">", "?")
    assert above.low < top.low < 0  # one win each says that little
    assert (aside.low, aside.high) == (None, None)
    assert fitted.difference("z", "a").bound == "?"
    assert fitted.difference("y", "x").bound == "<"


def test_shared_winners_are_rated_alike_and_above_the_third() -> None:
    first, second, third = fit([GameResult(("a", "b", "c"), (1, 1, 3))] * 20).ratings
    assert first.rating == second.rating
    assert first.rating > third.rating + 100


def test_players_that_never_met_are_not_compared() -> None:
    fitted = fit(games("disconnected"))
    assert fitted.components == (("A", "B", "C"), ("X", "Y", "Z"))
    for names in fitted.components:
        assert sum(fitted.rating(name).rating for name in names) == pytest.approx(0, abs=1e-6)
    refused = fitted.difference("A", "X")
    assert refused.refusal == "'A' and 'X' never met, neither directly nor through others"
    assert (refused.value, refused.error, refused.low, refused.high, refused.los) == (None,) * 5
    assert fitted.expected_score("A", "X") is None
    assert fitted.los_matrix()[0][3:] == (None, None, None)
    assert fitted.rank_intervals()["A"] == (1, 4)  # nobody of its own is better, any of the others may be
    bridged = fit(games("one_game_bridge"))
    assert len(bridged.components) == 1
    assert bridged.difference("A", "X").refusal == ""


def test_one_who_met_nobody() -> None:
    fitted = fit(Tally.of(games("pair_balanced"), ["C"]), anchors={"C": 7})
    alone = fitted.rating("C")
    assert (alone.rating, alone.error, alone.low, alone.high, alone.bound) == (7, None, None, None, "?")
    assert (alone.games, alone.score, alone.clusters) == (0, 0, 0)
    assert fitted.rank_intervals()["C"] == (1, 3)
    assert fit([]).ratings == ()
    assert fit(Tally.of([], ["a", "b"])).components == (("a",), ("b",))


def test_seat_effects_are_told_where_they_can_be() -> None:
    balanced, once = fit(games("pair_balanced")), fit(games("pair_wdl"))
    assert [(one.players, one.seat) for one in balanced.seat_effects] == [(2, 0), (2, 1)]
    assert balanced.seat_effects[0].value == -balanced.seat_effects[1].value > 30
    assert balanced.seat_refusals == {}
    assert once.seat_effects == ()
    assert once.seat_refusals == {
        2: "the players changed their seats too little to tell the seats from the players"
    }
    assert fit(games("pair_balanced"), seats=False).seat_effects == ()
    first = [GameResult(pair, WIN) for pair in (("a", "b"), ("b", "a"))] * 20
    always = fit(first)
    assert always.seat_refusals == {2: "one of the seats never scored against another"}
    assert always.rating("a").rating == 0


def test_seats_of_one_size_may_be_told_when_those_of_another_may_not() -> None:
    mixed = fit(
        [*games("ffa_strict")[:120], *[GameResult(("x", "y", "F0", "F1", "F2"), (1, 2, 3, 4, 5))] * 9]
    )
    assert set(mixed.seat_refusals) == {5}
    assert {one.players for one in mixed.seat_effects} == {2, 3, 4}


def test_seat_effects_of_one_size_add_up_to_0() -> None:
    effects = fit(games("ffa_ties")).seat_effects
    for size in (2, 3, 4):
        values = [one.value for one in effects if one.players == size]
        assert len(values) == size
        assert sum(values) == pytest.approx(0, abs=1e-6)


def test_expected_score() -> None:
    fitted = fit(games("pair_balanced"))
    better, seat = fitted.difference("A", "B").value, fitted.seat_effects[0].value
    assert better is not None
    assert fitted.expected_score("A", "B") == pytest.approx(expected(better))
    assert fitted.expected_score("A", "B", seats=(0, 1)) == pytest.approx(expected(better + 2 * seat))
    assert fitted.expected_score("A", "B", 3, (2, 0)) == pytest.approx(expected(better))
    with pytest.raises(RatingError, match=r"^seats \(0, 2\), expected two of 0 to 1$"):
        fitted.expected_score("A", "B", seats=(0, 2))


def test_anchors_move_their_component_alone() -> None:
    free = named(fit(games("disconnected")))
    fitted = fit(games("disconnected"), anchors={"B": 1500, "X": 100, "Y": 200})
    moved = named(fitted)
    shift = 1500 - free["B"].rating
    for name in "ABC":
        assert moved[name].rating == pytest.approx(free[name].rating + shift, abs=1e-6)
    assert moved["B"].error == half_width(moved["B"]) == 0
    assert moved["X"].rating + moved["Y"].rating == pytest.approx(300, abs=1e-6)
    difference = fitted.difference("A", "B")
    assert moved["A"].error == difference.error  # to one who is known to the point
    assert difference.value == pytest.approx(free["A"].rating - free["B"].rating, abs=1e-6)


def test_an_unbeaten_anchor_bounds_the_others() -> None:
    fitted = fit(games("perfect_winner"), seats=False, anchors={"P": 2000})
    assert [fitted.rating(name).bound for name in "ABCDP"] == ["<"] * 4 + [""]
    below = fitted.difference("A", "P")
    assert fitted.rating("A").high == pytest.approx(2000 + (below.high or 0), abs=1e-6)


def test_the_order_of_ranks_is_open_where_intervals_are_wide() -> None:
    assert fit(games("gap_800")).rank_intervals() == {"A": (1, 1), "B": (2, 2), "C": (3, 3)}
    assert set(fit(games("seat_only")).rank_intervals().values()) == {(1, 3)}


def test_mistakes() -> None:
    results = games("pair_wdl")
    for arguments, message in (
        ({"anchors": {"Q": 0}}, "anchor 'Q' is not among the players"),
        ({"anchors": {"A": float("inf")}}, "anchor 'A' at inf, expected a number from -1000000 to 1000000"),
        ({"prior_draws": -1}, "prior_draws -1, expected a number from 0 to 1000000"),
    ):
        with pytest.raises(RatingError, match=f"^{message}$"):
            fit(results, **arguments)
    with pytest.raises(RatingError, match=r"^without virtual draws 'A', 'B' have no finite ratings$"):
        fit(games("one_game_win"), prior_draws=0)
    fitted = fit(results)
    with pytest.raises(RatingError, match=r"^player 'Q' is not among those rated$"):
        fitted.rating("Q")
    with pytest.raises(RatingError, match=r"^player 'A' twice, expected two players$"):
        fitted.difference("A", "A")
    crowd = GameResult(tuple(f"p{number}" for number in range(12)), tuple(range(1, 13)))
    with pytest.raises(RatingError, match=r"^a game of 12 players, expected at most 11$"):
        fit([crowd])


@st.composite
def tournaments(draw: st.DrawFn) -> list[GameResult]:
    chance = random.Random(draw(st.integers(0, 2**32)))
    players = [f"p{number}" for number in range(draw(st.integers(2, 7)))]
    results = []
    for number in range(draw(st.integers(0, 60))):
        group = chance.sample(players, chance.randint(2, min(4, len(players))))
        marks = [chance.randint(1, 3) for _ in group]
        places = tuple(1 + sum(other < mark for other in marks) for mark in marks)
        rotation = f"{number // chance.randint(1, 4)}" if chance.random() < 0.8 else ""
        results.append(GameResult(tuple(group), places, rotation=rotation))
    return results


def everything(fitted: Fit) -> tuple[object, ...]:
    return (
        fitted.ratings,
        fitted.components,
        fitted.seat_effects,
        fitted.los_matrix(),
        fitted.rank_intervals(),
    )


@given(tournaments(), st.randoms(use_true_random=False))
def test_order_and_splitting_change_no_bit(results: list[GameResult], chance: random.Random) -> None:
    shuffled = [
        replace(game, players=game.players[::-1], places=game.places[::-1], seats=game.seats[::-1])
        for game in chance.sample(results, len(results))
    ]
    cut = chance.randint(0, len(results))
    split = Tally.of(shuffled[:cut]) + Tally.of(shuffled[cut:])
    whole = everything(fit(results))
    assert everything(fit(shuffled)) == whole
    assert everything(fit(split)) == whole


@given(tournaments(), st.randoms(use_true_random=False))
def test_names_change_nothing_but_names(results: list[GameResult], chance: random.Random) -> None:
    names = sorted({name for game in results for name in game.players})
    new = dict(zip(names, chance.sample([f"n{number}" for number in range(50)], len(names)), strict=True))
    renamed = [
        replace(
            game,
            players=tuple(new[name] for name in game.players),
            rotation=game.rotation and f"x{game.rotation}",
        )
        for game in results
    ]
    before, after = fit(results), fit(renamed)
    for rating in before.ratings:
        other = after.rating(new[rating.name])
        # players whom nothing tells apart may differ in bits that are rounded away
        for key in ("rating", "error", "low", "high"):
            assert getattr(other, key) == pytest.approx(getattr(rating, key), abs=2e-7)
        assert (other.bound, other.games, other.score) == (rating.bound, rating.games, rating.score)
        assert after.rank_intervals()[new[rating.name]] == before.rank_intervals()[rating.name]


def test_names_change_no_bit_where_all_players_differ() -> None:
    results = games("ffa_ties")
    new = {name: f"{9 - int(name[1])}{name}" for name in {name for game in results for name in game.players}}
    renamed = [replace(game, players=tuple(new[name] for name in game.players)) for game in results]
    before, after = fit(results), fit(renamed)
    for rating in before.ratings:
        assert replace(after.rating(new[rating.name]), name=rating.name) == rating
    assert after.uncertainty.clustered.tobytes() == before.uncertainty.clustered.tobytes()


@given(tournaments())
def test_arrays_are_rated_as_results_are(results: list[GameResult]) -> None:
    duels = [game for game in results if len(game.players) == 2]
    names = sorted({name for game in duels for name in game.players})
    number = {
        rotation: index for index, rotation in enumerate(dict.fromkeys(game.rotation for game in duels))
    }
    alone = len(number)
    tally = Tally.of_arrays(
        names,
        _table([[names.index(name) for name in game.players] for game in duels]),
        _table([list(game.places) for game in duels]),
        _table(
            [number[game.rotation] if game.rotation else alone + i for i, game in enumerate(duels)]
        ).reshape(-1),
    )
    assert everything(fit(tally)) == everything(fit(duels))


def _table(rows: list[list[int]] | list[int]) -> "np.typing.NDArray[np.int64]":
    return np.array(rows, np.int64).reshape(len(rows), -1 if rows else 2)


@given(tournaments())
def test_the_fit_explains_the_points(results: list[GameResult]) -> None:
    """At the maximum everybody's points, virtual draw included, are the expected ones."""
    fitted = fit(results, seats=False)
    assume(
        all(rating.bound == "" or rating.rating not in (rating.low, rating.high) for rating in fitted.ratings)
    )
    phantom = _phantoms(fitted)
    points = dict.fromkeys(fitted.players, 0.0)
    chances = dict.fromkeys(fitted.players, 0.0)
    for game in results:
        for one, own in zip(game.players, game.places, strict=True):
            for two, other in zip(game.players, game.places, strict=True):
                if one != two:
                    chance = fitted.expected_score(one, two)
                    assert chance is not None
                    points[one] += ((own <= other) + (own < other)) / 2 / (len(game.players) - 1)
                    chances[one] += chance / (len(game.players) - 1)
    for name in fitted.players:
        virtual = expected(fitted.rating(name).rating - phantom[name])
        assert points[name] + 0.5 == pytest.approx(chances[name] + virtual, abs=1e-6)
        assert isfinite(fitted.rating(name).rating)
        assert fitted.rating(name).score == pytest.approx(points[name])


def _phantoms(fitted: Fit) -> dict[str, float]:
    """Where the phantom is on the scale of each player: such that its own games come out even."""
    phantoms: dict[str, float] = {}
    for names in fitted.components:
        low, high = -1e4, 1e4
        while low < (middle := (low + high) / 2) < high:
            surplus = sum(expected(fitted.rating(name).rating - middle) - 0.5 for name in names)
            low, high = (middle, high) if surplus > 0 else (low, middle)
        phantoms |= dict.fromkeys(names, middle)
    return phantoms
