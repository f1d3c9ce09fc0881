"""A question as its bot hears it: what a seat sees, what was played, what it may choose.

Every turn waits for this and most of it was said before, so the parts that come again are kept encoded.
Encodings of a message with different fields, put one after another, are the encoding of all of them.
"""

from functools import cache, lru_cache

from arena.engine import Action, Move, Observation, PlayerView, ReservedCard, Rules, Tokens
from arena.referee.player import Question, TurnPlayed
from arena.v1 import arena_pb2, game_pb2, record_pb2
from arena.wire.game import move_message, tokens_from_message, tokens_message

__all__ = ["observation_from_message", "observation_message", "turn_played_message", "turn_started"]

_TURN_STARTED = arena_pb2.PlayResponse.TURN_STARTED_FIELD_NUMBER
_OBSERVATION = arena_pb2.TurnStarted.OBSERVATION_FIELD_NUMBER
_TURNS_PLAYED = arena_pb2.TurnStarted.TURNS_PLAYED_FIELD_NUMBER
_LEGAL_MOVES = arena_pb2.TurnStarted.LEGAL_MOVES_FIELD_NUMBER
_BANK = game_pb2.Observation.BANK_FIELD_NUMBER
_PLAYERS = game_pb2.Observation.PLAYERS_FIELD_NUMBER


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
    started = arena_pb2.TurnStarted(
        game_id=game_id,
        turn_id=turn_id,
        allowed_us=question.allowed_us,
        clocks=[_clock_message(left) for left in question.clocks_us],
    )
    seat = question.observation.seat
    legal = () if omit_legal_moves else question.legal_moves
    parts = [
        started.SerializeToString(),
        _nested(_OBSERVATION, _observation_bytes(question.observation)),
        *[_nested(_TURNS_PLAYED, _turn_bytes(turn, seat)) for turn in question.turns_played],
        *map(_legal_move_bytes, legal),
    ]
    return _nested(_TURN_STARTED, b"".join(parts))


def _nested(field: int, encoded: bytes) -> bytes:
    """The encoding of a message in a field: its tag, its length in groups of seven bits, itself."""
    length, groups = len(encoded), bytearray([field << 3 | 2])
    while length > 0x7F:
        groups.append(length & 0x7F | 0x80)
        length >>= 7
    groups.append(length)
    return bytes(groups) + encoded


def _observation_bytes(view: Observation) -> bytes:
    level1, level2, level3 = view.market
    seen = game_pb2.Observation(
        seat=view.seat,
        turn=view.turn,
        round=view.round,
        seat_on_turn=view.on_turn,
        market=level1 + level2 + level3,
        deck_sizes=view.deck_sizes,
        nobles=view.nobles,
        last_round=view.final_round,
        forfeits=view.forfeits,
    )
    passed = view.passed
    players = [_player_bytes(player, seat in passed) for seat, player in enumerate(view.players)]
    return b"".join([seen.SerializeToString(), _bank_bytes(view.bank), *players])


@lru_cache(maxsize=4096)
def _bank_bytes(bank: Tokens) -> bytes:
    return _nested(_BANK, tokens_message(bank).SerializeToString())


@lru_cache(maxsize=4096)
def _player_bytes(player: PlayerView, passed: bool) -> bytes:
    message = game_pb2.PlayerView(
        tokens=tokens_message(player.tokens),
        bonuses=tokens_message(player.bonuses),
        prestige=player.prestige,
        purchased=player.purchased,
        reserved=[_reserved_message(card) for card in player.reserved],
        nobles=player.nobles,
        forfeited=player.forfeited,
        passed=passed,
    )
    return _nested(_PLAYERS, message.SerializeToString())


@cache
def _reserved_message(card: ReservedCard) -> game_pb2.ReservedCard:
    return game_pb2.ReservedCard(level=card.level, card_id=card.card or 0, unseen=card.unseen)


def _turn_bytes(turn: TurnPlayed, seat: int) -> bytes:
    hidden = turn.seat != seat and turn.move.action is Action.RESERVE_DECK
    played = record_pb2.TurnPlayed(
        seat=turn.seat,
        card_drawn=0 if hidden else turn.drawn,
        noble_id=turn.noble,
        prestige=turn.prestige,
        clock_us=turn.clock_us,
    )
    return played.SerializeToString() + _played_move_bytes(turn.move)


@lru_cache(maxsize=4096)
def _played_move_bytes(move: Move) -> bytes:
    return record_pb2.TurnPlayed(notation=str(move), chosen=move_message(move)).SerializeToString()


@cache  # every move there is would be some ten thousand, and a bounded cache does more at each hit
def _legal_move_bytes(move: Move) -> bytes:
    return _nested(_LEGAL_MOVES, move_message(move).SerializeToString())


@lru_cache(maxsize=4096)
def _clock_message(left_us: int | None) -> arena_pb2.SeatClock:
    return arena_pb2.SeatClock(left_us=left_us)
