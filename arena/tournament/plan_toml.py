"""Reads a plan from a TOML file, and says in one sentence what is wrong with it and on which line.

The keys are the plan's own, with times in milliseconds; what a plan may contain is decided in
`arena.tournament.plan`, so that a file and flags are refused with the same words.
"""

import ast
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date, time
from difflib import get_close_matches
from pathlib import Path
from typing import Any, TypeAlias

from arena.bots.toml_lines import KeyPath, line_of
from arena.engine import PRESETS, Rules, TieBreak
from arena.errors import ConfigError, GameError
from arena.referee.clock import LONGEST_US, TimeControl
from arena.tournament.plan import Plan, problems

__all__ = ["load"]

_Table: TypeAlias = Mapping[str, Any]
_Kinds: TypeAlias = Mapping[str, tuple[type, ...]]

_TOP: _Kinds = {
    "bots": (list,),
    "players": (int,),
    "rounds": (int,),
    "seed": (int, str),
    "concurrency": (int,),
    "same_deals": (bool,),
    "reconnect_ms": (int,),
    "rules": (dict,),
    "time": (dict,),
}
_TIME: _Kinds = {
    "connect_ms": (int,),
    "ready_ms": (int,),
    "first_move_ms": (int,),
    "move_ms": (int,),
    "budget_ms": (int,),
    "increment_ms": (int,),
    "margin_ms": (int,),
    "untimed": (bool,),
}
_RULES: _Kinds = {
    "preset": (str,),
    "name": (str,),
    "prestige_to_win": (int,),
    "token_limit": (int,),
    "reserve_limit": (int,),
    "tokens_per_gem": (int, list),
    "gold": (int, list),
    "nobles_shown": (int, list),
    "round_limit": (int,),
    "take_fewer": (bool,),
    "tie_break": (str,),
}
_AS_WRITTEN = ("players", "rounds", "concurrency", "same_deals")
_TIMED = ("first_move_ms", "move_ms", "budget_ms", "increment_ms")
_MAY_BE_ZERO = ("increment_ms", "margin_ms", "reconnect_ms")
_KIND_WORDS = {
    int: "a whole number",
    str: "a text",
    bool: "true or false",
    list: "a list",
    dict: "a table",
}

_TWICE = re.compile(r"Cannot (?:declare|mutate immutable namespace|redefine namespace) (\(.*\))(?: twice)?")
"""How the parser says that a table is there already; the names on the way to it are a tuple."""


def load(path: Path) -> Plan:
    """The plan in a file; the folder of the file is where its relative bots are looked up.

    Raises:
        ConfigError: if the file cannot be read, is not TOML, has a key that no plan has, a value of
            the wrong kind, or is a plan that cannot be played. The message names the file and, if
            there is one, the line.
    """
    source = _Source.read(path)
    table = source.parse()
    source.expect_kinds(table, (), _TOP)
    plan = _plan(source, table)
    for name, sentence in problems(plan):
        raise source.error((name,), sentence)
    return plan


