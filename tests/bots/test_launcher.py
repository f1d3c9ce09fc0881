"""How real bot processes start, and what is told of them."""

import signal
from pathlib import Path

import pytest
import trio

from arena.bots import launcher
from arena.bots.launcher import BotProcess, launch
from tests.bots.processes import HANG_GUARD_S, bot, marked, parent_of, python, run, start, wait_until

pytestmark = pytest.mark.slow


def open_descriptors() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))


@pytest.mark.parametrize("code", [0, 1, 77])
async def test_the_exit_code_is_told(code: int) -> None:
    process = await run(python(f"print('last words'); raise SystemExit({code})"))
    assert process.exit_code == code
    assert process.tail == "last words\n"
    assert process.start_error is None


async def test_a_crash_has_the_number_of_its_signal() -> None:
    process = await run(python("import os; os.kill(os.getpid(), 11)"))
    assert process.exit_code == -signal.SIGSEGV


async def test_standard_output_and_error_are_kept_together_whatever_they_are() -> None:
    code = "import os; os.write(1, b'one \\xff '); os.write(2, b'two'); os._exit(1)"
    assert (await run(python(code))).tail == "one \\xff two"


async def test_a_bot_reads_nothing_from_its_standard_input() -> None:
    assert (await run(python("import sys; print(repr(sys.stdin.read()))"))).tail == "''\n"


async def test_a_flood_is_drained_and_only_its_end_is_kept(marker: str, tmp_path: Path) -> None:
    code = f"""
import os, time
for _ in range(200):
    os.write(1, b"x" * 1_000_000)
os.write(2, b"the end")
open({str(tmp_path / "written")!r}, "w").close()
time.sleep(1000)
"""
    async with trio.open_nursery() as nursery:
        process = await start(nursery, python(code, marker))
        assert process.pid is not None
        await wait_until((tmp_path / "written").exists)
        assert peak_kib(parent_of(process.pid)) < 50 * 1024
        await process.stop()
    assert process.tail.endswith("xxx" + "the end")
    assert len(process.tail) == 64 * 1024


def peak_kib(pid: int) -> int:
    status = Path(f"/proc/{pid}/status").read_text()
    return int(status.partition("VmHWM:")[2].split()[0])


async def test_a_program_that_cannot_be_run_is_a_start_error(tmp_path: Path) -> None:
    (tmp_path / "closed").write_text("#!/bin/sh\n")
    for name, text in [("data", "no program"), ("script", "#!/no/such/interpreter\n")]:
        (tmp_path / name).write_text(text)
        (tmp_path / name).chmod(0o755)
    for word, reason in [
        ("gone", "No such file or directory"),
        ("./closed", "Permission denied"),
        ("./data", "Exec format error"),
        ("./script", "the interpreter that its first line names does not exist"),
    ]:
        process = await run(bot(word, folder=tmp_path))
        assert process.start_error == f"cannot run {word!r}: {reason}"
        assert (process.pid, process.exit_code, process.tail) == (None, None, "")


async def test_a_folder_that_is_gone_is_a_start_error(tmp_path: Path) -> None:
    process = await run(bot("sh", folder=tmp_path / "gone"))
    assert process.start_error == f"cannot enter {str(tmp_path / 'gone')!r}: No such file or directory"


async def test_a_start_error_is_an_exit_too() -> None:
    told: list[str | None] = []
    async with trio.open_nursery() as nursery:
        process = await launch(
            nursery,
            bot("no-such-program-here"),
            address="",
            token="",
            on_exit=lambda it: told.append(it.start_error),
        )
        assert process.exited.is_set()
    assert told == [process.start_error] != [None]


async def test_a_supervisor_that_fails_says_so(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "broken.py").write_text("raise RuntimeError('on purpose')")
    monkeypatch.setattr(launcher, "_SUPERVISOR", tmp_path / "broken.py")
    process = await run(bot("sh"))
    assert process.start_error is not None
    assert "ended without a report" in process.start_error
    assert "on purpose" in process.start_error


