/**
 * A bot that always plays the move that looks best at once. It draws no lots and remembers nothing.
 *
 * Every move gets a whole number; the highest is played, and of equals the one listed first.
 *
 * - A purchase is worth 1000, and 100 for each prestige it brings, nobles included, less one for each token
 *   paid and two more for each of them that is gold.
 * - Any other move is worth what can be purchased after it. Each card in the market and in the own hand
 *   promises 10, and 6 for each prestige, less 4 for each token still missing after own bonuses, own tokens
 *   and gold. The best promise counts eightfold, and each token then held counts one.
 * - Reserving costs 40: it is for positions where taking gains nothing.
 */

import { Bot, type Move, type PurchaseAction, type Tokens, type Turn } from "arena-client";

/** White, blue, green, red, black, gold. */
type Counts = readonly number[];

/** Chooses the move with the highest worth. */
export class GreedyBot extends Bot {
  override readonly name = "greedy";
  override readonly version = "1";

  /** The first of the moves with the highest worth. */
  override chooseMove(turn: Turn): Move {
    const table = new Table(turn);
    const worths = turn.legalMoves.map((move) => table.worth(move));
    return turn.legalMoves[worths.indexOf(Math.max(...worths))];
  }
}

/** What the worth of a move depends on, read once a turn. */
class Table {
  private readonly bonuses: Counts;
  private readonly tokens: Counts;
  private readonly goldOfReserving: Counts;
  private readonly wanted: readonly { owed: Counts; promise: number }[];
  private readonly known = new Map<string, number>();

  constructor(private readonly turn: Turn) {
    const own = turn.observation.players[turn.seat];
    this.bonuses = counts(own.bonuses);
    this.tokens = counts(own.tokens);
    this.goldOfReserving = [0, 0, 0, 0, 0, counts(turn.observation.bank)[5] > 0 ? 1 : 0];
    const market = turn.observation.market.filter((cardId) => cardId);
    const hand = own.reserved.map((card) => card.cardId);
    this.wanted = [...market, ...hand].map((cardId) => ({
      owed: this.owed(cardId),
      promise: this.promise(cardId),
    }));
  }

  /** How good a move looks. */
  worth(move: Move): number {
    switch (move.action.case) {
      case "purchase":
        return this.purchase(move.action.value, move.nobleId);
      case "take":
        return this.holding(changed(this.tokens, counts(move.action.value.tokens), counts(move.returned)));
      case "reserve":
        return this.holding(changed(this.tokens, this.goldOfReserving, counts(move.returned))) - 40;
      default:
        return 0;
    }
  }

  private purchase({ cardId, payment }: PurchaseAction, nobleId: number): number {
    const card = this.turn.cards[cardId];
    const bonuses = [...this.bonuses];
    bonuses[card.bonus - 1] += 1;
    const prestige = card.prestige + this.visit(nobleId, bonuses);
    const paid = counts(payment);
    return 1000 + 100 * prestige - sum(paid) - 2 * paid[5];
  }

  /** The prestige of the noble that visits once these are the bonuses. */
  private visit(chosen: number, bonuses: Counts): number {
    for (const nobleId of chosen ? [chosen] : this.turn.observation.nobles) {
      const noble = this.turn.nobles[nobleId];
      if (counts(noble.requirement).every((asks, kind) => bonuses[kind] >= asks)) {
        return noble.prestige;
      }
    }
    return 0;
  }

  /** The worth of holding these tokens; many moves lead to the same ones. */
  private holding(tokens: Counts): number {
    const key = tokens.join();
    let worth = this.known.get(key);
    if (worth === undefined) {
      const promises = this.wanted.map(({ owed, promise }) => promise - 4 * missing(owed, tokens));
      worth = 8 * (promises.length ? Math.max(...promises) : 0) + sum(tokens);
      this.known.set(key, worth);
    }
    return worth;
  }

  private owed(cardId: number): Counts {
    return counts(this.turn.cards[cardId].cost).map((asks, kind) => Math.max(0, asks - this.bonuses[kind]));
  }

  private promise(cardId: number): number {
    return 10 + 6 * this.turn.cards[cardId].prestige;
  }
}

function counts(tokens: Tokens | undefined): Counts {
  if (!tokens) {
    return [0, 0, 0, 0, 0, 0];
  }
  return [tokens.white, tokens.blue, tokens.green, tokens.red, tokens.black, tokens.gold];
}

function sum(tokens: Counts): number {
  return tokens.reduce((total, count) => total + count, 0);
}

function changed(tokens: Counts, gained: Counts, lost: Counts): Counts {
  return tokens.map((held, kind) => held + gained[kind] - lost[kind]);
}

/** How many tokens are missing to pay, gold standing for any. */
function missing(owed: Counts, tokens: Counts): number {
  const short = sum(owed.slice(0, 5).map((asks, kind) => Math.max(0, asks - tokens[kind])));
  return Math.max(0, short - tokens[5]);
}
