"""A position as plain text for people.

Responsible for layout only. Shows a position with every hand, an observation as far as its seat
knows.
"""

from arena.engine.cards import card, noble
from arena.engine.gems import LETTERS, letters
from arena.engine.observation import EVERYBODY, Observation, PlayerView, ReservedCard, observe
from arena.engine.position import Position

_CARD_WIDTH = 15


def board(view: Observation | Position, moment: str = "") -> str:
    """Return the board as lines of text, without a line break at the end.

    `moment`: what the first line begins with, instead of the turns that are used up.
    """
    seen = observe(view, EVERYBODY) if isinstance(view, Position) else view
    lines = [_heading(seen, moment), f"bank    {letters(seen.bank) or '-'}", _nobles(seen)]
    for level in (3, 2, 1):
        lines.append(_market_row(seen, level))
    for seat, player in enumerate(seen.players):
        lines += _player(seen, seat, player)
    return "\n".join(lines)


def _heading(seen: Observation, moment: str) -> str:
    text = (
        f"{moment}, round {seen.round} of the game, " if moment else f"round {seen.round}, turn {seen.turn}, "
    )
    text += f"seat {seen.on_turn} on turn" if seen.ending is None else f"over: {seen.ending.value}"
    return text + (", final round" if seen.final_round and seen.ending is None else "")


def _nobles(seen: Observation) -> str:
    shown = [f"{n}:{letters(noble(n).requirement)}" for n in seen.nobles]
    return f"nobles  {'  '.join(shown) or '-'}"


def _market_row(seen: Observation, level: int) -> str:
    cards = "".join(_card(each).ljust(_CARD_WIDTH) for each in seen.market[level - 1])
    return f"level {level} {cards}deck {seen.deck_sizes[level - 1]}"


def _card(wanted: int) -> str:
    """Write a card as id, bonus, prestige and cost: `71+W4 3R6K`."""
    if not wanted:
        return "-"
    facts = card(wanted)
    prestige = facts.prestige or ""
    cost = "".join(f"{count}{letter}" for letter, count in zip(LETTERS, facts.cost, strict=True) if count)
    return f"{wanted}+{LETTERS[facts.bonus]}{prestige} {cost}"


def _player(seen: Observation, seat: int, player: PlayerView) -> list[str]:
    mark = ">" if seat == seen.on_turn and seen.ending is None else " "
    forfeited = ", forfeited" if player.forfeited else ""
    nobles = ", nobles " + " ".join(map(str, player.nobles)) if player.nobles else ""
    cards = f"{len(player.purchased)} cards"
    return [
        f"{mark}seat {seat}  {player.prestige} prestige, {cards}{nobles}{forfeited}",
        f"   tokens   {letters(player.tokens) or '-'}",
        f"   bonuses  {letters(player.bonuses) or '-'}",
        f"   hand     {', '.join(map(_reserved, player.reserved)) or '-'}",
    ]


def _reserved(reserved: ReservedCard) -> str:
    if reserved.card is None:
        return f"unseen card of level {reserved.level}"
    return _card(reserved.card) + (" (unseen by others)" if reserved.unseen else "")
