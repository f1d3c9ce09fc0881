"""What is wrong with JSON, in words of no programming language."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.cli.json_words import NotJsonError, parsed, shown
from arena.cli.rating.json_lines import line_mistake

MISTAKES = [
    ("", "a value is missing at column 1"),
    ("[1,]", "a value is missing at column 4"),
    ("{", "a name in double quotes is missing at column 2"),
    ("{'a': 1}", "a name in double quotes is missing at column 2"),
    ('{"a"}', "a colon is missing at column 5"),
    ('{"a": 1 "b": 2}', "a comma or a closing bracket is missing at column 9"),
    ("[1\n2]", "a comma or a closing bracket is missing at line 2, column 1"),
    ('["a', "a text has no end at column 2"),
    ('["a\nb"]', "a text has a line break or another control character in it at line 1, column 4"),
    (r'["\q"]', "a backslash is followed by what it cannot stand before at column 3"),
    (r'["\u12"]', "a backslash is followed by what it cannot stand before at column 4"),
    ("[] []", "there is more behind its end at column 4"),
    ("[NaN]", "NaN is no number of JSON"),
    ("-Infinity", "-Infinity is no number of JSON"),
    ("9" * 5000, "a number has too many digits"),
    ("[" * 100_000, "it is nested too deeply"),
]


@pytest.mark.parametrize(("text", "words"), MISTAKES)
def test_a_mistake(text: str, words: str) -> None:
    with pytest.raises(NotJsonError) as caught:
        parsed(text)
    assert str(caught.value) == words
    assert line_mistake(text) == f"not JSON: {words}"


@given(st.text('{}[]",:\\u12 e-tf\n\t', max_size=20))
def test_a_text_is_read_or_refused_without_the_words_of_a_parser(text: str) -> None:
    said = line_mistake(text) or ""
    assert not re.search(r"Expecting|Invalid|Extra|char \d|something is wrong", said)


LINES = [
    ("null", "null is no object, expected one with players and places"),
    ('{"players": null}', "players is null, expected a list of strings"),
    ('{"players": [null, true]}', "players is [null, true], expected a list of strings"),
    ('{"places": [1.5]}', "places is [1.5], expected a list of whole numbers"),
    ('{"seats": {"a": false}}', 'seats is {"a": false}, expected a list of whole numbers'),
    ('{"rotation": null}', "rotation is null, expected a string"),
    ('{"players": ["a", "b"], "places": [1, 3]}', None),
]


@pytest.mark.parametrize(("line", "words"), LINES)
def test_what_no_line_may_have(line: str, words: str | None) -> None:
    assert line_mistake(line) == words


def test_a_long_value_is_cut() -> None:
    assert len(shown(["name"] * 100)) == 40
