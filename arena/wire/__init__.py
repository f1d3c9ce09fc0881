"""Engine and referee values as protobuf messages and back: the only place that knows both."""

from arena.wire.game import (
    catalogue,
    deal_from_message,
    deal_message,
    move_from_message,
    move_message,
    rules_from_message,
    rules_message,
    tokens_from_message,
    tokens_message,
)
from arena.wire.question import (
    observation_from_message,
    observation_message,
    turn_played_message,
    turn_started,
)
from arena.wire.record import (
    fault_message,
    game_ended,
    game_started,
    played_record,
    termination_from_value,
    termination_value,
    time_control_message,
)

__all__ = [
    "catalogue",
    "deal_from_message",
    "deal_message",
    "fault_message",
    "game_ended",
    "game_started",
    "move_from_message",
    "move_message",
    "observation_from_message",
    "observation_message",
    "played_record",
    "rules_from_message",
    "rules_message",
    "termination_from_value",
    "termination_value",
    "time_control_message",
    "tokens_from_message",
    "tokens_message",
    "turn_played_message",
    "turn_started",
]
