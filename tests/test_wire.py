"""Values to messages and back: nothing is lost, nothing is invented, nothing is told to the wrong seat."""

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest
from google.protobuf.json_format import MessageToDict, ParseDict
from google.protobuf.message import DecodeError
from hypothesis import given
from hypothesis import strategies as st
from trio.testing import MockClock

from arena import wire
from arena.engine import (
    CARDS,
    NOBLES,
    PRESETS,
    Action,
    Deal,
    Move,
    Position,
    Rules,
    TieBreak,
    Tokens,
    determinize,
)
from arena.errors import GameError, NotationError
from arena.referee import (
    Fault,
    GameEnd,
    GameStart,
    PlayedGame,
    Question,
    Termination,
    TimeControl,
    TurnPlayed,
    play_game,
)
from arena.v1 import arena_pb2, game_pb2, record_pb2
from tests.referee.players import ScriptedPlayer, fails, plays
from tests.referee.setups import positions, setup

SEEDS = range(4)
PLAYERS = [2, 3, 4]


def legal_moves(players: int) -> Iterator[Move]:
    for seed in SEEDS:
        for position in positions(players, seed):
            yield from position.legal_moves()


# moves


@pytest.mark.parametrize("players", PLAYERS)
def test_every_legal_move_survives_the_wire(players: int) -> None:
    seen = set(legal_moves(players))
    assert {move.action for move in seen} >= set(Action) - {Action.PASS}
    for move in seen:
        payload = wire.move_message(move).SerializeToString()
        assert wire.move_from_message(game_pb2.Move.FromString(payload)) == move


@pytest.mark.parametrize(
    "notation",
    ["pass", "pass@3", "take:WW>GJ", "reserve:deck3>J@10", "reserve:90>W", "buy:1=", "buy:90=WWUUKJ@1"],
)
def test_rare_moves_survive_the_wire(notation: str) -> None:
    assert str(wire.move_from_message(wire.move_message(Move.parse(notation)))) == notation


def test_a_move_that_returns_nothing_and_one_that_says_so_are_the_same() -> None:
    message = game_pb2.Move(returned=game_pb2.Tokens(), take=game_pb2.TakeAction(tokens={"white": 2}))
    assert str(wire.move_from_message(message)) == "take:WW"


@pytest.mark.parametrize(
    "message",
    [
        game_pb2.Move(),
        game_pb2.Move(noble_id=3),
        game_pb2.Move(take=game_pb2.TakeAction()),
        game_pb2.Move(take=game_pb2.TakeAction(tokens={"gold": 1})),
        game_pb2.Move(take=game_pb2.TakeAction(tokens={"white": 3})),
        game_pb2.Move(take=game_pb2.TakeAction(tokens={"white": 2**32 - 1})),
        game_pb2.Move(reserve=game_pb2.ReserveAction()),
        game_pb2.Move(reserve=game_pb2.ReserveAction(card_id=0)),
        game_pb2.Move(reserve=game_pb2.ReserveAction(card_id=91)),
        game_pb2.Move(reserve=game_pb2.ReserveAction(deck_level=0)),
        game_pb2.Move(reserve=game_pb2.ReserveAction(deck_level=4)),
        game_pb2.Move(purchase=game_pb2.PurchaseAction()),
        game_pb2.Move(purchase=game_pb2.PurchaseAction(card_id=1), returned={"white": 1}),
        game_pb2.Move(purchase=game_pb2.PurchaseAction(card_id=1, payment={"red": 99})),
        game_pb2.Move(pass_turn=game_pb2.PassAction(), returned={"white": 1}),
        game_pb2.Move(pass_turn=game_pb2.PassAction(), noble_id=11),
    ],
    ids=lambda message: " ".join(str(message).split()),
)
def test_what_is_no_move_is_refused(message: game_pb2.Move) -> None:
    with pytest.raises(NotationError):
        wire.move_from_message(message)


NUMBERS = st.one_of(st.integers(0, 12), st.sampled_from([90, 91, 2**31, 2**32 - 1]))
TOKENS = st.builds(
    game_pb2.Tokens,
    white=NUMBERS,
    blue=NUMBERS,
    green=NUMBERS,
    red=NUMBERS,
    black=NUMBERS,
    gold=NUMBERS,
)
ACTIONS = st.one_of(
    st.fixed_dictionaries({}),
    st.fixed_dictionaries({"take": st.builds(game_pb2.TakeAction, tokens=TOKENS)}),
    st.fixed_dictionaries({"reserve": st.builds(game_pb2.ReserveAction, card_id=NUMBERS)}),
    st.fixed_dictionaries({"reserve": st.builds(game_pb2.ReserveAction, deck_level=NUMBERS)}),
    st.fixed_dictionaries({"purchase": st.builds(game_pb2.PurchaseAction, card_id=NUMBERS, payment=TOKENS)}),
    st.fixed_dictionaries({"pass_turn": st.just(game_pb2.PassAction())}),
)


