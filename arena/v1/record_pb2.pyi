from arena.v1 import game_pb2 as _game_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Termination(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    TERMINATION_UNSPECIFIED: _ClassVar[Termination]
    TERMINATION_NORMAL: _ClassVar[Termination]
    TERMINATION_STALEMATE: _ClassVar[Termination]
    TERMINATION_TURN_LIMIT: _ClassVar[Termination]
    TERMINATION_TIMEOUT: _ClassVar[Termination]
    TERMINATION_ILLEGAL_MOVE: _ClassVar[Termination]
    TERMINATION_PROTOCOL_ERROR: _ClassVar[Termination]
    TERMINATION_CRASH: _ClassVar[Termination]
    TERMINATION_DISCONNECT: _ClassVar[Termination]
    TERMINATION_RESIGNED: _ClassVar[Termination]
    TERMINATION_NO_SHOW: _ClassVar[Termination]
    TERMINATION_NO_CONTEST: _ClassVar[Termination]
    TERMINATION_VOID: _ClassVar[Termination]
TERMINATION_UNSPECIFIED: Termination
TERMINATION_NORMAL: Termination
TERMINATION_STALEMATE: Termination
TERMINATION_TURN_LIMIT: Termination
TERMINATION_TIMEOUT: Termination
TERMINATION_ILLEGAL_MOVE: Termination
TERMINATION_PROTOCOL_ERROR: Termination
TERMINATION_CRASH: Termination
TERMINATION_DISCONNECT: Termination
TERMINATION_RESIGNED: Termination
TERMINATION_NO_SHOW: Termination
TERMINATION_NO_CONTEST: Termination
TERMINATION_VOID: Termination

class TimeControl(_message.Message):
    __slots__ = ("ready_us", "first_move_us", "move_us", "budget_us", "increment_us", "margin_us")
    READY_US_FIELD_NUMBER: _ClassVar[int]
    FIRST_MOVE_US_FIELD_NUMBER: _ClassVar[int]
    MOVE_US_FIELD_NUMBER: _ClassVar[int]
    BUDGET_US_FIELD_NUMBER: _ClassVar[int]
    INCREMENT_US_FIELD_NUMBER: _ClassVar[int]
    MARGIN_US_FIELD_NUMBER: _ClassVar[int]
    ready_us: int
    first_move_us: int
    move_us: int
    budget_us: int
    increment_us: int
    margin_us: int
    def __init__(self, ready_us: _Optional[int] = ..., first_move_us: _Optional[int] = ..., move_us: _Optional[int] = ..., budget_us: _Optional[int] = ..., increment_us: _Optional[int] = ..., margin_us: _Optional[int] = ...) -> None: ...

class TurnPlayed(_message.Message):
    __slots__ = ("seat", "notation", "chosen", "card_drawn", "noble_id", "prestige", "wire_us", "clock_us", "think_us", "note", "note_cut")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    NOTATION_FIELD_NUMBER: _ClassVar[int]
    CHOSEN_FIELD_NUMBER: _ClassVar[int]
    CARD_DRAWN_FIELD_NUMBER: _ClassVar[int]
    NOBLE_ID_FIELD_NUMBER: _ClassVar[int]
    PRESTIGE_FIELD_NUMBER: _ClassVar[int]
    WIRE_US_FIELD_NUMBER: _ClassVar[int]
    CLOCK_US_FIELD_NUMBER: _ClassVar[int]
    THINK_US_FIELD_NUMBER: _ClassVar[int]
    NOTE_FIELD_NUMBER: _ClassVar[int]
    NOTE_CUT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    notation: str
    chosen: _game_pb2.Move
    card_drawn: int
    noble_id: int
    prestige: int
    wire_us: int
    clock_us: int
    think_us: int
    note: str
    note_cut: bool
    def __init__(self, seat: _Optional[int] = ..., notation: _Optional[str] = ..., chosen: _Optional[_Union[_game_pb2.Move, _Mapping]] = ..., card_drawn: _Optional[int] = ..., noble_id: _Optional[int] = ..., prestige: _Optional[int] = ..., wire_us: _Optional[int] = ..., clock_us: _Optional[int] = ..., think_us: _Optional[int] = ..., note: _Optional[str] = ..., note_cut: bool = ...) -> None: ...

class SeatRecord(_message.Message):
    __slots__ = ("bot", "introduction", "content_hash")
    BOT_FIELD_NUMBER: _ClassVar[int]
    INTRODUCTION_FIELD_NUMBER: _ClassVar[int]
    CONTENT_HASH_FIELD_NUMBER: _ClassVar[int]
    bot: str
    introduction: str
    content_hash: str
    def __init__(self, bot: _Optional[str] = ..., introduction: _Optional[str] = ..., content_hash: _Optional[str] = ...) -> None: ...

class Fault(_message.Message):
    __slots__ = ("seat", "termination", "turn", "reason", "elapsed_us", "exit_code", "output_tail")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    TERMINATION_FIELD_NUMBER: _ClassVar[int]
    TURN_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    ELAPSED_US_FIELD_NUMBER: _ClassVar[int]
    EXIT_CODE_FIELD_NUMBER: _ClassVar[int]
    OUTPUT_TAIL_FIELD_NUMBER: _ClassVar[int]
    seat: int
    termination: Termination
    turn: int
    reason: str
    elapsed_us: int
    exit_code: int
    output_tail: str
    def __init__(self, seat: _Optional[int] = ..., termination: _Optional[_Union[Termination, str]] = ..., turn: _Optional[int] = ..., reason: _Optional[str] = ..., elapsed_us: _Optional[int] = ..., exit_code: _Optional[int] = ..., output_tail: _Optional[str] = ...) -> None: ...

class GameOutcome(_message.Message):
    __slots__ = ("termination", "places", "prestige", "reason")
    TERMINATION_FIELD_NUMBER: _ClassVar[int]
    PLACES_FIELD_NUMBER: _ClassVar[int]
    PRESTIGE_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    termination: Termination
    places: _containers.RepeatedScalarFieldContainer[int]
    prestige: _containers.RepeatedScalarFieldContainer[int]
    reason: str
    def __init__(self, termination: _Optional[_Union[Termination, str]] = ..., places: _Optional[_Iterable[int]] = ..., prestige: _Optional[_Iterable[int]] = ..., reason: _Optional[str] = ...) -> None: ...

class SeatCounts(_message.Message):
    __slots__ = ("stale_answers", "second_connections")
    STALE_ANSWERS_FIELD_NUMBER: _ClassVar[int]
    SECOND_CONNECTIONS_FIELD_NUMBER: _ClassVar[int]
    stale_answers: int
    second_connections: int
    def __init__(self, stale_answers: _Optional[int] = ..., second_connections: _Optional[int] = ...) -> None: ...

class GameRecord(_message.Message):
    __slots__ = ("game_id", "tournament_id", "round", "rotation_game", "attempt", "rules", "time_control", "seats", "deal", "turns", "faults", "outcome", "counts", "started_unix_us", "duration_us", "host_stall_us")
    GAME_ID_FIELD_NUMBER: _ClassVar[int]
    TOURNAMENT_ID_FIELD_NUMBER: _ClassVar[int]
    ROUND_FIELD_NUMBER: _ClassVar[int]
    ROTATION_GAME_FIELD_NUMBER: _ClassVar[int]
    ATTEMPT_FIELD_NUMBER: _ClassVar[int]
    RULES_FIELD_NUMBER: _ClassVar[int]
    TIME_CONTROL_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    DEAL_FIELD_NUMBER: _ClassVar[int]
    TURNS_FIELD_NUMBER: _ClassVar[int]
    FAULTS_FIELD_NUMBER: _ClassVar[int]
    OUTCOME_FIELD_NUMBER: _ClassVar[int]
    COUNTS_FIELD_NUMBER: _ClassVar[int]
    STARTED_UNIX_US_FIELD_NUMBER: _ClassVar[int]
    DURATION_US_FIELD_NUMBER: _ClassVar[int]
    HOST_STALL_US_FIELD_NUMBER: _ClassVar[int]
    game_id: str
    tournament_id: str
    round: int
    rotation_game: int
    attempt: int
    rules: _game_pb2.Rules
    time_control: TimeControl
    seats: _containers.RepeatedCompositeFieldContainer[SeatRecord]
    deal: _game_pb2.Deal
    turns: _containers.RepeatedCompositeFieldContainer[TurnPlayed]
    faults: _containers.RepeatedCompositeFieldContainer[Fault]
    outcome: GameOutcome
    counts: _containers.RepeatedCompositeFieldContainer[SeatCounts]
    started_unix_us: int
    duration_us: int
    host_stall_us: int
    def __init__(self, game_id: _Optional[str] = ..., tournament_id: _Optional[str] = ..., round: _Optional[int] = ..., rotation_game: _Optional[int] = ..., attempt: _Optional[int] = ..., rules: _Optional[_Union[_game_pb2.Rules, _Mapping]] = ..., time_control: _Optional[_Union[TimeControl, _Mapping]] = ..., seats: _Optional[_Iterable[_Union[SeatRecord, _Mapping]]] = ..., deal: _Optional[_Union[_game_pb2.Deal, _Mapping]] = ..., turns: _Optional[_Iterable[_Union[TurnPlayed, _Mapping]]] = ..., faults: _Optional[_Iterable[_Union[Fault, _Mapping]]] = ..., outcome: _Optional[_Union[GameOutcome, _Mapping]] = ..., counts: _Optional[_Iterable[_Union[SeatCounts, _Mapping]]] = ..., started_unix_us: _Optional[int] = ..., duration_us: _Optional[int] = ..., host_stall_us: _Optional[int] = ...) -> None: ...
