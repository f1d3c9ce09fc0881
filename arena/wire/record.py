"""What is kept of a game, and what its beginning and end tell a bot."""

from arena.referee.clock import TimeControl
from arena.referee.faults import Fault, Termination
from arena.referee.game import PlayedGame
from arena.referee.player import GameEnd, GameStart, TurnPlayed
from arena.v1 import arena_pb2, record_pb2
from arena.wire.game import deal_message, rules_message
from arena.wire.question import turn_played_message

__all__ = [
    "fault_message",
    "game_ended",
    "game_started",
    "played_record",
    "termination_from_value",
    "termination_value",
    "time_control_message",
]


def game_started(start: GameStart) -> arena_pb2.PlayResponse:
    """The beginning of a game, as the bot in that seat hears it."""
    setup = start.setup
    return arena_pb2.PlayResponse(
        game_started=arena_pb2.GameStarted(
            game_id=setup.game_id,
            names=setup.names,
            seat=start.seat,
            rules=rules_message(setup.rules, setup.deal.players),
            time_control=time_control_message(setup.time_control),
            bot_seed=setup.bot_seeds[start.seat],
        )
    )


def game_ended(end: GameEnd) -> arena_pb2.PlayResponse:
    """The end of a game, as a bot hears it."""
    outcome = record_pb2.GameOutcome(
        termination=termination_value(end.termination),
        places=end.places,
        prestige=end.prestige,
        reason=end.reason,
    )
    fault = None if end.fault is None else fault_message(end.fault)
    ended = arena_pb2.GameEnded(game_id=end.game_id, outcome=outcome, fault=fault)
    return arena_pb2.PlayResponse(game_ended=ended)


def termination_value(termination: Termination) -> str:
    """A termination as the protocol's enum names it, which is as good as its number."""
    return f"TERMINATION_{termination}"


def termination_from_value(value: int) -> Termination:
    """The termination that a value of the protocol's enum means."""
    return Termination(record_pb2.Termination.Name(value).removeprefix("TERMINATION_"))


def time_control_message(control: TimeControl) -> record_pb2.TimeControl:
    """The limits of a game as a message."""
    return record_pb2.TimeControl(
        ready_us=control.ready_us,
        first_move_us=control.first_move_us,
        move_us=control.move_us,
        budget_us=control.budget_us,
        increment_us=control.increment_us,
        margin_us=control.margin_us,
    )


def fault_message(fault: Fault) -> record_pb2.Fault:
    """What a bot did wrong, as a message."""
    return record_pb2.Fault(
        seat=fault.seat,
        termination=termination_value(fault.termination),
        turn=fault.turn,
        reason=fault.reason,
        elapsed_us=fault.elapsed_us,
        exit_code=fault.exit_code,
        output_tail=fault.output_tail,
    )


def _kept_turn(turn: TurnPlayed) -> record_pb2.TurnPlayed:
    message = turn_played_message(turn, turn.seat)
    message.wire_us, message.think_us = turn.wire_us, turn.think_us
    message.note, message.note_cut = turn.note, turn.note_cut
    return message


def played_record(game: PlayedGame) -> record_pb2.GameRecord:
    """What the referee knows of a game's record; who played and when is for others to add."""
    setup = game.setup
    return record_pb2.GameRecord(
        game_id=setup.game_id,
        rules=rules_message(setup.rules, setup.deal.players),
        time_control=time_control_message(setup.time_control),
        deal=deal_message(setup.deal),
        turns=[_kept_turn(turn) for turn in game.turns],
        faults=[fault_message(fault) for fault in game.faults],
        outcome=record_pb2.GameOutcome(
            termination=termination_value(game.termination),
            places=game.places,
            prestige=game.prestige,
            reason=game.reason,
        ),
        host_stall_us=game.stall_us,
    )