def is_refused_or_means_one_move(message: game_pb2.Move) -> None:
    try:
        move = wire.move_from_message(message)
    except NotationError:
        return
    assert wire.move_from_message(wire.move_message(move)) == move
    assert Move.parse(str(move)) == move


@given(ACTIONS, st.none() | TOKENS, NUMBERS)
def test_any_message_is_refused_or_means_one_move(
    action: dict[str, Any], returned: game_pb2.Tokens | None, noble_id: int
) -> None:
    is_refused_or_means_one_move(game_pb2.Move(returned=returned, noble_id=noble_id, **action))


def are_refused_or_mean_one_move(payload: bytes) -> None:
    try:
        message = game_pb2.Move.FromString(payload)
    except DecodeError:
        return
    is_refused_or_means_one_move(message)


@given(st.binary(max_size=64))
def test_any_bytes_are_refused_or_mean_one_move(payload: bytes) -> None:
    are_refused_or_mean_one_move(payload)


@given(st.integers(0, 2**32 - 1), st.integers(0, 63), st.binary(min_size=1, max_size=3))
def test_damaged_bytes_are_refused_or_mean_one_move(seed: int, place: int, junk: bytes) -> None:
    move = random.Random(seed).choice(Position(Deal.shuffled(b"junk", seed, 4)).legal_moves())
    payload = wire.move_message(move).SerializeToString()
    are_refused_or_mean_one_move(payload[:place] + junk + payload[place:])


# rules, deals, catalogue


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize(
    "rules", [*PRESETS.values(), Rules(name="odd", take_fewer=True, gold=(1, 2, 3), round_limit=7)]
)
def test_rules_survive_the_wire_for_their_number_of_players(rules: Rules, players: int) -> None:
    message = wire.rules_message(rules, players)
    back = wire.rules_from_message(game_pb2.Rules.FromString(message.SerializeToString()))
    assert wire.rules_message(back, players) == message
    assert (back.name, back.tie_break, back.take_fewer) == (rules.name, rules.tie_break, rules.take_fewer)
    assert back.gem_tokens(players) == rules.gem_tokens(players)
    assert back.gold_tokens(players) == rules.gold_tokens(players)
    assert back.nobles(players) == rules.nobles(players)


@pytest.mark.parametrize("tie_break", TieBreak)
def test_every_tie_break_has_a_value(tie_break: TieBreak) -> None:
    message = wire.rules_message(Rules(tie_break=tie_break), 2)
    assert game_pb2.TieBreak.Name(message.tie_break) == f"TIE_BREAK_{tie_break.name}"
    assert wire.rules_from_message(message).tie_break is tie_break


@pytest.mark.parametrize("players", PLAYERS)
def test_deals_survive_the_wire(players: int) -> None:
    deal = Deal.shuffled(b"a deal", 7, players)
    message = game_pb2.Deal.FromString(wire.deal_message(deal).SerializeToString())
    assert wire.deal_from_message(message) == deal


def test_a_message_that_is_no_deal_is_refused() -> None:
    message = wire.deal_message(Deal.shuffled(b"a deal", 7, 2))
    message.level1[0] = message.level1[1]
    with pytest.raises(GameError, match="deck 1"):
        wire.deal_from_message(message)


def test_the_catalogue_is_every_card_and_noble() -> None:
    catalogue = wire.catalogue()
    assert [card.id for card in catalogue.cards] == list(range(1, 91))
    assert [noble.id for noble in catalogue.nobles] == list(range(1, 11))
    for message, card in zip(catalogue.cards, CARDS, strict=True):
        assert (message.level, message.prestige, message.bonus - 1) == (card.level, card.prestige, card.bonus)
        assert wire.tokens_from_message(message.cost) == Tokens(*card.cost)
    for told, noble in zip(catalogue.nobles, NOBLES, strict=True):
        assert wire.tokens_from_message(told.requirement) == Tokens(*noble.requirement)
        assert told.prestige == noble.prestige