@dataclass(frozen=True)
class _Source:
    """A file and its text; makes every error that is about it."""

    path: Path
    text: str

    @classmethod
    def read(cls, path: Path) -> "_Source":
        try:
            return cls(path, path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            raise ConfigError(f"plan {str(path)!r} does not exist") from None
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            raise ConfigError(f"plan {str(path)!r} cannot be read: {reason}") from error
        except UnicodeDecodeError as error:
            raise ConfigError(f"plan {str(path)!r} is not UTF-8, expected TOML") from error

    def parse(self) -> _Table:
        try:
            table = tomllib.loads(self.text)
            str(table)  # an integer of 5,000 digits is a ValueError, here if it is hexadecimal
        except tomllib.TOMLDecodeError as error:
            raise self._syntax_error(str(error)) from error
        except ValueError as error:
            raise self._syntax_error("a number has too many digits") from error
        except RecursionError as error:
            raise self._syntax_error("it is nested too deeply") from error
        return table

    def error(self, key: KeyPath, sentence: str) -> ConfigError:
        line = line_of(self.text, key)
        place = f"{self.path}, line {line}" if line else str(self.path)
        return ConfigError(f"{place}: {sentence}")

    def expect_kinds(self, table: _Table, at: KeyPath, kinds: _Kinds) -> None:
        """Refuse keys that are not among `kinds`, and values of another kind than theirs."""
        for key, value in table.items():
            if key not in kinds:
                raise self.error((*at, key), _unknown(key, at, kinds))
            self.expect_kind((*at, key), value, *kinds[key])

    def expect_kind(self, key: KeyPath, value: object, *kinds: type) -> None:
        if type(value) not in kinds:  # not isinstance: true is no whole number
            words = " or ".join(_KIND_WORDS[kind] for kind in kinds)
            raise self.error(key, f"{_dotted(key)} is {_shown(value)}, expected {words}")

    def _syntax_error(self, message: str) -> ConfigError:
        found = re.fullmatch(r"(.*) \(at (?:line (\d+), column \d+|end of document)\)", message)
        reason, line = found.groups() if found else (message, None)
        if found and line is None:
            line = str(len(self.text.splitlines()))
        reason = _TWICE.sub(_there_already, reason)
        place = f"{self.path}, line {line}" if line else str(self.path)
        return ConfigError(f"{place}: not TOML: {reason[:1].lower()}{reason[1:]}")


def _plan(source: _Source, table: _Table) -> Plan:
    given = {key: value for key, value in table.items() if key in _AS_WRITTEN}
    for index, bot in enumerate(table.get("bots", ())):
        source.expect_kind(("bots", index), bot, str)
    if "seed" in table:
        given["seed"] = str(table["seed"])
    if "reconnect_ms" in table:
        _expect_time(source, ("reconnect_ms",), table["reconnect_ms"])
        given["reconnect_us"] = table["reconnect_ms"] * 1000
    return Plan(
        bots=tuple(table.get("bots", ())),
        base=source.path.parent,
        rules=_rules(source, table.get("rules", {})),
        time=_time(source, table.get("time", {})),
        **given,
    )


def _rules(source: _Source, table: _Table) -> Rules:
    source.expect_kinds(table, ("rules",), _RULES)
    preset = table.get("preset", "official")
    if preset not in PRESETS:
        raise source.error(("rules", "preset"), _not_one_of("rules.preset", preset, PRESETS))
    rules = Rules.preset(preset)
    changed = {key: _rule(source, key, table[key]) for key in table if key != "preset"}
    try:
        other = replace(rules, **changed)
        # a rule set that was changed must not go by the name of the one it came from
        unnamed = "name" not in changed and other != rules
        return replace(other, name="custom") if unnamed else other
    except GameError as error:
        name = str(error).split(maxsplit=1)[0]
        raise source.error(("rules", name), f"rules.{error}") from error


def _rule(source: _Source, key: str, value: Any) -> Any:
    if key == "tie_break":
        names = {each.value: each for each in TieBreak}
        if value not in names:
            raise source.error(("rules", key), _not_one_of("rules.tie_break", value, names))
        return names[value]
    if isinstance(value, list):
        for index, one in enumerate(value):
            source.expect_kind(("rules", key, index), one, int)
        return tuple(value)
    return value


def _time(source: _Source, table: _Table) -> TimeControl:
    source.expect_kinds(table, ("time",), _TIME)
    for key, value in table.items():
        if key != "untimed":
            _expect_time(source, ("time", key), value)
    if table.get("increment_ms") and "budget_ms" not in table:
        sentence = f"time.increment_ms is {table['increment_ms']}, but there is no time.budget_ms"
        raise source.error(("time", "increment_ms"), sentence)
    given = {_microseconds(key): table[key] * 1000 for key in table if key != "untimed"}
    if table.get("untimed"):
        _expect_no_limit(source, table)
        given["move_us"] = None
    return TimeControl(**given)


def _expect_time(source: _Source, key: KeyPath, value: int) -> None:
    least, most = int(key[-1] not in _MAY_BE_ZERO), LONGEST_US // 1000
    if not least <= value <= most:
        sentence = f"{_dotted(key)} is {value}, expected {least} to {most} milliseconds"
        raise source.error(key, sentence)


def _expect_no_limit(source: _Source, table: _Table) -> None:
    for key in _TIMED:
        if key in table:
            sentence = f"time.{key} is {table[key]}, but time.untimed is true"
            raise source.error(("time", key), sentence)


def _unknown(key: str, at: KeyPath, kinds: _Kinds) -> str:
    close = get_close_matches(key, kinds, n=1)
    hint = f"did you mean {close[0]!r}?" if close else f"expected one of {', '.join(kinds)}"
    return f"{_dotted((*at, key))} is not a key of a plan, {hint}"


def _not_one_of(key: str, value: str, names: Mapping[str, object]) -> str:
    return f"{key} is {value!r}, expected one of {', '.join(names)}"


def _microseconds(key: str) -> str:
    return f"{key.removesuffix('_ms')}_us"


def _shown(value: object) -> str:
    """A value as a user would call it."""
    if isinstance(value, (list, dict)):
        return _KIND_WORDS[type(value)]
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (date, time)):
        return f"the date or time {value.isoformat()}"
    return repr(value)


def _there_already(found: re.Match[str]) -> str:
    return f"the table {_dotted(ast.literal_eval(found[1]))} is there already"


def _dotted(key: KeyPath) -> str:
    """A key path as a user would write it, as in `bots[1]` or `time.move_ms`."""
    parts = (f"[{part}]" if isinstance(part, int) else f".{part}" for part in key)
    return "".join(parts).removeprefix(".")
