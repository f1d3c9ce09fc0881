"""What is shown to a person: all that they may know, and nothing else."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from arena.cli.person.keyboard import Keyboard
from arena.cli.person.player import Person
from arena.engine import Action, Rules
from arena.referee import Answer, Question, Termination, play_game
from tests.referee.players import ScriptedPlayer
from tests.referee.setups import setup


class Watched(Person):
    """A person of whom everything that is shown for a question can be told apart."""

    def __init__(self, keyboard: Keyboard, shown: Callable[[], str]) -> None:
        super().__init__(keyboard)
        self.seen: list[tuple[Question, str]] = []
        self._asked: Question | None = None
        self._shown = shown

    def ask(self, question: Question) -> None:
        """Keep what was shown for the question before."""
        if self._asked is not None:
            self.seen.append((self._asked, self._shown()))
        self._asked = question
        super().ask(question)


async def reserves_unseen(player: ScriptedPlayer) -> Answer:
    """Reserve from a deck wherever that is possible."""
    legal = player.questions[-1].legal_moves
    unseen = [move for move in legal if move.action is Action.RESERVE_DECK]
    return Answer((unseen or legal)[-1], 1000)


async def test_cards_that_a_person_may_not_know_are_never_shown(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "typed.txt").write_text("list\n1\n1\n" * 3000)
    with (tmp_path / "typed.txt").open() as typed:
        person = Watched(Keyboard(typed), lambda: capsys.readouterr().out)
        others = [ScriptedPlayer(otherwise=reserves_unseen) for _ in range(2)]
        game = await play_game(setup(3, Rules()), [others[0], person, others[1]])
    assert game.termination is not Termination.NO_CONTEST
    hidden = 0
    for question, shown in person.seen:
        assert {int(number) for number in re.findall(r"\b(\d+)\+[WUGRK]", shown)} <= known(question)
        hidden += sum(turn.move.action is Action.RESERVE_DECK for turn in question.turns_played)
    assert hidden > 3
    assert len(person.seen) > 20


def known(question: Question) -> set[int]:
    """The cards that a seat has ever seen by now, without those of decks that it drew from just then."""
    seen = question.observation
    cards = {card for row in seen.market for card in row}
    for player in seen.players:
        cards.update(player.purchased)
        cards.update(entry.card for entry in player.reserved if entry.card is not None)
    return cards | {turn.move.card for turn in question.turns_played if turn.move.card is not None}