# what a seat hears


def blind_reserve() -> Position:
    """A game of two in which seat 0 has reserved unseen and seat 1 is on turn."""
    position = Position(Deal.shuffled(b"blind", 0, 2))
    position.play(Move.parse("reserve:deck2"))
    return position


def test_a_card_reserved_unseen_is_known_to_its_owner_only() -> None:
    position = blind_reserve()
    card = position.hand(0)[0]
    own, other = (wire.observation_message(position.observe(seat)).players[0].reserved[0] for seat in (0, 1))
    assert (own.card_id, own.level, own.unseen) == (card, 2, True)
    assert (other.card_id, other.level, other.unseen) == (0, 2, True)


def test_a_card_reserved_from_the_market_is_known_to_all() -> None:
    position = Position(Deal.shuffled(b"seen", 0, 2))
    card = position.market[0][0]
    position.play(Move.parse(f"reserve:{card}"))
    for seat in (0, 1):
        reserved = wire.observation_message(position.observe(seat)).players[0].reserved[0]
        assert (reserved.card_id, reserved.unseen) == (card, False)


@pytest.mark.parametrize("players", PLAYERS)
def test_an_observation_says_nothing_of_what_the_seat_cannot_know(players: int) -> None:
    lots = random.Random(0)
    for position in positions(players, 1):
        for seat in range(players):
            seen = position.observe(seat)
            other = determinize(seen, lots).observe(seat)
            assert wire.observation_message(other) == wire.observation_message(seen)


@pytest.mark.parametrize("players", PLAYERS)
def test_an_observation_says_all_that_the_seat_may_know(players: int) -> None:
    for position in positions(players, 3):
        view = position.observe(position.seat)
        message = wire.observation_message(view)
        assert (message.seat, message.seat_on_turn) == (view.seat, view.on_turn)
        assert (message.turn, message.round, message.last_round) == (view.turn, view.round, view.final_round)
        assert wire.tokens_from_message(message.bank) == view.bank
        assert list(message.market) == [card for row in view.market for card in row]
        assert (tuple(message.deck_sizes), tuple(message.nobles)) == (view.deck_sizes, view.nobles)
        for told, player in zip(message.players, view.players, strict=True):
            assert wire.tokens_from_message(told.tokens) == player.tokens
            assert wire.tokens_from_message(told.bonuses) == player.bonuses
            assert (told.prestige, told.forfeited) == (player.prestige, player.forfeited)
            assert (tuple(told.purchased), tuple(told.nobles)) == (player.purchased, player.nobles)


def test_an_observation_shows_who_is_out_and_who_passed() -> None:
    position = Position(Deal.shuffled(b"out", 0, 3))
    position.forfeit(1)
    message = wire.observation_message(position.observe(0))
    assert [player.forfeited for player in message.players] == [False, True, False]
    assert [player.passed for player in message.players] == [False, False, False]


def a_turn(notation: str, drawn: int) -> TurnPlayed:
    return TurnPlayed(
        seat=0,
        move=Move.parse(notation),
        drawn=drawn,
        noble=4,
        prestige=5,
        wire_us=111,
        clock_us=222,
        think_us=333,
        note="secret",
        note_cut=True,
    )


@pytest.mark.parametrize(
    ("notation", "observer", "told"),
    [
        ("reserve:deck2", 0, 55),
        ("reserve:deck2", 1, 0),
        ("reserve:44", 0, 55),
        ("reserve:44", 1, 55),
        ("buy:44=WWW", 1, 55),
    ],
)
def test_only_a_card_that_another_seat_drew_unseen_is_hidden(notation: str, observer: int, told: int) -> None:
    message = wire.turn_played_message(a_turn(notation, 55), observer)
    assert message.card_drawn == told
    assert (message.notation, message.noble_id, message.prestige) == (notation, 4, 5)
    assert message.clock_us == 222


@pytest.mark.parametrize("observer", [0, 1])
def test_times_and_notes_are_not_for_bots(observer: int) -> None:
    message = wire.turn_played_message(a_turn("reserve:44", 55), observer)
    assert (message.wire_us, message.think_us, message.note, message.note_cut) == (0, 0, "", False)


def a_question(position: Position, **changes: object) -> Question:
    fields: dict[str, object] = {
        "observation": position.observe(position.seat),
        "legal_moves": tuple(position.legal_moves()),
        "turns_played": (a_turn("reserve:deck2", 55),),
        "clocks_us": (5, None),
        "allowed_us": 7,
    }
    return Question(**{**fields, **changes})  # type: ignore[arg-type]


