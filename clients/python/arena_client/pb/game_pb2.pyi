from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Gem(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    GEM_UNSPECIFIED: _ClassVar[Gem]
    GEM_WHITE: _ClassVar[Gem]
    GEM_BLUE: _ClassVar[Gem]
    GEM_GREEN: _ClassVar[Gem]
    GEM_RED: _ClassVar[Gem]
    GEM_BLACK: _ClassVar[Gem]

class TieBreak(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    TIE_BREAK_UNSPECIFIED: _ClassVar[TieBreak]
    TIE_BREAK_FEWER_CARDS: _ClassVar[TieBreak]
    TIE_BREAK_NOBLE_PRESTIGE: _ClassVar[TieBreak]
    TIE_BREAK_SHARED: _ClassVar[TieBreak]
GEM_UNSPECIFIED: Gem
GEM_WHITE: Gem
GEM_BLUE: Gem
GEM_GREEN: Gem
GEM_RED: Gem
GEM_BLACK: Gem
TIE_BREAK_UNSPECIFIED: TieBreak
TIE_BREAK_FEWER_CARDS: TieBreak
TIE_BREAK_NOBLE_PRESTIGE: TieBreak
TIE_BREAK_SHARED: TieBreak

class Tokens(_message.Message):
    __slots__ = ("white", "blue", "green", "red", "black", "gold")
    WHITE_FIELD_NUMBER: _ClassVar[int]
    BLUE_FIELD_NUMBER: _ClassVar[int]
    GREEN_FIELD_NUMBER: _ClassVar[int]
    RED_FIELD_NUMBER: _ClassVar[int]
    BLACK_FIELD_NUMBER: _ClassVar[int]
    GOLD_FIELD_NUMBER: _ClassVar[int]
    white: int
    blue: int
    green: int
    red: int
    black: int
    gold: int
    def __init__(self, white: _Optional[int] = ..., blue: _Optional[int] = ..., green: _Optional[int] = ..., red: _Optional[int] = ..., black: _Optional[int] = ..., gold: _Optional[int] = ...) -> None: ...

class Card(_message.Message):
    __slots__ = ("id", "level", "prestige", "bonus", "cost")
    ID_FIELD_NUMBER: _ClassVar[int]
    LEVEL_FIELD_NUMBER: _ClassVar[int]
    PRESTIGE_FIELD_NUMBER: _ClassVar[int]
    BONUS_FIELD_NUMBER: _ClassVar[int]
    COST_FIELD_NUMBER: _ClassVar[int]
    id: int
    level: int
    prestige: int
    bonus: Gem
    cost: Tokens
    def __init__(self, id: _Optional[int] = ..., level: _Optional[int] = ..., prestige: _Optional[int] = ..., bonus: _Optional[_Union[Gem, str]] = ..., cost: _Optional[_Union[Tokens, _Mapping]] = ...) -> None: ...

class Noble(_message.Message):
    __slots__ = ("id", "prestige", "requirement")
    ID_FIELD_NUMBER: _ClassVar[int]
    PRESTIGE_FIELD_NUMBER: _ClassVar[int]
    REQUIREMENT_FIELD_NUMBER: _ClassVar[int]
    id: int
    prestige: int
    requirement: Tokens
    def __init__(self, id: _Optional[int] = ..., prestige: _Optional[int] = ..., requirement: _Optional[_Union[Tokens, _Mapping]] = ...) -> None: ...

class Catalogue(_message.Message):
    __slots__ = ("cards", "nobles")
    CARDS_FIELD_NUMBER: _ClassVar[int]
    NOBLES_FIELD_NUMBER: _ClassVar[int]
    cards: _containers.RepeatedCompositeFieldContainer[Card]
    nobles: _containers.RepeatedCompositeFieldContainer[Noble]
    def __init__(self, cards: _Optional[_Iterable[_Union[Card, _Mapping]]] = ..., nobles: _Optional[_Iterable[_Union[Noble, _Mapping]]] = ...) -> None: ...

class Move(_message.Message):
    __slots__ = ("take", "reserve", "purchase", "pass_turn", "returned", "noble_id")
    TAKE_FIELD_NUMBER: _ClassVar[int]
    RESERVE_FIELD_NUMBER: _ClassVar[int]
    PURCHASE_FIELD_NUMBER: _ClassVar[int]
    PASS_TURN_FIELD_NUMBER: _ClassVar[int]
    RETURNED_FIELD_NUMBER: _ClassVar[int]
    NOBLE_ID_FIELD_NUMBER: _ClassVar[int]
    take: TakeAction
    reserve: ReserveAction
    purchase: PurchaseAction
    pass_turn: PassAction
    returned: Tokens
    noble_id: int
    def __init__(self, take: _Optional[_Union[TakeAction, _Mapping]] = ..., reserve: _Optional[_Union[ReserveAction, _Mapping]] = ..., purchase: _Optional[_Union[PurchaseAction, _Mapping]] = ..., pass_turn: _Optional[_Union[PassAction, _Mapping]] = ..., returned: _Optional[_Union[Tokens, _Mapping]] = ..., noble_id: _Optional[int] = ...) -> None: ...

class TakeAction(_message.Message):
    __slots__ = ("tokens",)
    TOKENS_FIELD_NUMBER: _ClassVar[int]
    tokens: Tokens
    def __init__(self, tokens: _Optional[_Union[Tokens, _Mapping]] = ...) -> None: ...

class ReserveAction(_message.Message):
    __slots__ = ("card_id", "deck_level")
    CARD_ID_FIELD_NUMBER: _ClassVar[int]
    DECK_LEVEL_FIELD_NUMBER: _ClassVar[int]
    card_id: int
    deck_level: int
    def __init__(self, card_id: _Optional[int] = ..., deck_level: _Optional[int] = ...) -> None: ...

class PurchaseAction(_message.Message):
    __slots__ = ("card_id", "payment")
    CARD_ID_FIELD_NUMBER: _ClassVar[int]
    PAYMENT_FIELD_NUMBER: _ClassVar[int]
    card_id: int
    payment: Tokens
    def __init__(self, card_id: _Optional[int] = ..., payment: _Optional[_Union[Tokens, _Mapping]] = ...) -> None: ...

class PassAction(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class Rules(_message.Message):
    __slots__ = ("name", "prestige_to_win", "token_limit", "reserve_limit", "tokens_per_gem", "gold", "nobles_shown", "round_limit", "take_fewer", "tie_break")
    NAME_FIELD_NUMBER: _ClassVar[int]
    PRESTIGE_TO_WIN_FIELD_NUMBER: _ClassVar[int]
    TOKEN_LIMIT_FIELD_NUMBER: _ClassVar[int]
    RESERVE_LIMIT_FIELD_NUMBER: _ClassVar[int]
    TOKENS_PER_GEM_FIELD_NUMBER: _ClassVar[int]
    GOLD_FIELD_NUMBER: _ClassVar[int]
    NOBLES_SHOWN_FIELD_NUMBER: _ClassVar[int]
    ROUND_LIMIT_FIELD_NUMBER: _ClassVar[int]
    TAKE_FEWER_FIELD_NUMBER: _ClassVar[int]
    TIE_BREAK_FIELD_NUMBER: _ClassVar[int]
    name: str
    prestige_to_win: int
    token_limit: int
    reserve_limit: int
    tokens_per_gem: int
    gold: int
    nobles_shown: int
    round_limit: int
    take_fewer: bool
    tie_break: TieBreak
    def __init__(self, name: _Optional[str] = ..., prestige_to_win: _Optional[int] = ..., token_limit: _Optional[int] = ..., reserve_limit: _Optional[int] = ..., tokens_per_gem: _Optional[int] = ..., gold: _Optional[int] = ..., nobles_shown: _Optional[int] = ..., round_limit: _Optional[int] = ..., take_fewer: bool = ..., tie_break: _Optional[_Union[TieBreak, str]] = ...) -> None: ...

class Deal(_message.Message):
    __slots__ = ("players", "level1", "level2", "level3", "nobles")
    PLAYERS_FIELD_NUMBER: _ClassVar[int]
    LEVEL1_FIELD_NUMBER: _ClassVar[int]
    LEVEL2_FIELD_NUMBER: _ClassVar[int]
    LEVEL3_FIELD_NUMBER: _ClassVar[int]
    NOBLES_FIELD_NUMBER: _ClassVar[int]
    players: int
    level1: _containers.RepeatedScalarFieldContainer[int]
    level2: _containers.RepeatedScalarFieldContainer[int]
    level3: _containers.RepeatedScalarFieldContainer[int]
    nobles: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, players: _Optional[int] = ..., level1: _Optional[_Iterable[int]] = ..., level2: _Optional[_Iterable[int]] = ..., level3: _Optional[_Iterable[int]] = ..., nobles: _Optional[_Iterable[int]] = ...) -> None: ...

class Observation(_message.Message):
    __slots__ = ("seat", "turn", "round", "seat_on_turn", "bank", "market", "deck_sizes", "nobles", "players", "last_round", "forfeits")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    TURN_FIELD_NUMBER: _ClassVar[int]
    ROUND_FIELD_NUMBER: _ClassVar[int]
    SEAT_ON_TURN_FIELD_NUMBER: _ClassVar[int]
    BANK_FIELD_NUMBER: _ClassVar[int]
    MARKET_FIELD_NUMBER: _ClassVar[int]
    DECK_SIZES_FIELD_NUMBER: _ClassVar[int]
    NOBLES_FIELD_NUMBER: _ClassVar[int]
    PLAYERS_FIELD_NUMBER: _ClassVar[int]
    LAST_ROUND_FIELD_NUMBER: _ClassVar[int]
    FORFEITS_FIELD_NUMBER: _ClassVar[int]
    seat: int
    turn: int
    round: int
    seat_on_turn: int
    bank: Tokens
    market: _containers.RepeatedScalarFieldContainer[int]
    deck_sizes: _containers.RepeatedScalarFieldContainer[int]
    nobles: _containers.RepeatedScalarFieldContainer[int]
    players: _containers.RepeatedCompositeFieldContainer[PlayerView]
    last_round: bool
    forfeits: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, seat: _Optional[int] = ..., turn: _Optional[int] = ..., round: _Optional[int] = ..., seat_on_turn: _Optional[int] = ..., bank: _Optional[_Union[Tokens, _Mapping]] = ..., market: _Optional[_Iterable[int]] = ..., deck_sizes: _Optional[_Iterable[int]] = ..., nobles: _Optional[_Iterable[int]] = ..., players: _Optional[_Iterable[_Union[PlayerView, _Mapping]]] = ..., last_round: bool = ..., forfeits: _Optional[_Iterable[int]] = ...) -> None: ...

class PlayerView(_message.Message):
    __slots__ = ("tokens", "bonuses", "prestige", "purchased", "reserved", "nobles", "forfeited", "passed")
    TOKENS_FIELD_NUMBER: _ClassVar[int]
    BONUSES_FIELD_NUMBER: _ClassVar[int]
    PRESTIGE_FIELD_NUMBER: _ClassVar[int]
    PURCHASED_FIELD_NUMBER: _ClassVar[int]
    RESERVED_FIELD_NUMBER: _ClassVar[int]
    NOBLES_FIELD_NUMBER: _ClassVar[int]
    FORFEITED_FIELD_NUMBER: _ClassVar[int]
    PASSED_FIELD_NUMBER: _ClassVar[int]
    tokens: Tokens
    bonuses: Tokens
    prestige: int
    purchased: _containers.RepeatedScalarFieldContainer[int]
    reserved: _containers.RepeatedCompositeFieldContainer[ReservedCard]
    nobles: _containers.RepeatedScalarFieldContainer[int]
    forfeited: bool
    passed: bool
    def __init__(self, tokens: _Optional[_Union[Tokens, _Mapping]] = ..., bonuses: _Optional[_Union[Tokens, _Mapping]] = ..., prestige: _Optional[int] = ..., purchased: _Optional[_Iterable[int]] = ..., reserved: _Optional[_Iterable[_Union[ReservedCard, _Mapping]]] = ..., nobles: _Optional[_Iterable[int]] = ..., forfeited: bool = ..., passed: bool = ...) -> None: ...

class ReservedCard(_message.Message):
    __slots__ = ("level", "card_id", "unseen")
    LEVEL_FIELD_NUMBER: _ClassVar[int]
    CARD_ID_FIELD_NUMBER: _ClassVar[int]
    UNSEEN_FIELD_NUMBER: _ClassVar[int]
    level: int
    card_id: int
    unseen: bool
    def __init__(self, level: _Optional[int] = ..., card_id: _Optional[int] = ..., unseen: bool = ...) -> None: ...
