"""What a sequential test has found, in words."""

import json

import pytest

from arena.cli.sprt_report import SprtReport, ratio_words, report_as_json, verdict_words
from arena.store import TournamentRow
from arena.tournament.sprt import Ending, Evidence, Question
from ratings.sprt import Verdict
from ratings.sprt_estimate import sprt_estimate


def report(question: Question, counts: tuple[int, ...], rounds: int = 100) -> SprtReport:
    """About a test with these rotations, as if it had ended with the last one."""
    evidence = Evidence(counts, 0)
    state = question.state(evidence)
    ending = Ending.LIMIT if state.verdict is Verdict.OPEN else Ending(state.verdict.value)
    row = TournamentRow(1, "0" * 16, bytes(32), True, {}, rounds, ())
    return SprtReport(
        row, rounds, None, ("a", "b"), question, ending, evidence, state, sprt_estimate(state), 0, []
    )


WON, LOST, LEVEL = (0, 0, 0, 0, 20), (20, 0, 0, 0, 0), (0, 0, 1, 0, 0)


@pytest.mark.parametrize(
    ("question", "counts", "words"),
    [
        (Question(0, 200), WON, "a is at least 200 Elo better than b, rather than no better."),
        (Question(0, 200), LOST, "a is no better than b, rather than at least 200 Elo better."),
        (Question(-100, 0), WON, "a is no worse than b, rather than at least 100 Elo worse."),
        (Question(-100, 0), LOST, "a is at least 100 Elo worse than b, rather than no worse."),
        (Question(50, 200), LOST, "a is at most 50 Elo better than b, rather than at least 200 Elo better."),
        (Question(-90, -9), WON, "a is at most 9 Elo worse than b, rather than at least 90 Elo worse."),
        (Question(0, 200, model="normalized"), WON, "a is at least 200 normalised Elo better than b, "),
        (Question(0, 30), LEVEL, "it is open whether a is at least 30 Elo better than b, or no better. "),
        (
            Question(-9, 9),
            LEVEL,
            "is open whether a is at least 9 Elo better than b, or at least 9 Elo worse. ",
        ),
    ],
)
def test_a_verdict_says_who_is_how_much_better(
    question: Question, counts: tuple[int, ...], words: str
) -> None:
    assert words in verdict_words(report(question, counts))


def test_a_verdict_says_how_often_it_is_wrong() -> None:
    question = Question(0, 200, alpha=0.01, beta=0.1)
    rare = "if a were no better, about 1 % of such tests at most (alpha 0.01) would end like this."
    often = "about 10 % of such tests at most (beta 0.1) would end like this."
    assert verdict_words(report(question, WON)).endswith(f" It took 20 rotations (40 games); {rare}")
    assert verdict_words(report(question, LOST)).endswith(f"; if a were at least 200 Elo better, {often}")


def test_the_limit_says_how_to_go_on() -> None:
    assert verdict_words(report(Question(0, 30), LEVEL, 1)) == (
        "No verdict: after 1 rotation (2 games) it is open whether a is at least 30 Elo better than b, or no "
        "better. --max-rounds 1 allows no more; with a greater number the same test goes on."
    )


def test_no_ratio_is_a_negative_0() -> None:
    even = report(Question(-40, 40), (0, 0, 4, 0, 0))
    assert ratio_words(even.state) == "LLR +0.00 (-2.94..+2.94)"
    assert "-0.0," not in json.dumps(report_as_json(even))