def test_a_searching_bot_gets_back_what_its_seat_sees() -> None:
    for players in (2, 3, 4):
        for position in positions(players, players):
            if position.outcome() is None:
                rules = wire.rules_from_message(wire.rules_message(position.rules, players))
                seen = position.observe(position.seat)
                message = wire.observation_message(seen)
                assert wire.observation_from_message(message, rules) == seen._replace(rules=rules)


def test_a_searching_bot_is_told_who_is_out_in_which_order() -> None:
    position = Position(Deal.shuffled(bytes(32), 0, 4))
    position.forfeit(2)
    position.forfeit(1)
    seen = position.observe(position.seat)
    assert wire.observation_from_message(wire.observation_message(seen), seen.rules) == seen


def asked(question: Question) -> arena_pb2.TurnStarted:
    """The question as its bot reads it."""
    encoded = wire.turn_started(question, "game", 99, omit_legal_moves=False)
    return arena_pb2.PlayResponse.FromString(encoded).turn_started


def test_a_question_is_told_in_full() -> None:
    position = blind_reserve()
    message = asked(a_question(position))
    assert (message.game_id, message.turn_id, message.allowed_us) == ("game", 99, 7)
    assert [wire.move_from_message(move) for move in message.legal_moves] == position.legal_moves()
    assert message.observation == wire.observation_message(position.observe(1))
    assert [turn.card_drawn for turn in message.turns_played] == [0]
    assert [clock.HasField("left_us") for clock in message.clocks] == [True, False]
    assert message.clocks[0].left_us == 5


@pytest.mark.parametrize("players", PLAYERS)
def test_every_question_of_a_game_is_what_the_library_would_write(players: int) -> None:
    for position in positions(players, 2):
        question = a_question(position, clocks_us=(0, *[None] * (players - 1)))
        message = asked(question)
        expected = arena_pb2.TurnStarted(
            game_id="game",
            turn_id=99,
            observation=wire.observation_message(question.observation),
            turns_played=[wire.turn_played_message(turn, position.seat) for turn in question.turns_played],
            legal_moves=map(wire.move_message, question.legal_moves),
            clocks=[arena_pb2.SeatClock(left_us=left) for left in question.clocks_us],
            allowed_us=7,
        )
        assert message == expected
        assert message.SerializeToString(deterministic=True) == expected.SerializeToString(deterministic=True)


def test_a_question_without_a_limit_says_so() -> None:
    question = a_question(blind_reserve(), allowed_us=None)
    message = asked(question)
    assert not message.HasField("allowed_us")


def test_the_legal_moves_are_left_out_on_request() -> None:
    encoded = wire.turn_started(a_question(blind_reserve()), "game", 99, omit_legal_moves=True)
    message = arena_pb2.PlayResponse.FromString(encoded).turn_started
    assert message.HasField("observation")
    assert len(message.legal_moves) == 0


def test_a_bot_hears_its_own_seed_and_neither_the_deal_nor_the_others_seeds() -> None:
    start = GameStart(setup(3, first_move_us=9), 2)
    response = wire.game_started(start)
    message = response.game_started
    assert (message.game_id, message.seat) == (start.setup.game_id, 2)
    assert list(message.names) == ["bot-0", "bot-1", "bot-2"]
    assert message.bot_seed == start.setup.bot_seeds[2]
    assert start.setup.bot_seeds[0] not in response.SerializeToString()
    assert {field.name for field, _ in message.ListFields()} == {
        "game_id",
        "names",
        "seat",
        "rules",
        "time_control",
        "bot_seed",
    }


def test_the_end_tells_the_places_or_the_fault() -> None:
    fault = Fault(1, Termination.CRASH, 3, "why", 4, -9, "tail")
    end = GameEnd("game", Termination.CRASH, (), (1, 2), "why", fault)
    message = wire.game_ended(end).game_ended
    assert (message.game_id, message.outcome.reason) == ("game", "why")
    assert message.outcome.termination == record_pb2.TERMINATION_CRASH
    assert (list(message.outcome.places), list(message.outcome.prestige)) == ([], [1, 2])
    told = message.fault
    assert (told.seat, told.turn, told.elapsed_us, told.exit_code) == (1, 3, 4, -9)
    assert (told.reason, told.output_tail) == ("why", "tail")
    without = wire.game_ended(GameEnd("game", Termination.NORMAL, (1, 2), (15, 3))).game_ended
    assert not without.HasField("fault")
    assert list(without.outcome.places) == [1, 2]