async def test_the_environment_leads_to_the_arena_and_to_no_proxy(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for name in ("http_proxy", "HTTPS_PROXY", "All_Proxy", "grpc_proxy", "NO_PROXY", "KEPT"):
        monkeypatch.setenv(name, "value")
    code = """
import os
for item in os.environ.items():
    print("=".join(item))
print(os.getcwd())
"""
    lines = (await run(python(code, folder=tmp_path))).tail.splitlines()
    assert {"KEPT=value", "ARENA_ADDRESS=tcp://127.0.0.1:1", "ARENA_TOKEN=secret"} <= set(lines)
    assert "PYTHONUNBUFFERED=1" in lines
    assert not [line for line in lines if "proxy" in line.partition("=")[0].lower()]
    assert lines[-1] == str(tmp_path)


async def test_every_process_has_a_private_folder_that_is_removed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    code = """
import os
folder = os.environ["TMPDIR"]
print(folder, oct(os.stat(folder).st_mode), os.listdir(folder))
os.makedirs(folder + "/deep/er")
os.chmod(folder + "/deep", 0)
os.symlink("/proc", folder + "/link")
"""
    folders = set()
    for _ in range(2):
        folder, mode, content = (await run(python(code))).tail.split()
        assert (mode, content) == ("0o40700", "[]")
        folders.add(folder)
    assert len(folders) == 2
    assert list(tmp_path.iterdir()) == []


async def test_a_link_in_place_of_the_private_folder_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "precious").mkdir(mode=0o755)
    code = f"""
import os
os.rmdir(os.environ["TMPDIR"])
os.symlink({str(tmp_path)!r}, os.environ["TMPDIR"])
"""
    assert (await run(python(code))).exit_code == 0
    assert (tmp_path / "precious").stat().st_mode & 0o777 == 0o755


async def test_what_the_hook_raises_reaches_the_nursery(marker: str) -> None:
    def fail(process: BotProcess) -> None:
        raise RuntimeError(process.exit_code)

    with pytest.RaisesGroup(pytest.RaisesExc(RuntimeError, match="3")):
        async with trio.open_nursery() as nursery:
            code = "import time; time.sleep(0.1); raise SystemExit(3)"
            await launch(nursery, python(code, marker), address="", token="", on_exit=fail)
            await trio.sleep(HANG_GUARD_S)


async def test_twenty_at_once_use_no_more_than_they_give_back(marker: str) -> None:
    before = open_descriptors()
    processes: list[BotProcess] = []

    async def one(nursery: trio.Nursery) -> None:
        processes.append(await start(nursery, python("import time; time.sleep(1000)", marker)))

    async with trio.open_nursery() as nursery:
        async with trio.open_nursery() as launches:
            for _ in range(20):
                launches.start_soon(one, nursery)
        assert len({process.pid for process in processes}) == 20
        async with trio.open_nursery() as stops:
            for process in processes:
                stops.start_soon(process.stop)
    assert [process.exit_code for process in processes] == [-signal.SIGTERM] * 20
    assert open_descriptors() == before


@pytest.mark.parametrize(
    "report",
    [b'{"event": "started", "pid": 1}', b'{"event": "exited", "code": [], "tail": 5}', b'{"event": nonsense'],
)
async def test_a_report_that_a_bot_forges_does_no_harm(report: bytes) -> None:
    code = (
        f"import os; open(f'/proc/{{os.getppid()}}/fd/1', 'wb').write({report + bytes([10])!r}); os._exit(7)"
    )
    assert (await run(python(code))).exit_code == 7


async def test_a_deep_folder_of_a_bot_is_removed() -> None:
    code = "import os, tempfile; os.chdir(tempfile.gettempdir()); print(os.getcwd())\n"
    code += "for _ in range(1500):\n    os.mkdir('d'); os.chdir('d')\n"
    process = await run(python(code))
    assert process.exit_code == 0
    assert not Path(process.tail.strip()).exists()


async def test_a_bot_that_stops_its_supervisor_is_ended_with_it(marker: str) -> None:
    code = "import os, signal, time; os.kill(os.getppid(), signal.SIGSTOP); print('ready'); time.sleep(1000)"
    async with trio.open_nursery() as nursery:
        process = await start(nursery, python(code, marker))
        assert process.pid is not None
        supervisor = parent_of(process.pid)
        await wait_until(lambda: _state(supervisor) == "T")
        await process.stop()
    await wait_until(lambda: not marked(marker))


def _state(pid: int) -> str:
    return (Path("/proc") / str(pid) / "stat").read_text().rpartition(")")[2].split()[0]
