"""What the READMEs say is tried: every program, file and command in them, in the order they stand."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
BLOCK = re.compile(r"^```(?P<kind>\w+)(?: (?P<file>\S+))?\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)


def run(command: list[str], folder: Path) -> None:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        command,
        cwd=folder,
        env={**os.environ, "PATH": path},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"


@pytest.mark.slow
@pytest.mark.parametrize("document", ["README.md", "clients/python/README.md"])
def test_the_programs_and_commands_of_a_readme_work_as_they_stand(document: str, tmp_path: Path) -> None:
    for block in BLOCK.finditer((ROOT / document).read_text()):
        kind, file, text = block["kind"], block["file"], block["text"]
        if file:
            (tmp_path / file).parent.mkdir(exist_ok=True)
            (tmp_path / file).write_text(text)
        elif kind == "python":
            run([sys.executable, "-c", text.replace('__name__ == "__main__"', "False")], tmp_path)
        elif kind == "sh":
            for command in text.splitlines():
                run(["sh", "-c", command], tmp_path)
        else:
            assert kind == "console", f"a block of kind {kind!r} is not tried"
