from arena.v1 import game_pb2 as _game_pb2
from arena.v1 import record_pb2 as _record_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Capability(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    CAPABILITY_UNSPECIFIED: _ClassVar[Capability]
CAPABILITY_UNSPECIFIED: Capability

class PlayRequest(_message.Message):
    __slots__ = ("hello", "ready", "move_chosen")
    HELLO_FIELD_NUMBER: _ClassVar[int]
    READY_FIELD_NUMBER: _ClassVar[int]
    MOVE_CHOSEN_FIELD_NUMBER: _ClassVar[int]
    hello: Hello
    ready: Ready
    move_chosen: MoveChosen
    def __init__(self, hello: _Optional[_Union[Hello, _Mapping]] = ..., ready: _Optional[_Union[Ready, _Mapping]] = ..., move_chosen: _Optional[_Union[MoveChosen, _Mapping]] = ...) -> None: ...

class PlayResponse(_message.Message):
    __slots__ = ("welcome", "game_started", "turn_started", "game_ended", "goodbye")
    WELCOME_FIELD_NUMBER: _ClassVar[int]
    GAME_STARTED_FIELD_NUMBER: _ClassVar[int]
    TURN_STARTED_FIELD_NUMBER: _ClassVar[int]
    GAME_ENDED_FIELD_NUMBER: _ClassVar[int]
    GOODBYE_FIELD_NUMBER: _ClassVar[int]
    welcome: Welcome
    game_started: GameStarted
    turn_started: TurnStarted
    game_ended: GameEnded
    goodbye: Goodbye
    def __init__(self, welcome: _Optional[_Union[Welcome, _Mapping]] = ..., game_started: _Optional[_Union[GameStarted, _Mapping]] = ..., turn_started: _Optional[_Union[TurnStarted, _Mapping]] = ..., game_ended: _Optional[_Union[GameEnded, _Mapping]] = ..., goodbye: _Optional[_Union[Goodbye, _Mapping]] = ...) -> None: ...

class Hello(_message.Message):
    __slots__ = ("protocol", "capabilities", "name", "version", "language", "sdk", "omit_legal_moves", "resume_key")
    PROTOCOL_FIELD_NUMBER: _ClassVar[int]
    CAPABILITIES_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    LANGUAGE_FIELD_NUMBER: _ClassVar[int]
    SDK_FIELD_NUMBER: _ClassVar[int]
    OMIT_LEGAL_MOVES_FIELD_NUMBER: _ClassVar[int]
    RESUME_KEY_FIELD_NUMBER: _ClassVar[int]
    protocol: int
    capabilities: _containers.RepeatedScalarFieldContainer[Capability]
    name: str
    version: str
    language: str
    sdk: str
    omit_legal_moves: bool
    resume_key: bytes
    def __init__(self, protocol: _Optional[int] = ..., capabilities: _Optional[_Iterable[_Union[Capability, str]]] = ..., name: _Optional[str] = ..., version: _Optional[str] = ..., language: _Optional[str] = ..., sdk: _Optional[str] = ..., omit_legal_moves: bool = ..., resume_key: _Optional[bytes] = ...) -> None: ...

class Welcome(_message.Message):
    __slots__ = ("protocol", "limits", "catalogue", "resume_key")
    PROTOCOL_FIELD_NUMBER: _ClassVar[int]
    LIMITS_FIELD_NUMBER: _ClassVar[int]
    CATALOGUE_FIELD_NUMBER: _ClassVar[int]
    RESUME_KEY_FIELD_NUMBER: _ClassVar[int]
    protocol: int
    limits: Limits
    catalogue: _game_pb2.Catalogue
    resume_key: bytes
    def __init__(self, protocol: _Optional[int] = ..., limits: _Optional[_Union[Limits, _Mapping]] = ..., catalogue: _Optional[_Union[_game_pb2.Catalogue, _Mapping]] = ..., resume_key: _Optional[bytes] = ...) -> None: ...

class Limits(_message.Message):
    __slots__ = ("message_bytes", "note_bytes", "stale_answers", "reconnect_us")
    MESSAGE_BYTES_FIELD_NUMBER: _ClassVar[int]
    NOTE_BYTES_FIELD_NUMBER: _ClassVar[int]
    STALE_ANSWERS_FIELD_NUMBER: _ClassVar[int]
    RECONNECT_US_FIELD_NUMBER: _ClassVar[int]
    message_bytes: int
    note_bytes: int
    stale_answers: int
    reconnect_us: int
    def __init__(self, message_bytes: _Optional[int] = ..., note_bytes: _Optional[int] = ..., stale_answers: _Optional[int] = ..., reconnect_us: _Optional[int] = ...) -> None: ...

class GameStarted(_message.Message):
    __slots__ = ("game_id", "names", "seat", "rules", "time_control", "bot_seed")
    GAME_ID_FIELD_NUMBER: _ClassVar[int]
    NAMES_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    RULES_FIELD_NUMBER: _ClassVar[int]
    TIME_CONTROL_FIELD_NUMBER: _ClassVar[int]
    BOT_SEED_FIELD_NUMBER: _ClassVar[int]
    game_id: str
    names: _containers.RepeatedScalarFieldContainer[str]
    seat: int
    rules: _game_pb2.Rules
    time_control: _record_pb2.TimeControl
    bot_seed: bytes
    def __init__(self, game_id: _Optional[str] = ..., names: _Optional[_Iterable[str]] = ..., seat: _Optional[int] = ..., rules: _Optional[_Union[_game_pb2.Rules, _Mapping]] = ..., time_control: _Optional[_Union[_record_pb2.TimeControl, _Mapping]] = ..., bot_seed: _Optional[bytes] = ...) -> None: ...

class Ready(_message.Message):
    __slots__ = ("game_id",)
    GAME_ID_FIELD_NUMBER: _ClassVar[int]
    game_id: str
    def __init__(self, game_id: _Optional[str] = ...) -> None: ...

class SeatClock(_message.Message):
    __slots__ = ("left_us",)
    LEFT_US_FIELD_NUMBER: _ClassVar[int]
    left_us: int
    def __init__(self, left_us: _Optional[int] = ...) -> None: ...

class TurnStarted(_message.Message):
    __slots__ = ("game_id", "turn_id", "observation", "turns_played", "legal_moves", "clocks", "allowed_us")
    GAME_ID_FIELD_NUMBER: _ClassVar[int]
    TURN_ID_FIELD_NUMBER: _ClassVar[int]
    OBSERVATION_FIELD_NUMBER: _ClassVar[int]
    TURNS_PLAYED_FIELD_NUMBER: _ClassVar[int]
    LEGAL_MOVES_FIELD_NUMBER: _ClassVar[int]
    CLOCKS_FIELD_NUMBER: _ClassVar[int]
    ALLOWED_US_FIELD_NUMBER: _ClassVar[int]
    game_id: str
    turn_id: int
    observation: _game_pb2.Observation
    turns_played: _containers.RepeatedCompositeFieldContainer[_record_pb2.TurnPlayed]
    legal_moves: _containers.RepeatedCompositeFieldContainer[_game_pb2.Move]
    clocks: _containers.RepeatedCompositeFieldContainer[SeatClock]
    allowed_us: int
    def __init__(self, game_id: _Optional[str] = ..., turn_id: _Optional[int] = ..., observation: _Optional[_Union[_game_pb2.Observation, _Mapping]] = ..., turns_played: _Optional[_Iterable[_Union[_record_pb2.TurnPlayed, _Mapping]]] = ..., legal_moves: _Optional[_Iterable[_Union[_game_pb2.Move, _Mapping]]] = ..., clocks: _Optional[_Iterable[_Union[SeatClock, _Mapping]]] = ..., allowed_us: _Optional[int] = ...) -> None: ...

class MoveChosen(_message.Message):
    __slots__ = ("game_id", "turn_id", "chosen", "index", "notation", "resignation", "think_us", "note")
    GAME_ID_FIELD_NUMBER: _ClassVar[int]
    TURN_ID_FIELD_NUMBER: _ClassVar[int]
    CHOSEN_FIELD_NUMBER: _ClassVar[int]
    INDEX_FIELD_NUMBER: _ClassVar[int]
    NOTATION_FIELD_NUMBER: _ClassVar[int]
    RESIGNATION_FIELD_NUMBER: _ClassVar[int]
    THINK_US_FIELD_NUMBER: _ClassVar[int]
    NOTE_FIELD_NUMBER: _ClassVar[int]
    game_id: str
    turn_id: int
    chosen: _game_pb2.Move
    index: int
    notation: str
    resignation: Resignation
    think_us: int
    note: str
    def __init__(self, game_id: _Optional[str] = ..., turn_id: _Optional[int] = ..., chosen: _Optional[_Union[_game_pb2.Move, _Mapping]] = ..., index: _Optional[int] = ..., notation: _Optional[str] = ..., resignation: _Optional[_Union[Resignation, _Mapping]] = ..., think_us: _Optional[int] = ..., note: _Optional[str] = ...) -> None: ...

class Resignation(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class GameEnded(_message.Message):
    __slots__ = ("game_id", "outcome", "fault")
    GAME_ID_FIELD_NUMBER: _ClassVar[int]
    OUTCOME_FIELD_NUMBER: _ClassVar[int]
    FAULT_FIELD_NUMBER: _ClassVar[int]
    game_id: str
    outcome: _record_pb2.GameOutcome
    fault: _record_pb2.Fault
    def __init__(self, game_id: _Optional[str] = ..., outcome: _Optional[_Union[_record_pb2.GameOutcome, _Mapping]] = ..., fault: _Optional[_Union[_record_pb2.Fault, _Mapping]] = ...) -> None: ...

class Goodbye(_message.Message):
    __slots__ = ("reason",)
    REASON_FIELD_NUMBER: _ClassVar[int]
    reason: str
    def __init__(self, reason: _Optional[str] = ...) -> None: ...
