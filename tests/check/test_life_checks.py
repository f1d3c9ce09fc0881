"""How bots come and go, good and bad ones, as real processes."""

from pathlib import Path

import pytest

from arena.bots.manifest import Manifest
from arena.check import limits
from arena.check.bench import Bench
from arena.check.life_checks import arena_gone, goodbye, leftovers, output, start_and_hello, wrong_token
from arena.check.report import Check, Line, Verdict
from tests.check.benches import GREEDY, bench_for, python, scripted

pytestmark = pytest.mark.slow
HANGS = "import time; time.sleep(600)"


async def test_a_good_bot_passes_them_all() -> None:
    async with bench_for(GREEDY) as bench:
        lines = await start_and_hello(bench)
        lines += [await goodbye(bench), await wrong_token(bench), await arena_gone(bench)]
        lines += [output(bench), leftovers(bench)]
    assert {line.verdict for line in lines} == {Verdict.PASS}
    assert [line.check for line in lines][:2] == [Check.START, Check.HELLO]
    assert lines[0].figures["startup_us"] > 0
    assert lines[1].detail.startswith("greedy ")
    assert lines[2].detail.startswith("exit code 0 after ")
    assert lines[3].detail.startswith("exit code 1 after ")
    assert len(bench.processes) == 3


# the start


async def started(manifest: Manifest, **changes: int) -> tuple[Line, Line]:
    async with bench_for(manifest, **changes) as bench:
        start, hello = await start_and_hello(bench)
    return start, hello


async def test_a_program_that_is_not_there_fails_to_start() -> None:
    missing = Manifest("bot", "", "", "", ("/no/such/program",), (), Path("/"), "bot", "")
    start, hello = await started(missing)
    assert (start.verdict, hello.verdict) == (Verdict.FAIL, Verdict.SKIPPED)
    assert "/no/such/program" in start.detail


async def test_a_bot_that_ends_before_hello_fails_with_what_it_printed() -> None:
    start, hello = await started(python("import sys; print('no brain'); sys.exit(3)"))
    assert (start.verdict, hello.verdict) == (Verdict.FAIL, Verdict.SKIPPED)
    assert (start.detail, start.output) == ("its process ended with exit code 3", "no brain\n")
    assert start.advice


async def test_a_bot_that_never_says_hello_fails() -> None:
    start, _ = await started(python(HANGS), connect_us=500_000)
    assert (start.verdict, start.detail) == (Verdict.FAIL, "it did not say Hello within 500 ms")


@pytest.mark.parametrize(
    ("do", "reason"),
    [
        ("speaks-protocol-2", "Hello speaks protocol 2, expected 1"),
        ("forgets-hello", "the first message is 'ready', expected 'hello'"),
    ],
)
async def test_a_bot_with_a_wrong_hello_has_started_but_fails_there(
    do: str, reason: str, tmp_path: Path
) -> None:
    start, hello = await started(scripted(tmp_path, do))
    assert (start.verdict, hello.verdict) == (Verdict.PASS, Verdict.FAIL)
    assert hello.detail == reason
    assert "INVALID_ARGUMENT" in hello.output


async def test_what_hello_leaves_out_is_a_hint(tmp_path: Path) -> None:
    start, hello = await started(scripted(tmp_path, "hides-who-it-is"))
    assert (start.verdict, hello.verdict) == (Verdict.PASS, Verdict.HINT)
    assert hello.detail == "without name, language, sdk"


# the end


async def ended(manifest: Manifest) -> tuple[Line, Bench]:
    async with bench_for(manifest) as bench:
        line = await goodbye(bench)
    return line, bench


@pytest.mark.usefixtures("_impatience")
async def test_a_bot_that_stays_after_goodbye_fails(tmp_path: Path) -> None:
    line, _ = await ended(scripted(tmp_path, "stays-after-goodbye"))
    assert (line.verdict, line.detail) == (Verdict.FAIL, "it still ran after 1 s")


async def test_an_exit_code_after_goodbye_fails_with_what_it_printed(tmp_path: Path) -> None:
    line, bench = await ended(scripted(tmp_path, "leaves-in-anger"))
    assert line.verdict is Verdict.FAIL
    assert line.detail.startswith("exit code 5 after ")
    assert line.output == "and never again\n"
    assert leftovers(bench).verdict is Verdict.PASS


async def test_a_bot_that_ends_before_goodbye_fails_whatever_its_exit_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "QUIET_SECONDS", 60.0)
    line, _ = await ended(scripted(tmp_path, "exits-on-welcome"))
    assert line.verdict is Verdict.FAIL
    assert line.detail == "before Goodbye: its process ended with exit code 0"


async def test_much_output_is_a_hint() -> None:
    async with bench_for(python("print('x' * 70_000)")) as bench:
        await start_and_hello(bench)
        line = output(bench)
    assert (line.verdict, line.detail) == (Verdict.HINT, "70001 bytes of output")


async def test_a_process_that_outlives_the_bot_is_a_hint() -> None:
    code = f"import subprocess, sys; subprocess.Popen([sys.executable, '-c', {HANGS!r}])"
    async with bench_for(python(code)) as bench:
        await wrong_token(bench)
        line = leftovers(bench)
    assert (line.verdict, line.detail) == (Verdict.HINT, "1 process left behind")


# a wrong token


async def refused(manifest: Manifest) -> Line:
    async with bench_for(manifest) as bench:
        return await wrong_token(bench)


@pytest.mark.usefixtures("_impatience")
async def test_a_bot_that_stays_with_a_wrong_token_fails() -> None:
    line = await refused(python(HANGS))
    assert (line.verdict, line.detail) == (Verdict.FAIL, "it still ran after 1 s")


async def test_a_bot_that_says_nothing_about_a_wrong_token_fails(tmp_path: Path) -> None:
    line = await refused(scripted(tmp_path, "exits-1-when-refused"))
    assert (line.verdict, line.detail) == (Verdict.FAIL, "it printed nothing")


async def test_exit_code_0_with_a_wrong_token_fails(tmp_path: Path) -> None:
    line = await refused(scripted(tmp_path, "exits-0-when-refused"))
    assert line.verdict is Verdict.FAIL
    assert line.detail.startswith("exit code 0 after ")


# the arena goes


async def deserted(manifest: Manifest) -> Line:
    async with bench_for(manifest) as bench:
        return await arena_gone(bench)


@pytest.mark.usefixtures("_impatience")
async def test_a_bot_that_stays_when_the_arena_is_gone_fails(tmp_path: Path) -> None:
    line = await deserted(scripted(tmp_path, "nothing", "--stay"))
    assert (line.verdict, line.detail) == (Verdict.FAIL, "it still ran after 1 s")
    assert "UNAVAILABLE" in line.output


async def test_with_which_code_a_bot_ends_when_the_arena_is_gone_is_its_own_business(tmp_path: Path) -> None:
    assert (await deserted(scripted(tmp_path, "exits-0-when-refused"))).verdict is Verdict.PASS
