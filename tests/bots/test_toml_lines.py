"""The line of a key in a TOML text."""

import tomllib
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.bots.toml_lines import KeyPath, line_of

PLAN = '''\
# a comment with bots = [1]
name = "first # not a comment"  # but this is one
text = """
seed = "not a key"
[not.a.table]
ends with a quote """"
'quoted key' = 1

[time]
move = "5 s"
limits.first = 3
limits . "se cond" = 4

[[bots]]
command = [
  "python",  # the interpreter
  "bot.py",
]

[[bots]]
command = 'second ["'
[bots.environment]
A = 1
[[bots.versions]]
number = 1
[[bots.versions]]
number = 2

[deep.er.table]
inline = { a = 1, b = { c = [1, 2] } }
pool = [
  { spec = "one" },
  { spec = "two", other = [[1], [2,
    3]] },
]
'''


@pytest.mark.parametrize(
    ("path", "line"),
    [
        (("name",), 2),
        (("text",), 3),
        (("quoted key",), 7),
        (("time",), 9),
        (("time", "move"), 10),
        (("time", "limits"), 11),
        (("time", "limits", "se cond"), 12),
        (("bots",), 14),
        (("bots", 0), 14),
        (("bots", 0, "command"), 15),
        (("bots", 0, "command", 1), 17),
        (("bots", 1), 20),
        (("bots", 1, "command"), 21),
        (("bots", 1, "environment", "A"), 23),
        (("bots", 1, "versions", 0, "number"), 25),
        (("bots", 1, "versions", 1, "number"), 27),
        (("deep",), 29),
        (("deep", "er", "table", "inline", "b", "c", 1), 30),
        (("deep", "er", "table", "pool", 1, "spec"), 33),
        (("deep", "er", "table", "pool", 1, "other", 1, 1), 34),
        (("seed",), None),
        (("not", "a", "table"), None),
        (("bots", 2), None),
    ],
)
def test_a_key_is_found_on_its_line(path: KeyPath, line: int | None) -> None:
    assert line_of(PLAN, path) == line


def test_every_key_that_the_parser_sees_has_a_line() -> None:
    for path in _paths(tomllib.loads(PLAN), ()):
        assert line_of(PLAN, path) is not None, path


def test_windows_line_ends_count_once() -> None:
    assert line_of("a = 1\r\n\r\nb = 2\r\n", ("b",)) == 3


@pytest.mark.parametrize(
    "broken",
    ["a = 1\nb = ", "a = 1\n[b", "a = 1\n= 3", "a = 1\nb = [1", 'a = 1\n"\\q" = 2', "a = 1\n{"],
)
def test_what_stands_before_a_mistake_is_still_found(broken: str) -> None:
    assert line_of(broken, ("a",)) == 1


def test_an_absurdly_deep_array_is_no_error() -> None:
    assert line_of("a = 1\nb = " + "[" * 100_000, ("a",)) == 1


@given(st.text(alphabet="ab.=[]{}\"'\\#,1 \n"))
def test_no_text_whatsoever_raises_or_hangs(text: str) -> None:
    line_of(text, ("a",))


def _paths(value: object, path: KeyPath) -> Iterator[KeyPath]:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield (*path, key)
            yield from _paths(inner, (*path, key))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield (*path, index)
            yield from _paths(inner, (*path, index))
