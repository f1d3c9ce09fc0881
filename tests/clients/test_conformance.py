"""Every client gives the same results for the cases of clients/vectors."""

import base64
from pathlib import Path

import pytest

from arena.v1.game_pb2 import Move
from tests.clients.languages import LANGUAGES, built
from tests.clients.vectors import Case, cases, decoded

TIMEOUT_S = 300
KNOWN_FAILING = Path(__file__).with_name("known_failing.txt")


def known_failing(language: str) -> set[str]:
    """The ids of the cases that a client is known to fail."""
    lines = [line.partition("#")[0].split(maxsplit=1) for line in KNOWN_FAILING.read_text().splitlines()]
    return {words[1].strip() for words in lines if words and words[0] == language}


def results(language: str, asked: list[Case]) -> dict[str, str]:
    """What the conformance program of a client says, by the id of the case."""
    lines = "".join(f"{case['id']} {case['kind']} {case['bytes']}\n" for case in asked)
    with built(language).start("conformance") as program:
        output, errors = program.communicate(lines, timeout=TIMEOUT_S)
    assert (program.returncode, errors) == (0, "")
    answers = [line.partition(" ") for line in output.splitlines()]
    assert [case_id for case_id, _, _ in answers] == [case["id"] for case in asked]
    return {case_id: result for case_id, _, result in answers}


def holds(case: Case, result: str) -> bool:
    """Whether a result is the expected one; messages are compared as such, and not their bytes."""
    if case["kind"] == "parse" and "refused" not in (case["expected"], result):
        return _move(result) == _move(case["expected"])
    return bool(result == case["expected"])


def _move(encoded: str) -> Move:
    return Move.FromString(decoded(encoded))


@pytest.mark.slow
@pytest.mark.parametrize("file", ["choose.json", "notation.json"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_case_has_the_expected_result(language: str, file: str) -> None:
    asked = cases(file)
    said = results(language, asked)
    failing = {case["id"]: said[case["id"]] for case in asked if not holds(case, said[case["id"]])}
    known = known_failing(language) & {case["id"] for case in asked}
    assert {case_id: result for case_id, result in failing.items() if case_id not in known} == {}
    assert known - failing.keys() == set(), "these pass: take them out of known_failing.txt"


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_kind_that_is_not_known_ends_no_conformance_program(language: str) -> None:
    asked = [
        {"id": "1", "kind": "nothing", "bytes": "", "expected": "unknown"},
        {"id": "2", "kind": "parse", "bytes": "", "expected": "refused"},
        {"id": "3", "kind": "parse", "bytes": base64.b64encode(b"pass").decode()},
    ]
    said = results(language, asked)
    assert (said["1"], said["2"]) == ("unknown", "refused")
    assert _move(said["3"]).HasField("pass_turn")


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_cannot_be_read_has_failed_and_ends_no_conformance_program(language: str) -> None:
    garbage = base64.b64encode(b"\xff\xff").decode()
    unread = [(kind, garbage) for kind in ("welcome", "choose", "format")]
    unread += [(kind, "!!!!") for kind in ("welcome", "choose", "format", "parse")]
    asked = [{"id": f"{number}", "kind": kind, "bytes": text} for number, (kind, text) in enumerate(unread)]
    asked.append({"id": "no-text", "kind": "parse", "bytes": garbage})
    asked.append({"id": "no-question", "kind": "choose", "bytes": ""})
    asked.append({"id": "no-welcome", "kind": "welcome", "bytes": ""})
    said = results(language, asked)
    assert [said[f"{number}"] for number in range(len(unread))] == ["failed"] * len(unread)
    assert (said["no-text"], said["no-question"], said["no-welcome"]) == ("refused", "failed", "ok")


def test_the_cases_are_many_and_of_all_numbers_of_players() -> None:
    asked = [case for case in cases("choose.json") if case["kind"] == "choose"]
    by_players = [len(case["json"]["turn_started"]["observation"]["players"]) for case in asked]
    assert len(asked) >= 300
    assert {players: by_players.count(players) >= 100 for players in (2, 3, 4)} == dict.fromkeys(
        (2, 3, 4), True
    )
    assert len({case["expected"] for case in asked}) > 100
