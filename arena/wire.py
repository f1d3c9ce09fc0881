"""Engine and referee values as protobuf messages and back: the only file that knows both.

Whatever comes from a bot is checked here; what is wrong with it is a GameError, and who sent it is not
known here.
"""

from functools import cache, lru_cache

from arena.engine import (
    CARDS,
    NOBLES,
    Action,
    Card,
    Deal,
    Move,
    Noble,
    Observation,
    PlayerView,
    ReservedCard,
    Rules,
    TieBreak,
    Tokens,
)
from arena.errors import GameError, NotationError
from arena.referee.clock import TimeControl
from arena.referee.faults import Fault, Termination
from arena.referee.game import PlayedGame
from arena.referee.player import GameEnd, GameStart, Question, TurnPlayed
from arena.v1 import arena_pb2, game_pb2, record_pb2

__all__ = [
    "catalogue",
    "deal_from_message",
    "game_ended",
    "game_started",
    "move_from_message",
    "move_message",
    "played_record",
    "rules_from_message",
    "rules_message",
    "termination_from_value",
    "turn_started",
]

_TIE_BREAKS = {
    TieBreak.FEWER_CARDS: game_pb2.TIE_BREAK_FEWER_CARDS,
    TieBreak.NOBLE_PRESTIGE: game_pb2.TIE_BREAK_NOBLE_PRESTIGE,
    TieBreak.SHARED: game_pb2.TIE_BREAK_SHARED,
}


# what is played


@lru_cache(maxsize=4096)
def tokens_message(tokens: Tokens) -> game_pb2.Tokens:
    """Counts as a message; it is shared and must not be changed."""
    white, blue, green, red, black, gold = tokens
    return game_pb2.Tokens(white=white, blue=blue, green=green, red=red, black=black, gold=gold)


def tokens_from_message(message: game_pb2.Tokens) -> Tokens:
    """Counts from a message; they may be any that fit in 32 bits."""
    return Tokens(message.white, message.blue, message.green, message.red, message.black, message.gold)


@cache
def move_message(move: Move) -> game_pb2.Move:
    """A move as a message; the message is shared and must not be changed."""
    message = game_pb2.Move(noble_id=move.noble or 0)
    if any(move.returned):
        message.returned.CopyFrom(tokens_message(move.returned))
    _set_action(message, move)
    return message


def _set_action(message: game_pb2.Move, move: Move) -> None:
    match move.action:
        case Action.TAKE:
            message.take.tokens.CopyFrom(tokens_message(move.taken))
        case Action.RESERVE:
            message.reserve.card_id = move.card or 0
        case Action.RESERVE_DECK:
            message.reserve.deck_level = move.level or 0
        case Action.PURCHASE:
            message.purchase.card_id = move.card or 0
            message.purchase.payment.CopyFrom(tokens_message(move.paid))
        case Action.PASS:
            message.pass_turn.SetInParent()


def move_from_message(message: game_pb2.Move) -> Move:
    """The move that a message means.

    Raises:
        NotationError: if no move can be written like that.
    """
    returned = tokens_from_message(message.returned)
    noble = message.noble_id or None
    match message.WhichOneof("action"):
        case "take":
            return Move.take(tokens_from_message(message.take.tokens), returned, noble)
        case "reserve" if message.reserve.WhichOneof("target") == "card_id":
            return Move.reserve(message.reserve.card_id, returned, noble)
        case "reserve":
            return Move.reserve_deck(message.reserve.deck_level, returned, noble)
        case "purchase" if not any(returned):
            payment = tokens_from_message(message.purchase.payment)
            return Move.purchase(message.purchase.card_id, payment, noble)
        case "pass_turn" if not any(returned):
            return Move.pass_(noble)
    raise NotationError("the move has no action, or returns tokens where none can be returned")


@cache
def catalogue() -> game_pb2.Catalogue:
    """All cards and nobles; shared, must not be changed."""
    return game_pb2.Catalogue(
        cards=[_card_message(card) for card in CARDS],
        nobles=[_noble_message(noble) for noble in NOBLES],
    )


def _card_message(card: Card) -> game_pb2.Card:
    return game_pb2.Card(
        id=card.id,
        level=card.level,
        prestige=card.prestige,
        bonus=game_pb2.Gem.Name(card.bonus + 1),
        cost=tokens_message(card.cost),
    )


def _noble_message(noble: Noble) -> game_pb2.Noble:
    requirement = tokens_message(noble.requirement)
    return game_pb2.Noble(id=noble.id, prestige=noble.prestige, requirement=requirement)


