"""What a sequential test has found, in words and for machines. It plays nothing."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from arena.cli.faults import BotFaults, faults_by_bot, faults_in_words
from arena.cli.rating.words import interval_words, points
from arena.cli.screen import put, put_sentence, put_table
from arena.cli.standings import commitment, seed_words
from arena.store import Store, TournamentRow
from arena.tournament.opening import Tournament, first_question
from arena.tournament.quarantine import apply_quarantine, quarantined
from arena.tournament.sprt import Ending, Evidence, Question, SprtTest
from arena.tournament.standings import GameResult
from ratings.sprt import SprtState
from ratings.sprt_estimate import SprtEstimate, sprt_estimate

__all__ = ["SprtReport", "put_report", "ratio_words", "report_as_json", "report_of", "verdict_words"]


@dataclass(frozen=True)
class SprtReport:
    """All that is shown of a test that is over."""

    row: TournamentRow
    """The tournament."""
    limit: int
    """Rotations that were allowed; there may have been more before."""
    first: Question | None
    """What the games were begun for; None if that was no test."""
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
        bots = " and ".join(
            f"bot {one.bot!r} is in quarantine since game {one.quarantine_since}" for one in out
        )
        return f"{bots}, after faults in three games running"


def report_of(
    tournament: Tournament, question: Question, test: SprtTest, played: Sequence[GameResult]
) -> SprtReport:
    """The report about a test that is over, from that test and all results of the tournament."""
    row, schedule = tournament.row, tournament.schedule
    results = apply_quarantine(played, schedule)
    return SprtReport(
        row=row,
        limit=tournament.plan.rounds,
        first=first_question(row),
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
    put_sentence(verdict_words(report))
    put()
    _put_figures(report)
    put()
    for sentence in _remarks(report):
        put_sentence(sentence)
    for sentence in faults_in_words(report.faults, store, row):
        put_sentence(sentence)


def ratio_words(state: SprtState) -> str:
    """The ratio between its bounds."""
    return f"LLR {_ratio(state.llr)} ({_bounds(state)})"


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
        "sentence": verdict_words(report),
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
        "max_rounds": report.limit,
        "begun_for": None if report.first is None else asdict(report.first),
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
    return None if value is None else round(value, digits) + 0.0


def verdict_words(report: SprtReport) -> str:
    """The verdict, or why there is none, and what it rests on."""
    question, (bot, other) = report.question, report.names
    better, worse = _at_least(question, other), _at_most(question, other)
    match report.ending:
        case Ending.ELO1:
            said = f"Verdict elo1: {bot} is {better}, rather than {_at_most(question)}."
            return f"{said} {_sure(report, f'{bot} were {_at_most(question)}', 'alpha', question.alpha)}"
        case Ending.ELO0:
            said = f"Verdict elo0: {bot} is {worse}, rather than {_at_least(question)}."
            return f"{said} {_sure(report, f'{bot} were {_at_least(question)}', 'beta', question.beta)}"
        case Ending.LIMIT:
            return (
                f"No verdict: after {_played(report)} it is open whether {bot} is {better}, or "
                f"{_at_most(question)}. --max-rounds {report.limit} allows no more; with a greater number "
                "the same test goes on."
            )
    return f"No verdict: {report.quarantine_words}."


def _sure(report: SprtReport, otherwise: str, name: str, rate: float) -> str:
    """On how much a verdict rests, and how often such a test gives it wrongly."""
    often = f"about {100 * rate:g} % of such tests at most ({name} {rate:g})"
    return f"It took {_played(report)}; if {otherwise}, {often} would end like this."


def _played(report: SprtReport) -> str:
    games = report.state.games
    return f"{_rotations(report.state.rotations.rotations)} ({games} {'game' if games == 1 else 'games'})"


def _at_least(question: Question, other: str = "") -> str:
    """What a bot is than another one if the upper hypothesis is true."""
    return _compared("at least", "no worse", "at most", question.elo1, _unit(question), other)


def _at_most(question: Question, other: str = "") -> str:
    """What a bot is than another one if the lower hypothesis is true."""
    return _compared("at most", "no better", "at least", question.elo0, _unit(question), other)


def _compared(ahead: str, level: str, behind: str, elo: float, unit: str, other: str) -> str:
    than = f" than {other}" if other else ""
    if not elo:
        return f"{level}{than}"
    words = f"{ahead} {elo:g} {unit} better" if elo > 0 else f"{behind} {-elo:g} {unit} worse"
    return f"{words}{than}"


def _unit(question: Question) -> str:
    return "Elo" if question.model == "logistic" else "normalised Elo"


def _put_figures(report: SprtReport) -> None:
    state, (elo, *interval) = report.state, report.elo
    score = "" if state.score is None else f"{100 * state.score:.1f}"
    put_table(
        ["<bot", "<against", "rotations", "games", "score", "%", "lead", "95 %", "LLR", "bounds"],
        [
            [
                *report.names,
                str(state.rotations.rotations),
                str(state.games),
                f"{report.score:g}",
                score,
                "" if elo is None else points(elo),
                interval_words(*interval) if report.estimate else "",
                _ratio(state.llr),
                _bounds(state),
            ]
        ],
    )


def _bounds(state: SprtState) -> str:
    return f"{_ratio(state.lower)}..{_ratio(state.upper)}"


def _ratio(llr: float) -> str:
    return f"{round(llr, 2) + 0.0:+.2f}"  # without a negative 0


def _remarks(report: SprtReport) -> Iterator[str]:
    question, evidence, bot = report.question, report.evidence, report.names[0]
    counts = ", ".join(map(str, evidence.counts))
    yield f"Rotations in which {bot} got {', '.join(_POINTS[:-1])} and {_POINTS[-1]} points: {counts}."
    yield (
        f"elo0 is {question.elo0:g} and elo1 {question.elo1:g} {_unit(question)}; error rates: "
        f"alpha {question.alpha:g}, beta {question.beta:g}."
    )
    yield from _estimate_words(report)
    if evidence.without_result:
        yield f"Without a result, and so not counted: {_rotations(evidence.without_result)}."
    if report.later:
        yield f"Played after the end of the test, kept and not counted: {_rotations(report.later)}."
    if report.first is not None:
        for sentence in question.words_after(report.first):
            yield f"{sentence[:1].upper()}{sentence[1:]}."


def _estimate_words(report: SprtReport) -> Iterator[str]:
    """What the difference and its interval are."""
    if report.estimate is None:
        return
    bot, one = report.names[0], report.estimate
    yield (
        f"The lead of {bot} and its interval are in Elo of ratings, and allow for a test that stops as soon "
        "as it can."
    )
    if (one.low is None) != (one.high is None):
        sign, side = (">", "better") if one.high is None else ("<", "worse")
        yield f"{sign} is a bound: how much {side} than that {bot} may be, the games do not say."


def _rotations(number: int) -> str:
    return "1 rotation" if number == 1 else f"{number} rotations"
