"""Generate the Python code of the protocol, or check that it is what the .proto files say.

    python proto/generate.py            write it
    python proto/generate.py --check    write nothing; exit 1 and name the files that differ

`arena/v1` is made as the compiler makes it. `clients/python/arena_client/pb` is the same code for the
client, which must not import `arena`: its imports are rewritten to its own package.
"""

import argparse
import re
import sys
import tempfile
from collections.abc import Iterator
from importlib import resources
from pathlib import Path

from grpc_tools import protoc

ROOT = Path(__file__).resolve().parent.parent
PROTO = ROOT / "proto"
ARENA = Path("arena/v1")
CLIENT = Path("clients/python/arena_client/pb")


def main() -> int:
    """Write or check every generated file; the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--check", action="store_true", help="write nothing, exit 1 on any difference")
    wanted = dict(generated())
    stale = sorted(path for path in existing() if path not in wanted)
    if parser.parse_args().check:
        return report(sorted(path for path, text in wanted.items() if text != read(path)) + stale)
    for path, text in wanted.items():
        (ROOT / path).parent.mkdir(parents=True, exist_ok=True)
        (ROOT / path).write_text(text)
    for path in stale:
        (ROOT / path).unlink()
    return 0


def report(differing: list[Path]) -> int:
    """Name the files that differ; the exit code."""
    for path in differing:
        print(f"{path} is not what proto/ says: run python proto/generate.py")
    return 1 if differing else 0


def generated() -> Iterator[tuple[Path, str]]:
    """Every generated file, as its path from the root and its text."""
    with tempfile.TemporaryDirectory() as folder:
        compile_into(Path(folder))
        yield ARENA / "__init__.py", '"""Generated from proto/arena/v1: never edit it."""\n'
        yield CLIENT / "__init__.py", '"""Generated from proto/arena/v1: never edit it."""\n'
        for file in sorted((Path(folder) / "arena/v1").iterdir()):
            if "_pb2_grpc" not in file.name:
                yield ARENA / file.name, file.read_text()
            yield CLIENT / file.name, for_client(file.read_text())


def compile_into(folder: Path) -> None:
    """Run the compiler; the service stub is made for the one file with a service."""
    include = resources.files("grpc_tools") / "_proto"
    common = [
        "protoc",
        f"-I{PROTO}",
        f"-I{include}",
        f"--python_out={folder}",
        f"--pyi_out={folder}",
    ]
    files = sorted(str(path) for path in PROTO.glob("arena/v1/*.proto"))
    service = [str(PROTO / "arena/v1/arena.proto")]
    if protoc.main(common + files) or protoc.main([*common, f"--grpc_python_out={folder}", *service]):
        sys.exit("the protocol compiler failed")


def for_client(text: str) -> str:
    """The same code, importing its siblings from the client's own package."""
    return re.sub(r"^from arena\.v1 import", "from arena_client.pb import", text, flags=re.MULTILINE)


def existing() -> Iterator[Path]:
    """The generated files there are, as paths from the root."""
    for folder in (ARENA, CLIENT):
        for file in (ROOT / folder).glob("*.py*"):
            yield file.relative_to(ROOT)


def read(path: Path) -> str:
    """The text there is, or nothing."""
    return (ROOT / path).read_text() if (ROOT / path).exists() else ""


if __name__ == "__main__":
    sys.exit(main())
