"""A bot that always plays the move that looks best at once. It draws no lots and remembers nothing.

Every move gets a whole number; the highest is played, and of equals the one listed first.

- A purchase is worth 1000, and 100 for each prestige it brings, nobles included, less one for each token
  paid and two more for each of them that is gold.
- Any other move is worth what can be purchased after it. Each card in the market and in the own hand
  promises 10, and 6 for each prestige, less 4 for each token still missing after own bonuses, own tokens
  and gold. The best promise counts eightfold, and each token then held counts one.
- Reserving costs 40: it is for positions where taking gains nothing.
"""

from arena_client import Bot, Turn, run
from arena_client.pb.game_pb2 import Move, Tokens

Counts = tuple[int, ...]
"""White, blue, green, red, black, gold."""


class GreedyBot(Bot):
    """Chooses the move with the highest worth."""

    name = "greedy"
    version = "1"

    def choose_move(self, turn: Turn) -> Move:
        """The first of the moves with the highest worth."""
        table = _Table(turn)
        return max(turn.legal_moves, key=table.worth)


class _Table:
    """What the worth of a move depends on, read once a turn."""

    def __init__(self, turn: Turn) -> None:
        own = turn.observation.players[turn.seat]
        self._cards, self._nobles = turn.cards, turn.nobles
        self._shown_nobles = turn.observation.nobles
        self._bonuses, self._tokens = _counts(own.bonuses), _counts(own.tokens)
        self._bank_has_gold = turn.observation.bank.gold > 0
        market = [card_id for card_id in turn.observation.market if card_id]
        hand = [card.card_id for card in own.reserved]
        self._wanted = [(self._owed(card_id), self._promise(card_id)) for card_id in market + hand]
        self._known: dict[Counts, int] = {}

    def worth(self, move: Move) -> int:
        """How good a move looks."""
        match move.WhichOneof("action"):
            case "purchase":
                return self._purchase(move)
            case "take":
                return self._holding(_changed(self._tokens, move.take.tokens, move.returned))
            case "reserve":
                gold = Tokens(gold=1 if self._bank_has_gold else 0)
                return self._holding(_changed(self._tokens, gold, move.returned)) - 40
        return 0

    def _purchase(self, move: Move) -> int:
        card = self._cards[move.purchase.card_id]
        bonuses = list(self._bonuses)
        bonuses[card.bonus - 1] += 1
        prestige = card.prestige + self._visit(move.noble_id, bonuses)
        paid = _counts(move.purchase.payment)
        return 1000 + 100 * prestige - sum(paid) - 2 * paid[5]

    def _visit(self, chosen: int, bonuses: list[int]) -> int:
        """The prestige of the noble that visits once these are the bonuses."""
        for noble_id in [chosen] if chosen else self._shown_nobles:
            noble = self._nobles[noble_id]
            if all(has >= asks for has, asks in zip(bonuses, _counts(noble.requirement), strict=True)):
                return noble.prestige
        return 0

    def _holding(self, tokens: Counts) -> int:
        """The worth of holding these tokens; many moves lead to the same ones."""
        if tokens not in self._known:
            best = max((promise - 4 * _missing(owed, tokens) for owed, promise in self._wanted), default=0)
            self._known[tokens] = 8 * best + sum(tokens)
        return self._known[tokens]

    def _owed(self, card_id: int) -> Counts:
        cost = _counts(self._cards[card_id].cost)
        return tuple(max(0, asks - has) for asks, has in zip(cost, self._bonuses, strict=True))

    def _promise(self, card_id: int) -> int:
        return 10 + 6 * self._cards[card_id].prestige


def _counts(tokens: Tokens) -> Counts:
    return (tokens.white, tokens.blue, tokens.green, tokens.red, tokens.black, tokens.gold)


def _changed(tokens: Counts, gained: Tokens, lost: Tokens) -> Counts:
    changes = zip(tokens, _counts(gained), _counts(lost), strict=True)
    return tuple(held + more - less for held, more, less in changes)


def _missing(owed: Counts, tokens: Counts) -> int:
    """How many tokens are missing to pay, gold standing for any."""
    short = sum(max(0, asks - has) for asks, has in zip(owed[:5], tokens[:5], strict=True))
    return max(0, short - tokens[5])


if __name__ == "__main__":
    run(GreedyBot())
