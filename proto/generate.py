"""Generate the code of the protocol that is checked in, or check that it is what the .proto files say.

    python proto/generate.py            write it
    python proto/generate.py --check    write nothing; exit 1 and name the files that differ

`arena/v1` is made as the compiler makes it. `clients/python/arena_client/pb` is the same code for the
client, which must not import `arena`: its imports are rewritten to its own package. The code for Go and
TypeScript comes from the plugins of those languages, whose toolchains have to be there: without one of them
that code stays as it is, with a note, which is an error where the environment has CI.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from functools import cache
from importlib import resources
from pathlib import Path

from grpc_tools import protoc

ROOT = Path(__file__).resolve().parent.parent
PROTO = ROOT / "proto"
ARENA = Path("arena/v1")
CLIENT = Path("clients/python/arena_client/pb")
GO = Path("clients/go/pb")
TYPESCRIPT = Path("clients/typescript/src/pb")
GO_PLUGINS = (
    "google.golang.org/protobuf/cmd/protoc-gen-go@v1.36.11",
    "google.golang.org/grpc/cmd/protoc-gen-go-grpc@v1.5.1",
)
TYPESCRIPT_PLUGIN = "@bufbuild/protoc-gen-es@2.17.0"


def main() -> int:
    """Write or check every generated file; the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--check", action="store_true", help="write nothing, exit 1 on any difference")
    check = parser.parse_args().check
    folders = {ARENA: python, CLIENT: python_client}
    lacking = [tool for tool, made in {"go": GO, "npm": TYPESCRIPT}.items() if not offered(tool, made)]
    folders |= {GO: go} if "go" not in lacking else {}
    folders |= {TYPESCRIPT: typescript} if "npm" not in lacking else {}
    differing = [path for folder, make in folders.items() for path in updated(folder, make(), check=check)]
    return report(differing) or (1 if lacking and os.environ.get("CI") else 0)


def offered(tool: str, folder: Path) -> bool:
    """Whether a toolchain is there; a note if not."""
    if shutil.which(tool) is None:
        print(f"note: {folder} is left as it is, since {tool!r} is not on PATH")
    return shutil.which(tool) is not None


def updated(folder: Path, wanted: dict[Path, str], *, check: bool) -> list[Path]:
    """Make a folder what it has to be; with `check`, only say which files are not."""
    there = {file.relative_to(ROOT / folder) for file in (ROOT / folder).rglob("*.*") if is_source(file)}
    stale = sorted(there - wanted.keys())
    differing = sorted(path for path, text in wanted.items() if text != read(ROOT / folder / path))
    if check:
        return [folder / path for path in stale + differing]
    for path in differing:
        (ROOT / folder / path).parent.mkdir(parents=True, exist_ok=True)
        (ROOT / folder / path).write_text(wanted[path])
    for path in stale:
        (ROOT / folder / path).unlink()
    return []


def is_source(file: Path) -> bool:
    """Whether a file is code, and nothing that Python left behind."""
    return file.is_file() and file.suffix != ".pyc"


def report(differing: list[Path]) -> int:
    """Name the files that differ; the exit code."""
    for path in differing:
        print(f"{path} is not what proto/ says: run python proto/generate.py")
    return 1 if differing else 0


def python() -> dict[Path, str]:
    """The arena's own code; the service stub belongs to the client."""
    return {path: text for path, text in compiled_for_python().items() if "_pb2_grpc" not in path.name}


def python_client() -> dict[Path, str]:
    """The same code for the client."""
    return {path: for_client(text) for path, text in compiled_for_python().items()}


@cache
def compiled_for_python() -> dict[Path, str]:
    """What the compiler makes; the service stub is made for the one file with a service."""
    with tempfile.TemporaryDirectory() as folder:
        compile_protos(f"--python_out={folder}", f"--pyi_out={folder}")
        compile_protos(f"--grpc_python_out={folder}", files=["arena/v1/arena.proto"])
        files = texts_below(Path(folder) / "arena/v1")
    return {Path("__init__.py"): '"""Generated from proto/arena/v1: never edit it."""\n', **files}


def go() -> dict[Path, str]:
    """The Go client's code."""
    with tempfile.TemporaryDirectory() as folder:
        tools = Path(folder) / "tools"
        for plugin in GO_PLUGINS:
            run("go", "install", plugin, GOBIN=str(tools), GOFLAGS="-mod=mod")
        plugins = [f"--plugin={tools / name}" for name in ("protoc-gen-go", "protoc-gen-go-grpc")]
        options = [
            f"--{kind}_{key}"
            for kind in ("go", "go-grpc")
            for key in (f"out={folder}", "opt=module=arena_client")
        ]
        compile_protos(*plugins, *options)
        return texts_below(Path(folder) / "pb")


def typescript() -> dict[Path, str]:
    """The TypeScript client's code."""
    with tempfile.TemporaryDirectory() as folder:
        run("npm", "install", "--silent", "--prefer-offline", "--prefix", folder, TYPESCRIPT_PLUGIN)
        made = Path(folder) / "made"
        made.mkdir()
        plugin = f"--plugin={folder}/node_modules/.bin/protoc-gen-es"
        compile_protos(plugin, f"--es_out={made}", "--es_opt=target=ts,import_extension=js")
        return texts_below(made)


def compile_protos(*options: str, files: Sequence[str] = ()) -> None:
    """Run the compiler, on all files of the protocol unless some are named."""
    include = resources.files("grpc_tools") / "_proto"
    paths = sorted(path.relative_to(PROTO).as_posix() for path in PROTO.glob("arena/v1/*.proto"))
    if protoc.main(["protoc", f"-I{PROTO}", f"-I{include}", *options, *(files or paths)]):
        sys.exit("the protocol compiler failed")


def run(*words: str, **environment: str) -> None:
    """Run a tool that has to succeed."""
    done = subprocess.run(
        words, env={**os.environ, **environment}, capture_output=True, text=True, check=False
    )
    if done.returncode:
        sys.exit(f"{' '.join(words)}\n{done.stdout}{done.stderr}")


def texts_below(folder: Path) -> dict[Path, str]:
    """All files below a folder, by their path from it."""
    return {path.relative_to(folder): path.read_text() for path in folder.rglob("*") if path.is_file()}


def for_client(text: str) -> str:
    """The same code, importing its siblings from the client's own package."""
    return re.sub(r"^from arena\.v1 import", "from arena_client.pb import", text, flags=re.MULTILINE)


def read(path: Path) -> str:
    """The text there is, or nothing."""
    return path.read_text() if path.exists() else ""


if __name__ == "__main__":
    sys.exit(main())
