"""What is wrong with JSON, in words of no programming language."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratings.json_words import JsonError, in_json, parsed

MISTAKES = [
    ("", "not JSON: a value is missing at column 1"),
    ("[1,]", "not JSON: a value is missing at column 4"),
    ("{", "not JSON: a name in double quotes is missing at column 2"),
    ("{'a': 1}", "not JSON: a name in double quotes is missing at column 2"),
    ('{"a"}', "not JSON: a colon is missing at column 5"),
    ('{"a": 1 "b": 2}', "not JSON: a comma or a closing bracket is missing at column 9"),
    ("[1\n2]", "not JSON: a comma or a closing bracket is missing at line 2, column 1"),
    ('["a', "not JSON: a text has no end at column 2"),
    ('["a\nb"]', "not JSON: a text has a line break or another control character in it at line 1, column 4"),
    (r'["\q"]', "not JSON: a backslash is followed by what it cannot stand before at column 3"),
    (r'["\u12"]', "not JSON: a backslash is followed by what it cannot stand before at column 4"),
    ("[] []", "not JSON: there is more behind its end at column 4"),
    ("[NaN]", "not JSON: NaN is no number"),
    ("-Infinity", "not JSON: -Infinity is no number"),
    ("9" * 5000, "a number has too many digits"),
    ("[" * 100_000, "it is nested too deeply"),
    ('{"a": {"b": 1, "b": 2}}', 'key "b" is there twice, expected it once'),
]


@pytest.mark.parametrize(("text", "words"), MISTAKES)
def test_a_mistake(text: str, words: str) -> None:
    with pytest.raises(JsonError) as caught:
        parsed(text)
    assert str(caught.value) == words


@given(st.text('{}[]",:\\u12 e-tf\n\t', max_size=20))
def test_a_text_is_read_or_refused_without_the_words_of_a_parser(text: str) -> None:
    said = ""
    try:
        parsed(text)
    except JsonError as error:
        said = str(error)
    assert not re.search(r"Expecting|Invalid|Extra|char \d|something is wrong", said)


def test_a_long_value_is_cut() -> None:
    assert len(in_json(["name"] * 100)) == 63
