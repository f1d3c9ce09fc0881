"""`arena show`: one game, turn by turn."""

from collections.abc import Iterator
from typing import Annotated

import typer
from google.protobuf.json_format import MessageToDict

from arena.cli.options import (
    DEFAULT_STORE,
    AsJson,
    StorePath,
    TournamentName,
    chosen,
    open_store,
    whole_number,
)
from arena.cli.screen import cut, one_line, printable, put, put_json, table_lines
from arena.engine import Move, Position, board
from arena.errors import ConfigError
from arena.store import Attempt, Store, TournamentRow
from arena.tournament.results import schedule_of
from arena.v1 import record_pb2
from arena.wire import deal_from_message, rules_from_message, termination_from_value

__all__ = ["show"]

Game = Annotated[
    str,
    typer.Argument(
        metavar="GAME",
        help="Number of the game in `arena games`, or the start of its id.",
        show_default=False,
    ),
]
AtTurn = Annotated[int | None, whole_number("--turn", "Show the board before this turn.", 0)]
OfAttempt = Annotated[
    int | None, whole_number("--attempt", "Show this attempt; the one that counts if not given.", 1)
]


def show(
    game: Game,
    turn: AtTurn = None,
    attempt: OfAttempt = None,
    store: StorePath = DEFAULT_STORE,
    tournament: TournamentName = None,
    as_json: AsJson = False,
) -> None:
    """Show a game move by move, or the board at any turn."""
    with open_store(store) as opened:
        row = chosen(opened, tournament)
        record = _record(opened, row, game, attempt)
    if as_json:
        put_json(MessageToDict(record, preserving_proto_field_name=True))
    elif turn is not None:
        _put_board(record, turn)
    else:
        _put_game(record)


def _record(store: Store, row: TournamentRow, game: str, attempt: int | None) -> record_pb2.GameRecord:
    game_id = _game_id(store, row, game)
    tried = [one for one in store.attempts(row) if one.game_id == game_id]
    if attempt is not None and attempt > len(tried):
        raise ConfigError(f"there is no attempt {attempt} at game {game_id!r}, expected 1 to {len(tried)}")
    return store.record(row, game_id, attempt or _counting(tried).attempt)


def _counting(attempts: list[Attempt]) -> Attempt:
    """The first attempt that counts, or the last one where none does."""
    return next((one for one in attempts if one.termination != "VOID"), attempts[-1])


def _game_id(store: Store, row: TournamentRow, game: str) -> str:
    tried = {attempt.game_id for attempt in store.attempts(row)}
    for pairing in schedule_of(row):
        known = pairing.game_id in tried
        if known and (
            game == str(pairing.ordinal + 1) or (len(game) >= 4 and pairing.game_id.startswith(game))
        ):
            return pairing.game_id
    raise ConfigError(
        f"there is no game {game!r} in tournament {row.number}, expected a number or an id of `arena games`"
    )


def _put_board(record: record_pb2.GameRecord, turn: int) -> None:
    if not record.HasField("deal"):
        raise ConfigError(
            f"attempt {record.attempt} at game {record.game_id!r} has no board, expected one that was played"
        )
    if turn > len(record.turns):
        raise ConfigError(f"turn {turn!r} is not in the game, expected 0 to {len(record.turns)}")
    put(_board(record, turn))
    if turn < len(record.turns):
        played = record.turns[turn]
        put(f"turn {turn}: {_bot(record, played.seat)} (seat {played.seat}) plays {played.notation}")


def _board(record: record_pb2.GameRecord, turn: int) -> str:
    """The board before a turn of the record, which a forfeit may have made another one than the engine's."""
    moment = f"before turn {turn}" if turn < len(record.turns) else "after the last turn"
    return board(_position(record, turn), moment)


def _position(record: record_pb2.GameRecord, turn: int) -> Position:
    """The position before a turn; seats that were out by then are out."""
    position = Position(deal_from_message(record.deal), rules_from_message(record.rules))
    faults = list(record.faults)
    for number in range(turn + 1):
        while faults and faults[0].turn == number and position.outcome() is None:
            position.forfeit(faults.pop(0).seat)
        if number < turn:
            position.play(Move.parse(record.turns[number].notation))
    return position


def _put_game(record: record_pb2.GameRecord) -> None:
    rules = f", rules {record.rules.name}" if record.HasField("rules") else ""
    put(f"game {record.game_id}, round {record.round} of the tournament, attempt {record.attempt}{rules}")
    for seat, one in enumerate(record.seats):
        introduced = f": {one_line(one.introduction)}" if one.introduction else ""
        put(f"seat {seat}  {one.bot}{introduced}")
    put()
    if record.turns:
        _put_moves(record)
    if record.HasField("deal"):
        put(_board(record, len(record.turns)))
    _put_end(record)


_COLUMNS = ["turn", "seat", "<bot", "<move", "drawn", "noble", "prestige", "ms", "clock ms"]
_NOTE_INDENT = " " * len("turn  seat  ")


def _put_moves(record: record_pb2.GameRecord) -> None:
    """A line for each move, and the note of the bot below it."""
    head, rule, *moves = table_lines(_COLUMNS, _rows(record))
    put(f"{head}\n{rule}")
    for move, turn in zip(moves, record.turns, strict=True):
        put(move)
        if turn.note:
            put(cut(f"{_NOTE_INDENT}{one_line(turn.note)}{'…' if turn.note_cut else ''}"))
    put()


def _rows(record: record_pb2.GameRecord) -> Iterator[list[str]]:
    for number, turn in enumerate(record.turns):
        yield [
            str(number),
            str(turn.seat),
            _bot(record, turn.seat),
            turn.notation,
            str(turn.card_drawn or ""),
            str(turn.noble_id or ""),
            str(turn.prestige),
            f"{turn.wire_us / 1000:.1f}",
            f"{turn.clock_us / 1000:.0f}" if turn.HasField("clock_us") else "",
        ]


def _put_end(record: record_pb2.GameRecord) -> None:
    outcome = record.outcome
    told_below = any(fault.reason in outcome.reason for fault in record.faults)
    reason = f": {printable(outcome.reason)}" if outcome.reason and not told_below else ""
    put(f"ended by {termination_from_value(outcome.termination)}{reason}")
    for place, seat in sorted((place, seat) for seat, place in enumerate(outcome.places)):
        prestige = f", prestige {outcome.prestige[seat]}" if outcome.prestige else ""
        put(f"place {place}  {_bot(record, seat)} (seat {seat}){prestige}")
    for fault in record.faults:
        kind = termination_from_value(fault.termination)
        put(
            f"fault of {_bot(record, fault.seat)} before turn {fault.turn}: {kind}: {printable(fault.reason)}"
        )
        if fault.output_tail:
            put(f"it printed:\n{printable(fault.output_tail)}")
    if record.host_stall_us:
        put(f"the host stalled for {record.host_stall_us / 1000:.0f} ms during the game")


def _bot(record: record_pb2.GameRecord, seat: int) -> str:
    return record.seats[seat].bot
