"""Whole games of an independent engine, turn by turn."""

import json
from pathlib import Path
from typing import Any

import pytest

from arena.engine import Deal, Ending, Move, Position, Rules, card
from arena.engine.gems import letters

TRACES = sorted((Path(__file__).parent / "data" / "traces").glob("*.jsonl"))
REASONS = {"PRESTIGE": Ending.NORMAL, None: None}


def described(position: Position) -> dict[str, Any]:
    """Describe a position in the words of the traces."""
    return {
        "turn": position.turn,
        "round": position.round,
        "seat": position.seat,
        "bank": letters(position.bank),
        "market": [[each or None for each in row] for row in position.market],
        "decks": list(position.deck_sizes),
        "nobles": list(position.nobles),
        "final": position.final_round,
        "passed": list(position.passed),
        "players": [_player(position, seat) for seat in range(position.players)],
    }


def _player(position: Position, seat: int) -> dict[str, Any]:
    view = position.observe(seat).players[seat]
    hand = [{"level": each.level, "card": each.card, "unseen": each.unseen} for each in view.reserved]
    assert all(card(each.card or 0).level == each.level for each in view.reserved)
    return {
        "tokens": letters(view.tokens),
        "cards": list(view.purchased),
        "hand": hand,
        "nobles": list(view.nobles),
        "bonuses": letters(view.bonuses),
        "prestige": view.prestige,
        "forfeited": None,
    }


@pytest.mark.parametrize("path", TRACES, ids=lambda path: path.stem)
def test_trace(path: Path) -> None:
    header, *lines = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    position = Position(Deal.from_json(header["deal"]), Rules.preset(header["rules"]))
    for line in lines:
        expected = {key: line[key] for key in described(position)}
        assert described(position) == expected
        assert position.ending is REASONS[line["reason"]]
        if "move" not in line:
            break
        assert sorted(map(str, position.legal_moves())) == line["legal"]
        move = Move.parse(line["move"])
        position.check(move)
        position.play(move)
    outcome = position.outcome()
    assert outcome is not None
    assert list(outcome.places) == lines[-1]["places"]
    assert position.legal_moves() == []
    assert position.legal_actions() == []


def test_traces_are_there() -> None:
    assert len(TRACES) == 15
