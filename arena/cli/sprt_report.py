"""What a sequential test has found, in words and for machines. It plays nothing."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from arena.cli.faults import BotFaults, faults_by_bot, faults_in_words
from arena.cli.rating.words import interval_words, points
from arena.cli.screen import put, put_sentence, put_table
from arena.cli.standings import commitment, seed_words
from arena.store import Store, TournamentRow
from arena.tournament.quarantine import apply_quarantine, quarantined
from arena.tournament.results import schedule_of
from arena.tournament.sprt import Ending, Evidence, Question, SprtTest
from arena.tournament.standings import GameResult
from ratings.sprt import SprtState
from ratings.sprt_estimate import SprtEstimate, sprt_estimate

__all__ = ["SprtReport", "put_report", "ratio_words", "report_as_json", "report_of"]


@dataclass(frozen=True)
class SprtReport:
    """All that is shown of a test that is over."""

    row: TournamentRow
    """The tournament, with as many rounds as were asked for."""
    names: tuple[str, ...]
    """The bot in question, and the one it is compared with."""
    question: Question
    """What was asked."""
    ending: Ending
    """Why the test is over."""
    evidence: Evidence
    """The rotations that count."""
    state: SprtState
    """Where the test stands with them."""
    estimate: SprtEstimate | None
    """The difference; None where no rotation counts."""
    later: int
    """How many rotations were played that do not count because the test was over."""
    faults: list[BotFaults]
    """The bots that were at fault, in these rotations too."""

    @property
    def score(self) -> float:
        """The points of the bot in question."""
        return sum(half_points * count for half_points, count in enumerate(self.evidence.counts)) / 2

    @property
    def elo(self) -> list[float | None]:
        """The difference and the ends of its interval, in points of ratings."""
        one = self.estimate
        return [one.elo, one.low, one.high] if one else [None, None, None]

    @property
    def quarantine_words(self) -> str:
        """Why a test has failed."""
        out = [one for one in self.faults if one.quarantine_since is not None]
        bots = " and ".join(f"bot {one.bot!r} (since game {one.quarantine_since})" for one in out)
        return f"the test has no verdict: in quarantine after faults in three games running is {bots}"


def report_of(
    row: TournamentRow, question: Question, test: SprtTest, played: Sequence[GameResult]
) -> SprtReport:
    """The report about a test that is over, from that test and all results of the tournament."""
    schedule = schedule_of(row)
    results = apply_quarantine(played, schedule)
    return SprtReport(
        row=row,
        names=schedule.names,
        question=question,
        ending=test.ending,
        evidence=test.evidence,
        state=test.state,
        estimate=sprt_estimate(test.state),
        later=len({result.round for result in results}) - test.evidence.rotations,
        faults=faults_by_bot(results, quarantined(played, schedule), schedule.names),
    )


def put_report(report: SprtReport, store: Store) -> None:
    """Print what a test has found."""
    row = report.row
    put_sentence(f"tournament {row.number} ({row.id}): {seed_words(row, finished=True)}")
    put()
    put_sentence(_verdict_words(report))
    put()
    _put_figures(report)
    put()
    for sentence in _remarks(report):
        put_sentence(sentence)
    for sentence in faults_in_words(report.faults, store, row):
        put_sentence(sentence)


def ratio_words(state: SprtState) -> str:
    """The ratio between its bounds."""
    return f"LLR {state.llr:+.2f} ({_bounds(state)})"


def report_as_json(report: SprtReport) -> dict[str, Any]:
    """The report for machines."""
    row, state, verdict = report.row, report.state, report.ending in (Ending.ELO0, Ending.ELO1)
    elo, *interval = report.elo
    return {
        "tournament": row.number,
        "id": row.id,
        "commitment": commitment(row) if row.secret else None,
        "seed": row.seed.hex(),
        "bot": report.names[0],
        "against": report.names[1],
        "ended": report.ending,
        "verdict": report.ending if verdict else None,
        "llr": _rounded(state.llr, 6),
        "bounds": [_rounded(state.lower, 6), _rounded(state.upper, 6)],
        "elo0": state.elo0,
        "elo1": state.elo1,
        "alpha": state.alpha,
        "beta": state.beta,
        "model": state.model,
        "rotations": state.rotations.rotations,
        "rotations_by_points": dict(zip(_POINTS, report.evidence.counts, strict=True)),
        "games": state.games,
        "score": report.score,
        "percentage": None if state.score is None else round(100 * state.score, 3),
        "elo": _rounded(elo),
        "interval": [_rounded(end) for end in interval],
        "likelihood_of_superiority": _rounded(report.estimate.los if report.estimate else None, 6),
        "max_rounds": row.rounds,
        "rotations_without_result": report.evidence.without_result,
        "later_rotations": report.later,
        "faults_by_bot": [
            {"bot": one.bot, "faults": one.faults, "quarantine_since": one.quarantine_since}
            for one in report.faults
        ],
    }


_POINTS = ["0", "0.5", "1", "1.5", "2"]
"""What a rotation of two games can bring."""


def _rounded(value: float | None, digits: int = 3) -> float | None:
    return None if value is None else round(value, digits)


def _verdict_words(report: SprtReport) -> str:
    bot, other = report.names
    at_least, at_most = f"{report.question.elo1:g}", f"{report.question.elo0:g}"
    lead, unit = f"the lead of {bot} over {other} is", _unit(report.question)
    match report.ending:
        case Ending.ELO1:
            return f"Verdict elo1: {lead} {at_least} {unit} or more, rather than {at_most} or less."
        case Ending.ELO0:
            return f"Verdict elo0: {lead} {at_most} {unit} or less, rather than {at_least} or more."
        case Ending.LIMIT:
            hint = "" if report.row.secret else "; a greater --max-rounds goes on"
            return f"No verdict within {_rotations(report.row.rounds)}, which was the limit{hint}."
    return "No verdict: a bot is in quarantine."


def _unit(question: Question) -> str:
    return "Elo" if question.model == "logistic" else "normalized Elo"


def _put_figures(report: SprtReport) -> None:
    state, (elo, *interval) = report.state, report.elo
    score = "" if state.score is None else f"{100 * state.score:.1f}"
    put_table(
        ["<bot", "<against", "rotations", "games", "score", "%", "Elo", "95 %", "LLR", "bounds"],
        [
            [
                *report.names,
                str(state.rotations.rotations),
                str(state.games),
                f"{report.score:g}",
                score,
                "" if elo is None else points(elo),
                interval_words(*interval) if report.estimate else "",
                f"{state.llr:+.2f}",
                _bounds(state),
            ]
        ],
    )


def _bounds(state: SprtState) -> str:
    return f"{state.lower:+.2f}..{state.upper:+.2f}"


def _remarks(report: SprtReport) -> Iterator[str]:
    question, evidence = report.question, report.evidence
    counts = ", ".join(map(str, evidence.counts))
    yield f"Rotations with {', '.join(_POINTS[:-1])} and {_POINTS[-1]} points: {counts}."
    yield (
        f"Errors: alpha {question.alpha:g}, beta {question.beta:g}, in {question.model} Elo. "
        "The difference is in Elo of ratings, and allows for a test that stops as soon as it can."
    )
    if evidence.without_result:
        yield f"Without a result, and so not counted: {_rotations(evidence.without_result)}."
    if report.later:
        yield f"Played after the end of the test, kept and not counted: {_rotations(report.later)}."


def _rotations(number: int) -> str:
    return "1 rotation" if number == 1 else f"{number} rotations"