# what is kept


@pytest.mark.parametrize("termination", Termination)
def test_every_termination_has_a_value(termination: Termination) -> None:
    number = record_pb2.Termination.Value(wire.termination_value(termination))
    assert wire.termination_from_value(number) is termination


def test_every_value_but_zero_is_a_termination() -> None:
    numbers = [number for number in record_pb2.Termination.values() if number]
    assert len({wire.termination_from_value(number) for number in numbers}) == len(Termination)


@pytest.mark.parametrize(
    "control",
    [
        TimeControl(),
        TimeControl(move_us=None),
        TimeControl(move_us=None, budget_us=9, increment_us=3, margin_us=0, first_move_us=2),
    ],
)
def test_a_limit_that_does_not_exist_is_not_set(control: TimeControl) -> None:
    message = wire.time_control_message(control)
    for name in ("first_move_us", "move_us", "budget_us"):
        limit = getattr(control, name)
        assert (getattr(message, name) if message.HasField(name) else None) == limit
    assert (message.ready_us, message.margin_us) == (control.ready_us, control.margin_us)
    assert message.increment_us == control.increment_us


def canonical(record: record_pb2.GameRecord) -> str:
    return json.dumps(MessageToDict(record, preserving_proto_field_name=True), sort_keys=True)


async def a_game(players: int) -> PlayedGame:
    scripted = [ScriptedPlayer(otherwise=plays(after_us=1 + seat)) for seat in range(players)]
    scripted[-1] = ScriptedPlayer({2: fails(Termination.CRASH)})
    return await play_game(setup(players, budget_us=10**6), scripted)


@pytest.mark.parametrize("players", PLAYERS)
async def test_a_record_survives_canonical_json(players: int, autojump_clock: MockClock) -> None:
    record = wire.played_record(await a_game(players))
    text = canonical(record)
    back = ParseDict(json.loads(text), record_pb2.GameRecord())
    assert canonical(back) == text
    assert back == record
    assert canonical(record_pb2.GameRecord.FromString(record.SerializeToString())) == text


async def test_a_record_keeps_all_that_the_referee_knows(autojump_clock: MockClock) -> None:
    game = await a_game(3)
    record = wire.played_record(game)
    assert record.game_id == game.setup.game_id
    assert wire.deal_from_message(record.deal) == game.setup.deal
    assert [Move.parse(turn.notation) for turn in record.turns] == [turn.move for turn in game.turns]
    for told, turn in zip(record.turns, game.turns, strict=True):
        assert wire.move_from_message(told.chosen) == turn.move
        assert (told.card_drawn, told.wire_us, told.think_us) == (turn.drawn, turn.wire_us, turn.think_us)
        assert (told.note, told.note_cut, told.clock_us) == (turn.note, turn.note_cut, turn.clock_us)
    assert [told.reason for told in record.faults] == ["it broke"]
    assert wire.termination_from_value(record.outcome.termination) is game.termination
    assert tuple(record.outcome.places) == game.places
    assert tuple(record.outcome.prestige) == game.prestige


async def test_a_record_can_be_played_again(autojump_clock: MockClock) -> None:
    record = wire.played_record(await a_game(2))
    position = Position(wire.deal_from_message(record.deal), wire.rules_from_message(record.rules))
    for turn in record.turns:
        position.play(Move.parse(turn.notation))
        assert (turn.card_drawn, turn.noble_id) == (position.drawn, position.visited)


def test_the_largest_question_fits_into_a_message_of_the_transport() -> None:
    turn = TurnPlayed(0, Move.parse("take:WUG>GRK"), 90, 10, 20, 1, 2**62, 2**62, "n" * 1024)
    biggest = max((position.copy() for position in positions(4, 1)), key=lambda each: len(each.legal_moves()))
    question = a_question(biggest, turns_played=(turn,) * 400, clocks_us=(2**62,) * 4)
    encoded = wire.turn_started(question, "0" * 16, 2**64 - 1, omit_legal_moves=False)
    message = arena_pb2.PlayResponse.FromString(encoded).turn_started
    assert [move.notation for move in message.turns_played] == [str(turn.move)] * 400
    assert len(encoded) < 1024 * 1024
