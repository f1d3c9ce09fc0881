"""What is public is listed, exists and is explained."""

import ast
import importlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = {"arena": ROOT, "ratings": ROOT, "arena_client": ROOT / "clients" / "python"}
GENERATED = {"v1", "pb"}
DOCUMENTED_CLASSES = {"dataclass", "Enum", "IntEnum", "StrEnum", "NamedTuple"}
"""Decorators and bases of classes whose every field or member has a string under it."""


@dataclass(frozen=True)
class Source:
    """A module's code."""

    module: str
    """Dotted name."""
    tree: ast.Module
    """Its code."""


def sources() -> Iterator[Source]:
    for package, above in FOLDERS.items():
        for path in sorted((above / package).rglob("*.py")):
            parts = path.relative_to(above).with_suffix("").parts
            if not GENERATED & set(parts):
                dotted = ".".join(parts).removesuffix(".__init__")
                yield Source(dotted, ast.parse(path.read_text()))


SOURCES = list(sources())


def listed(source: Source) -> list[str] | None:
    """The names in a module's `__all__`."""
    for node in source.tree.body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
            return list(ast.literal_eval(node.value))
    return None


def natural(name: str) -> tuple[int, str]:
    """Constants, then classes, then functions, each in alphabetical order."""
    return (0 if name.isupper() and len(name) > 1 else 1 if name[:1].isupper() else 2), name


def by_module(source: Source) -> str:
    return source.module


WITH_LIST = [source for source in SOURCES if listed(source) is not None]


@pytest.mark.parametrize("source", WITH_LIST, ids=by_module)
def test_the_list_of_public_names_is_sorted_and_says_nothing_twice(source: Source) -> None:
    names = listed(source)
    assert names is not None
    assert names == sorted(set(names), key=natural)


@pytest.mark.parametrize("source", WITH_LIST, ids=by_module)
def test_every_public_name_exists(source: Source) -> None:
    module = importlib.import_module(source.module)
    assert [name for name in listed(source) or () if not hasattr(module, name)] == []


@pytest.mark.parametrize("package", ["arena.engine", "arena.referee", "arena.sessions", "ratings"])
def test_a_front_lists_all_that_it_offers(package: str) -> None:
    source = next(source for source in SOURCES if source.module == package)
    offered = {
        alias.asname or alias.name
        for node in source.tree.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    assert set(listed(source) or ()) == offered


@pytest.mark.parametrize("source", SOURCES, ids=by_module)
def test_every_module_says_what_it_is_for(source: Source) -> None:
    assert ast.get_docstring(source.tree)


@pytest.mark.parametrize("source", SOURCES, ids=by_module)
def test_every_public_function_and_class_is_explained(source: Source) -> None:
    assert [node.name for node in definitions(source.tree) if not ast.get_docstring(node)] == []


@pytest.mark.parametrize("source", SOURCES, ids=by_module)
def test_every_public_field_and_member_is_explained(source: Source) -> None:
    assert [name for node in definitions(source.tree) for name in unexplained(node)] == []


Definition = ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


def definitions(tree: ast.Module | ast.ClassDef) -> Iterator[Definition]:
    """Public functions and classes of a module, with the methods of public classes."""
    for node in tree.body:
        if isinstance(node, Definition) and not node.name.startswith("_"):
            yield node
            if isinstance(node, ast.ClassDef):
                yield from definitions(node)


def unexplained(node: Definition) -> Iterator[str]:
    """Fields without a string under them, where the kind of class asks for one."""
    if not isinstance(node, ast.ClassDef) or not is_documented(node):
        return
    for statement, after in zip(node.body, [*node.body[1:], None], strict=True):
        name = field_name(statement)
        if name and not name.startswith("_") and not is_text(after):
            yield f"{node.name}.{name}"


def is_documented(node: ast.ClassDef) -> bool:
    markers = [*node.decorator_list, *node.bases]
    return any(ast.unparse(marker).split("(")[0].split(".")[-1] in DOCUMENTED_CLASSES for marker in markers)


def field_name(statement: ast.stmt) -> str:
    if isinstance(statement, ast.AnnAssign):
        return ast.unparse(statement.target)
    return ast.unparse(statement.targets[0]) if isinstance(statement, ast.Assign) else ""


def is_text(statement: ast.stmt | None) -> bool:
    return (
        isinstance(statement, ast.Expr)
        and isinstance(statement.value, ast.Constant)
        and isinstance(statement.value.value, str)
    )


@pytest.mark.parametrize(
    ("code", "names"),
    [
        ("@dataclass(frozen=True)\nclass A:\n    x: int\n    y: int = 0\n    'y'", ["A.x"]),
        ("class A(StrEnum):\n    X = 'x'\n    Y = 'y'", ["A.X", "A.Y"]),
        ("@dataclass\nclass _A:\n    x: int", []),
        ("class A:\n    x: int", []),
    ],
)
def test_a_field_without_words_is_seen(code: str, names: list[str]) -> None:
    assert [name for node in definitions(ast.parse(code)) for name in unexplained(node)] == names
