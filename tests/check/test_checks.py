"""A whole check, of bots that are good and of one that does not connect."""

from pathlib import Path

import pytest
import trio

from arena.bots.manifest import Manifest
from arena.check.checks import check_bot
from arena.check.report import Check, Report, Verdict
from tests.check.benches import GREEDY, HANG_GUARD_S, RANDOM, scripted
from tests.misbehaviour.tournaments import PATIENT

pytestmark = pytest.mark.slow


async def report_of(manifest: Manifest) -> Report:
    with trio.fail_after(HANG_GUARD_S):
        return await check_bot(manifest, PATIENT, lambda _: None)


@pytest.mark.parametrize("manifest", [GREEDY, RANDOM], ids=["greedy", "random"])
async def test_the_builtin_bots_pass(manifest: Manifest) -> None:
    report = await report_of(manifest)
    assert [line.check for line in report.lines] == list(Check)
    assert report.count(Verdict.PASS) == len(Check)
    assert not report.failed


async def test_of_a_bot_that_does_not_connect_all_else_is_skipped(tmp_path: Path) -> None:
    report = await report_of(scripted(tmp_path, "exits-at-once"))
    assert [line.check for line in report.lines] == list(Check)
    assert report.of(Check.START).verdict is Verdict.FAIL
    assert report.count(Verdict.SKIPPED) == len(Check) - 1
    assert report.failed


async def test_a_bot_that_leaves_an_orphan_is_told_so_and_plays_well(tmp_path: Path) -> None:
    report = await report_of(scripted(tmp_path, "leaves-an-orphan"))
    assert report.of(Check.GOODBYE).verdict is Verdict.PASS
    assert report.of(Check.LEFTOVERS).detail == "1 process left behind"
    assert not report.failed
