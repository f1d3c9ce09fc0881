"""Who may import whom, and who may touch the world; a new edge fails here and has to be argued for."""

import ast
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

MAY_IMPORT = {
    "cli": "web tournament check sessions bots store wire v1 referee engine errors ratings",
    "web": "tournament sessions bots store wire v1 referee engine errors ratings",
    "tournament": "sessions bots store wire v1 referee engine errors ratings",
    "check": "sessions bots store wire v1 referee engine errors",
    "sessions": "wire v1 referee engine errors",
    "bots": "wire v1 referee engine errors",
    "store": "wire v1 referee engine errors",
    "wire": "v1 referee engine errors",
    "v1": "",
    "referee": "engine errors",
    "engine": "errors",
    "errors": "",
    "ratings": "",
}
"""By layer: the layers below it that it may know."""

LIBRARIES = {
    "referee": {"trio"},
    "engine": set(),
    "errors": set(),
    "ratings": {"numpy", "scipy"},
    "clients": {"grpc", "google"},
}
"""By layer: what it may import besides the standard library; layers that are not here may import any."""

ONLY_IN = {"grpc": "sessions", "grpc_health": "sessions", "grpc_reflection": "sessions", "sqlite3": "store"}
"""Libraries that belong to one layer."""

WORLD = {
    "print",
    "input",
    "exit",
    "quit",
    "breakpoint",
    "SystemExit",
    "os._exit",
    "os.environ",
    "os.getenv",
    "os.putenv",
    "sys.argv",
    "sys.exit",
    "sys.stdout",
    "sys.stderr",
    "sys.stdin",
}
"""What only the command line may use: it prints, exits and reads the environment."""

EXCEPTIONS = {
    "arena/bots/launcher.py": {"os.environ"},  # a bot's environment is the arena's own, less some
    "arena/bots/supervisor.py": WORLD - {"os.environ", "os.getenv"},  # a program of its own
}


@dataclass(frozen=True)
class Module:
    """A file with its code."""

    name: str
    """Path from the root."""
    layer: str
    """The layer it is part of."""
    tree: ast.Module
    """Its code."""


def modules(folder: str) -> Iterator[Module]:
    for path in sorted((ROOT / folder).rglob("*.py")):
        parts = path.relative_to(ROOT).with_suffix("").parts
        if "pb" not in parts and "build" not in parts:
            yield Module(str(path.relative_to(ROOT)), layer_of(parts), ast.parse(path.read_text()))


def layer_of(parts: tuple[str, ...]) -> str:
    """The layer of a module by its path or dotted name; the package itself and `__main__` are the top."""
    if parts[0] != "arena":
        return parts[0]
    return parts[1] if len(parts) > 1 and not parts[1].startswith("__") else "cli"


def imported(tree: ast.AST) -> Iterator[str]:
    """Dotted names of everything a module imports, wherever in it."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            assert node.module is not None
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def used(tree: ast.AST) -> Iterator[str]:
    """Names, and attributes of names, that a module uses."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            yield node.id
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            yield f"{node.value.id}.{node.attr}"
    yield from imported(tree)


def edges(module: Module) -> Iterator[str]:
    """The other layers that a module imports."""
    for name in imported(module.tree):
        if name.split(".")[0] in ("arena", "ratings"):
            layer = layer_of(tuple(name.split(".")))
            if layer != module.layer:
                yield layer


ARENA = list(modules("arena"))
RATINGS = list(modules("ratings"))
CLIENTS = list(modules("clients"))


def named(module: Module) -> str:
    return module.name


@pytest.mark.parametrize("module", ARENA + RATINGS, ids=named)
def test_a_module_imports_only_layers_below_it(module: Module) -> None:
    assert module.layer in MAY_IMPORT, "a new layer needs a row in the table"
    assert set(edges(module)) <= set(MAY_IMPORT[module.layer].split())


@pytest.mark.parametrize("module", ARENA + RATINGS + CLIENTS, ids=named)
def test_a_module_imports_only_libraries_of_its_layer(module: Module) -> None:
    libraries = {name.split(".")[0] for name in imported(module.tree)} - {"arena", "ratings", "arena_client"}
    libraries -= sys.stdlib_module_names
    assert libraries <= LIBRARIES.get(module.layer, libraries)


@pytest.mark.parametrize("module", ARENA + RATINGS, ids=named)
def test_grpc_and_sqlite_stay_in_their_layer(module: Module) -> None:
    for library in {name.split(".")[0] for name in imported(module.tree)} & ONLY_IN.keys():
        assert module.layer == ONLY_IN[library]


@pytest.mark.parametrize("module", [each for each in ARENA + RATINGS if each.layer != "cli"], ids=named)
def test_only_the_command_line_prints_exits_or_reads_the_environment(module: Module) -> None:
    assert set(used(module.tree)) & WORLD <= EXCEPTIONS.get(module.name, set())


@pytest.mark.parametrize("module", CLIENTS, ids=named)
def test_clients_know_nothing_of_the_arena(module: Module) -> None:
    assert not {name.split(".")[0] for name in imported(module.tree)} & {"arena", "ratings"}


def test_the_table_has_no_circles() -> None:
    seen: set[str] = set()
    for layer in reversed([name for name in MAY_IMPORT if name != "ratings"]):
        assert set(MAY_IMPORT[layer].split()) - {"ratings"} <= seen
        seen.add(layer)


@pytest.mark.parametrize(
    ("name", "code", "layer"),
    [
        ("arena/engine/x.py", "from arena.referee import Clock", "referee"),
        ("arena/store/x.py", "def late():\n    import arena.sessions.server", "sessions"),
        ("arena/sessions/x.py", "from arena import bots", "bots"),
        ("arena/referee/x.py", "if TYPE_CHECKING:\n    from arena import wire", "wire"),
        ("ratings/x.py", "import arena.store", "store"),
    ],
)
def test_a_forbidden_edge_is_seen(name: str, code: str, layer: str) -> None:
    module = Module(name, layer_of(tuple(name.split("/"))), ast.parse(code))
    assert set(edges(module)) == {layer}
    assert layer not in MAY_IMPORT[module.layer].split()
