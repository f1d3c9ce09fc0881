"""What a person says in one turn, and what is answered, until it is a move.

Text in, text or a move out: nothing is printed or read here, and it knows no more than the question says.
"""

import random
from collections.abc import Sequence

from arena.cli.person.menu import KINDS, Choice, Menu, stem_of
from arena.cli.person.words import board_with_names
from arena.engine import IllegalMoveError, Move, NotationError, determinize
from arena.referee import Question

__all__ = ["HELP", "Conversation", "Resigned"]

HELP = """\
Type the number of a move, or the move itself:
  take:WUG     one each of three gems; take:WW is two of one
  reserve:17   a card of the market; reserve:deck2 is the unseen top of a deck;
               a gold comes with it while the bank has one
  buy:17=UUR   card 17 for two blue and a red
  ...>RK       at the end: what you return, where you would hold too many
  ...@4        at the end: which noble visits you, where there is a choice
W white, U blue, G green, R red, K black, J gold, which stands for any gem. The
card 17+W1 2U1R has the number 17 and a white bonus, brings 1 prestige, and
costs two blue and a red before your bonuses.
  list         all you can do; buy, take, reserve, or b, t, r: a part of that
  board        the board once more
  resign       give up, as quit and Ctrl-D do; other bots play on to the end
Ctrl-C leaves at once. The game is stored nowhere."""
"""What can be typed."""

_FIRST_LETTERS = {kind[0]: kind for kind in KINDS.values()} | {kind: kind for kind in KINDS.values()}
_SHOWN = 30
_BEYOND = "`list` shows all moves, `help` explains"


class Resigned(Exception):  # noqa: N818 - no error of anybody's
    """The person has given up."""


class Conversation:
    """One turn of a person.

    Args:
        question: what the referee asks.
        names: of the players, by seat.
    """

    def __init__(self, question: Question, names: Sequence[str]) -> None:
        self._question = question
        self._names = names
        self._menu = Menu.of(question.legal_moves)
        self._open: Choice | None = None

    @property
    def prompt(self) -> str:
        """What stands before the answer."""
        return "your move> " if self._open is None else "which way> "

    @property
    def opening(self) -> str:
        """The board, and what can be done."""
        return f"{self._board}\n\n{self._summary}"

    @property
    def _board(self) -> str:
        return board_with_names(self._question.observation, self._names)

    @property
    def _summary(self) -> str:
        return f"{self._menu.summary()}; {_BEYOND}"

    def reply(self, text: str) -> Move | str:
        """The legal move that a text stands for, or what there is to say to it.

        Raises:
            Resigned: if it says so.
        """
        words = text.lower().split()
        if words in (["resign"], ["quit"], ["exit"]):
            raise Resigned
        if words in (["help"], ["h"], ["?"]):
            return HELP
        if words in (["board"], ["back"]):
            self._open = None
            return self._board if words == ["board"] else self._summary
        if self._open is not None and (way := self._open.way(text)):
            return way
        return self._listed(words) or self._chosen(text)

    def _listed(self, words: list[str]) -> str:
        """A list, if one is asked for."""
        if not words:
            return self._summary if self._open is None else self._ways(self._open)
        if words in (["list"], ["l"]):
            return self._menu.listing() if self._open is None else self._ways(self._open)
        kind = _FIRST_LETTERS.get(words[-1])
        if kind is None or words == ["pass"] or words[:-1] not in ([], ["list"], ["l"]):
            return ""
        self._open = None
        return self._menu.listing(kind)

    def _chosen(self, text: str) -> Move | str:
        """A move by its number or in notation; a number belongs to the list that was shown last."""
        if text.isdigit():
            return self._numbered(text)
        try:
            move = Move.parse(text)
        except NotationError as error:
            if choice := self._menu.choice(text):
                return self._taken(choice)
            return self._no_way(text, self._open) if self._open else f"{error}; {_BEYOND}"
        return move if move in self._question.legal_moves else self._refused(move)

    def _numbered(self, text: str) -> Move | str:
        if self._open is not None:
            return self._no_way(text, self._open)
        if choice := self._menu.choice(text):
            return self._taken(choice)
        return f"there is no move {text[:_SHOWN]!r}, expected 1 to {len(self._menu.choices)}; {_BEYOND}"

    def _no_way(self, text: str, choice: Choice) -> str:
        shown = f"{text[:_SHOWN]!r} is none of the ways of {choice.stem}"
        return f"{shown}, expected 1 to {len(choice.moves)} or its letters; `back` leaves the choice"

    def _taken(self, choice: Choice) -> Move | str:
        if len(choice.moves) == 1:
            return choice.moves[0]
        self._open = choice
        return self._ways(choice)

    def _ways(self, choice: Choice) -> str:
        return f"{choice.question} `back` leaves it\n{choice.grid()}"

    def _refused(self, move: Move) -> str:
        """The rule that forbids a move, and how it can be done where only a part of it is wrong."""
        reason = self._reason(move)
        choice = self._menu.choice(stem_of(move))
        if choice is None or len(choice.moves) == 1:
            return reason if choice is None else f"{reason}; {choice.moves[0]} is legal"
        self._open = choice
        return f"{reason}\n{self._ways(choice)}"

    def _reason(self, move: Move) -> str:
        # in any position that the seat cannot tell from the real one, the rules say the same of it
        position = determinize(self._question.observation, random.Random(0))
        try:
            position.check(move)
        except IllegalMoveError as error:
            return str(error)
        raise AssertionError(f"{move} is legal, but was not listed")
