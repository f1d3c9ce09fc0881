"""A question as its bot hears it: what a seat sees, what was played, what it may choose.

Every turn waits for this and most of it was said before, so the parts that come again are kept encoded, and
small numbers are encoded on the spot. Encodings of a message with different fields, put one after another,
are the encoding of all of them.
"""

from functools import cache, lru_cache

from arena.engine import Action, Move, Observation, PlayerView, ReservedCard, Rules, Tokens
from arena.referee.player import Question, TurnPlayed
from arena.v1 import arena_pb2, game_pb2, record_pb2
from arena.wire import encoding
from arena.wire.game import move_message, tokens_from_message, tokens_message

__all__ = ["observation_from_message", "observation_message", "turn_played_message", "turn_started"]

_TURN_STARTED = arena_pb2.PlayResponse.TURN_STARTED_FIELD_NUMBER
_OBSERVATION = arena_pb2.TurnStarted.OBSERVATION_FIELD_NUMBER
_TURNS_PLAYED = arena_pb2.TurnStarted.TURNS_PLAYED_FIELD_NUMBER
_LEGAL_MOVES = arena_pb2.TurnStarted.LEGAL_MOVES_FIELD_NUMBER
_TURN_ID = bytes([arena_pb2.TurnStarted.TURN_ID_FIELD_NUMBER << 3 | 1])  # eight bytes follow
_SEAT = game_pb2.Observation.SEAT_FIELD_NUMBER
_TURN = game_pb2.Observation.TURN_FIELD_NUMBER
_ROUND = game_pb2.Observation.ROUND_FIELD_NUMBER
_SEAT_ON_TURN = game_pb2.Observation.SEAT_ON_TURN_FIELD_NUMBER
_BANK = game_pb2.Observation.BANK_FIELD_NUMBER
_MARKET = game_pb2.Observation.MARKET_FIELD_NUMBER
_DECK_SIZES = game_pb2.Observation.DECK_SIZES_FIELD_NUMBER
_NOBLES = game_pb2.Observation.NOBLES_FIELD_NUMBER
_PLAYERS = game_pb2.Observation.PLAYERS_FIELD_NUMBER
_LAST_ROUND = game_pb2.Observation.LAST_ROUND_FIELD_NUMBER
_FORFEITS = game_pb2.Observation.FORFEITS_FIELD_NUMBER
_TOKENS = game_pb2.PlayerView.TOKENS_FIELD_NUMBER
_BONUSES = game_pb2.PlayerView.BONUSES_FIELD_NUMBER
_VIEW_PRESTIGE = game_pb2.PlayerView.PRESTIGE_FIELD_NUMBER
_PURCHASED = game_pb2.PlayerView.PURCHASED_FIELD_NUMBER
_RESERVED = game_pb2.PlayerView.RESERVED_FIELD_NUMBER
_VISITS = game_pb2.PlayerView.NOBLES_FIELD_NUMBER
_FORFEITED = game_pb2.PlayerView.FORFEITED_FIELD_NUMBER
_PASSED = game_pb2.PlayerView.PASSED_FIELD_NUMBER
_PLAYED_SEAT = record_pb2.TurnPlayed.SEAT_FIELD_NUMBER
_NOTATION = record_pb2.TurnPlayed.NOTATION_FIELD_NUMBER
_CHOSEN = record_pb2.TurnPlayed.CHOSEN_FIELD_NUMBER
_CARD_DRAWN = record_pb2.TurnPlayed.CARD_DRAWN_FIELD_NUMBER
_NOBLE_ID = record_pb2.TurnPlayed.NOBLE_ID_FIELD_NUMBER
_PRESTIGE = record_pb2.TurnPlayed.PRESTIGE_FIELD_NUMBER


def observation_message(view: Observation) -> game_pb2.Observation:
    """What a seat sees, as a message."""
    return game_pb2.Observation.FromString(_observation_bytes(view))


def observation_from_message(message: game_pb2.Observation, rules: Rules) -> Observation:
    """What a seat sees, as the engine has it: for bots in Python that search, see `determinize`."""
    market = tuple(message.market)
    return Observation(
        seat=message.seat,
        turn=message.turn,
        round=message.round,
        on_turn=message.seat_on_turn,
        rules=rules,
        bank=tokens_from_message(message.bank),
        market=(market[0:4], market[4:8], market[8:12]),
        deck_sizes=tuple(message.deck_sizes),
        nobles=tuple(message.nobles),
        players=tuple([_view_from_message(player) for player in message.players]),
        final_round=message.last_round,
        passed=tuple([seat for seat, player in enumerate(message.players) if player.passed]),
        forfeits=tuple(message.forfeits),
        ending=None,  # who is asked is in a game that goes on
    )