@lru_cache(maxsize=64)
def rules_message(rules: Rules, players: int) -> game_pb2.Rules:
    """A rule set with the numbers for so many players; shared, must not be changed."""
    return game_pb2.Rules(
        name=rules.name,
        prestige_to_win=rules.prestige_to_win,
        token_limit=rules.token_limit,
        reserve_limit=rules.reserve_limit,
        tokens_per_gem=rules.gem_tokens(players),
        gold=rules.gold_tokens(players),
        nobles_shown=rules.nobles(players),
        round_limit=rules.round_limit,
        take_fewer=rules.take_fewer,
        tie_break=_TIE_BREAKS[rules.tie_break],
    )


def rules_from_message(message: game_pb2.Rules) -> Rules:
    """The rule set that a message means, for the number of players it was made for.

    Raises:
        GameError: if a number is out of its bounds, or the tie break unknown.
    """
    tie_breaks = [tie for tie, value in _TIE_BREAKS.items() if value == message.tie_break]
    if not tie_breaks:
        raise GameError(
            f"tie break {message.tie_break!r} is not known, expected one of 1 to {len(_TIE_BREAKS)}"
        )
    return Rules(
        name=message.name,
        prestige_to_win=message.prestige_to_win,
        token_limit=message.token_limit,
        reserve_limit=message.reserve_limit,
        tokens_per_gem=message.tokens_per_gem,
        gold=message.gold,
        nobles_shown=message.nobles_shown,
        round_limit=message.round_limit,
        take_fewer=message.take_fewer,
        tie_break=tie_breaks[0],
    )


def deal_message(deal: Deal) -> game_pb2.Deal:
    """A deal as a message."""
    level1, level2, level3 = deal.decks
    return game_pb2.Deal(
        players=deal.players, level1=level1, level2=level2, level3=level3, nobles=deal.nobles
    )


def deal_from_message(message: game_pb2.Deal) -> Deal:
    """The deal that a message means.

    Raises:
        GameError: if it is not a permutation of the cards and nobles.
    """
    decks = (tuple(message.level1), tuple(message.level2), tuple(message.level3))
    return Deal(message.players, decks, tuple(message.nobles))


# what a bot hears


def observation_message(view: Observation) -> game_pb2.Observation:
    """What a seat sees, as a message."""
    return game_pb2.Observation.FromString(_observation_bytes(view))


def turn_played_message(turn: TurnPlayed, seat: int) -> record_pb2.TurnPlayed:
    """A turn as `seat` may know it: without its times, and without a card drawn unseen by another."""
    hidden = turn.seat != seat and turn.move.action is Action.RESERVE_DECK
    return record_pb2.TurnPlayed(
        seat=turn.seat,
        notation=str(turn.move),
        chosen=move_message(turn.move),
        card_drawn=0 if hidden else turn.drawn,
        noble_id=turn.noble,
        prestige=turn.prestige,
        clock_us=turn.clock_us,
    )


def turn_started(question: Question, game_id: str, turn_id: int, *, omit_legal_moves: bool) -> bytes:
    """The question as its bot hears it: a PlayResponse, encoded.

    Every turn waits for this, and most of it was said before. So the parts that come again are kept encoded:
    encodings of a message with different repeated fields, put one after another, are one of all of them.
    """
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
        _nested(arena_pb2.TurnStarted.OBSERVATION_FIELD_NUMBER, _observation_bytes(question.observation)),
        *[_turn_bytes(turn, seat) for turn in question.turns_played],
        *map(_legal_move_bytes, legal),
    ]
    return _nested(arena_pb2.PlayResponse.TURN_STARTED_FIELD_NUMBER, b"".join(parts))


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
    )
    passed = view.passed
    players = [_player_bytes(player, seat in passed) for seat, player in enumerate(view.players)]
    return b"".join([seen.SerializeToString(), _bank_bytes(view.bank), *players])


@lru_cache(maxsize=4096)
def _bank_bytes(bank: Tokens) -> bytes:
    return game_pb2.Observation(bank=tokens_message(bank)).SerializeToString()


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
    return game_pb2.Observation(players=[message]).SerializeToString()


@cache
def _reserved_message(card: ReservedCard) -> game_pb2.ReservedCard:
    return game_pb2.ReservedCard(level=card.level, card_id=card.card or 0, unseen=card.unseen)


def _turn_bytes(turn: TurnPlayed, seat: int) -> bytes:
    return arena_pb2.TurnStarted(turns_played=[turn_played_message(turn, seat)]).SerializeToString()


@cache  # every move there is would be some ten thousand, and a bounded cache does more at each hit
def _legal_move_bytes(move: Move) -> bytes:
    return arena_pb2.TurnStarted(legal_moves=[move_message(move)]).SerializeToString()


@lru_cache(maxsize=4096)
def _clock_message(left_us: int | None) -> arena_pb2.SeatClock:
    return arena_pb2.SeatClock(left_us=left_us)


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


# what is kept


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
