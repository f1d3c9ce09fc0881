"""The legal moves of a turn as a person picks them: a few kinds, then what to do, then how.

What to do (`buy:17`) has a number of its own through the whole turn; the ways of doing it, such as what to
pay or to return, are asked for where there are several. Nothing is printed or read here.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from arena.cli.person.page import WIDTH
from arena.cli.person.words import card_in_short, tokens_in_words
from arena.engine import Action, Move

__all__ = ["KINDS", "Choice", "Menu", "stem_of"]

KINDS = {
    Action.PURCHASE: "buy",
    Action.TAKE: "take",
    Action.RESERVE: "reserve",
    Action.RESERVE_DECK: "reserve",
    Action.PASS: "pass",
}
"""The kind of each action, in the order of the menu."""

_ORDER = tuple(dict.fromkeys(KINDS.values()))
_NOTATION_WIDTH = 16


def stem_of(move: Move) -> str:
    """What a move does, without what is paid, returned or chosen: `take:WUG` of `take:WUG>K@4`."""
    return re.split("[=>@]", str(move))[0]


@dataclass(frozen=True)
class Choice:
    """One thing to do, and the ways of doing it."""

    stem: str
    """Its notation as far as all the ways have it in common."""
    moves: tuple[Move, ...]
    """The ways, in the engine's order."""

    @property
    def kind(self) -> str:
        """One of `KINDS`."""
        return KINDS[self.moves[0].action]

    @property
    def words(self) -> str:
        """It in words."""
        ways = f", {len(self.moves)} ways {self._to_what}" if len(self.moves) > 1 else ""
        return f"{self._deed}{ways}"

    @property
    def question(self) -> str:
        """What is to be chosen among the ways."""
        return f"{self.stem} ({self._deed}): which way {self._to_what}?"

    @property
    def _deed(self) -> str:
        first = self.moves[0]
        if first.level is not None:
            return f"the unseen top card of level {first.level}"
        if first.card is not None:
            return card_in_short(first.card)
        return tokens_in_words(first.taken) if any(first.taken) else "nothing else is legal"

    @property
    def _to_what(self) -> str:
        """What the ways differ in."""
        noble = "choose a noble" if len({move.noble for move in self.moves}) > 1 else ""
        tokens = ""
        if len({(move.paid, move.returned) for move in self.moves}) > 1:
            returned = sum(self.moves[0].returned)
            tokens = "pay" if self.kind == "buy" else f"return {returned}"
        return f"to {' and '.join(filter(None, [tokens, noble]))}"

    def grid(self) -> str:
        """The ways with their numbers, some on a line."""
        labels = [self._label(move) or "nothing" for move in self.moves]
        cells = [f"{number:>4}  {label}" for number, label in enumerate(labels, 1)]
        width = max(map(len, cells)) + 1
        columns = max(1, WIDTH // width)
        lines = [cells[start : start + columns] for start in range(0, len(cells), columns)]
        return "\n".join("".join(cell.ljust(width) for cell in line).rstrip() for line in lines)

    def way(self, text: str) -> Move | None:
        """The way with a number or with these letters."""
        if number := _number(text, len(self.moves)):
            return self.moves[number - 1]
        return next((move for move in self.moves if text and self._label(move) == text.upper()), None)

    def _label(self, move: Move) -> str:
        return str(move).removeprefix(self.stem).lstrip("=>")


@dataclass(frozen=True)
class Menu:
    """Everything that can be done in a turn, numbered from 1."""

    choices: tuple[Choice, ...]
    """By kind, within a kind in the engine's order."""

    @staticmethod
    def of(moves: Sequence[Move]) -> "Menu":
        """The menu of some legal moves."""
        by_stem: dict[str, list[Move]] = {}
        for move in sorted(moves, key=lambda move: _ORDER.index(KINDS[move.action])):
            by_stem.setdefault(stem_of(move), []).append(move)
        return Menu(tuple(Choice(stem, tuple(ways)) for stem, ways in by_stem.items()))

    def summary(self) -> str:
        """The kinds with their numbers, on one line."""
        return ", ".join(self._ranges())

    def _ranges(self) -> Iterator[str]:
        for kind in _ORDER:
            numbers = [number for number, choice in enumerate(self.choices, 1) if choice.kind == kind]
            if numbers:
                first, last = numbers[0], numbers[-1]
                yield f"{kind} {first}-{last}" if first < last else f"{kind} {first}"

    def listing(self, kind: str | None = None) -> str:
        """A line for each thing that can be done, of one kind or of all."""
        lines = [
            f"{number:>4}  {_notation(choice).ljust(_NOTATION_WIDTH)}  {choice.words}"
            for number, choice in enumerate(self.choices, 1)
            if kind in (None, choice.kind)
        ]
        return "\n".join(lines) or f"there is nothing to {kind} at present"

    def choice(self, text: str) -> Choice | None:
        """What has this number or this stem."""
        if number := _number(text, len(self.choices)):
            return self.choices[number - 1]
        return next((choice for choice in self.choices if choice.stem == text), None)


def _notation(choice: Choice) -> str:
    return str(choice.moves[0]) if len(choice.moves) == 1 else f"{choice.stem}..."


def _number(text: str, most: int) -> int:
    """A number from 1 to `most`, or 0."""
    number = int(text) if text.isascii() and text.isdigit() and len(text) <= len(str(most)) else 0
    return number if number <= most else 0