def _view_from_message(message: game_pb2.PlayerView) -> PlayerView:
    return PlayerView(
        tokens=tokens_from_message(message.tokens),
        bonuses=tokens_from_message(message.bonuses),
        prestige=message.prestige,
        purchased=tuple(message.purchased),
        reserved=tuple(
            [ReservedCard(card.level, card.card_id or None, card.unseen) for card in message.reserved]
        ),
        nobles=tuple(message.nobles),
        forfeited=message.forfeited,
    )


def turn_played_message(turn: TurnPlayed, seat: int) -> record_pb2.TurnPlayed:
    """A turn as `seat` may know it: without its times, and without a card drawn unseen by another."""
    return record_pb2.TurnPlayed.FromString(_turn_bytes(turn, seat))


def turn_started(question: Question, game_id: str, turn_id: int, *, omit_legal_moves: bool) -> bytes:
    """The question as its bot hears it: a PlayResponse, encoded."""
    seat = question.observation.seat
    parts = [
        _header_bytes(game_id, question.allowed_us, question.clocks_us),
        _TURN_ID,
        turn_id.to_bytes(8, "little"),
        encoding.nested(_OBSERVATION, _observation_bytes(question.observation)),
        *[encoding.nested(_TURNS_PLAYED, _turn_bytes(turn, seat)) for turn in question.turns_played],
    ]
    if not omit_legal_moves:
        parts += map(_legal_move_bytes, question.legal_moves)
    return encoding.nested(_TURN_STARTED, b"".join(parts))


@lru_cache(maxsize=1024)
def _header_bytes(game_id: str, allowed_us: int | None, clocks_us: tuple[int | None, ...]) -> bytes:
    """What stays the same from turn to turn as long as nobody has a budget."""
    clocks = [arena_pb2.SeatClock(left_us=left) for left in clocks_us]
    return arena_pb2.TurnStarted(game_id=game_id, allowed_us=allowed_us, clocks=clocks).SerializeToString()


def _observation_bytes(view: Observation) -> bytes:
    level1, level2, level3 = view.market
    passed = view.passed
    return b"".join(
        [
            encoding.number(_SEAT, view.seat),
            encoding.number(_TURN, view.turn),
            encoding.number(_ROUND, view.round),
            encoding.number(_SEAT_ON_TURN, view.on_turn),
            _tokens_bytes(_BANK, view.bank),
            encoding.numbers(_MARKET, level1 + level2 + level3),
            encoding.numbers(_DECK_SIZES, view.deck_sizes),
            encoding.numbers(_NOBLES, view.nobles),
            *[_player_bytes(player, seat in passed) for seat, player in enumerate(view.players)],
            encoding.number(_LAST_ROUND, view.final_round),
            encoding.numbers(_FORFEITS, view.forfeits),
        ]
    )


@lru_cache(maxsize=8192)
def _tokens_bytes(field: int, tokens: Tokens) -> bytes:
    return encoding.nested(field, tokens_message(tokens).SerializeToString())


@lru_cache(maxsize=4096)
def _player_bytes(player: PlayerView, passed: bool) -> bytes:
    encoded = [
        _tokens_bytes(_TOKENS, player.tokens),
        _tokens_bytes(_BONUSES, player.bonuses),
        encoding.number(_VIEW_PRESTIGE, player.prestige),
        encoding.numbers(_PURCHASED, player.purchased),
        *map(_reserved_bytes, player.reserved),
        encoding.numbers(_VISITS, player.nobles),
        encoding.number(_FORFEITED, player.forfeited),
        encoding.number(_PASSED, passed),
    ]
    return encoding.nested(_PLAYERS, b"".join(encoded))


@cache
def _reserved_bytes(card: ReservedCard) -> bytes:
    message = game_pb2.ReservedCard(level=card.level, card_id=card.card or 0, unseen=card.unseen)
    return encoding.nested(_RESERVED, message.SerializeToString())


def _turn_bytes(turn: TurnPlayed, seat: int) -> bytes:
    hidden = turn.seat != seat and turn.move.action is Action.RESERVE_DECK
    return b"".join(
        [
            encoding.number(_PLAYED_SEAT, turn.seat),
            _played_move_bytes(turn.move),
            encoding.number(_CARD_DRAWN, 0 if hidden else turn.drawn),
            encoding.number(_NOBLE_ID, turn.noble),
            encoding.number(_PRESTIGE, turn.prestige),
            b"" if turn.clock_us is None else _clock_bytes(turn.clock_us),
        ]
    )


@cache
def _played_move_bytes(move: Move) -> bytes:
    notation = encoding.nested(_NOTATION, str(move).encode())
    return notation + encoding.nested(_CHOSEN, move_message(move).SerializeToString())


def _clock_bytes(clock_us: int) -> bytes:
    return record_pb2.TurnPlayed(clock_us=clock_us).SerializeToString()


@cache  # every move there is would be some ten thousand, and a bounded cache does more at each hit
def _legal_move_bytes(move: Move) -> bytes:
    return encoding.nested(_LEGAL_MOVES, move_message(move).SerializeToString())
