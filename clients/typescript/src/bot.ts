/** What a bot is: one method to write, two to override if wanted. */

import { create } from "@bufbuild/protobuf";
import { ResignationSchema } from "./pb/arena/v1/arena_pb.js";
import type { GameEnded, GameStarted, Resignation } from "./pb/arena/v1/arena_pb.js";
import type { Card, Move, Noble, Observation } from "./pb/arena/v1/game_pb.js";
import type { TurnPlayed } from "./pb/arena/v1/record_pb.js";

/** Return it to give up the game. */
export const RESIGN: Resignation = create(ResignationSchema);

/** A move out of `legalMoves`, its index there, a move in text notation, or `RESIGN`. */
export type Choice = Move | number | string | Resignation;

/** The bot is on turn: what it sees, and what it may do. */
export interface Turn {
  /** The game: names and seats, rules, time control, seed. */
  readonly game: GameStarted;
  /** The table as the bot's seat sees it. */
  readonly observation: Observation;
  /** Every legal move, in the arena's fixed order. */
  readonly legalMoves: readonly Move[];
  /** What the others played since the bot's own last turn. */
  readonly turnsPlayed: readonly TurnPlayed[];
  /** By seat, what is left of the budget in microseconds; `undefined` without a budget. */
  readonly clocksUs: readonly (number | undefined)[];
  /** How long this turn may take in microseconds; `undefined`: for ever. */
  readonly allowedUs: number | undefined;
  /** All cards by id. */
  readonly cards: Readonly<Record<number, Card>>;
  /** All nobles by id. */
  readonly nobles: Readonly<Record<number, Noble>>;
  /** The bot's own seat, from 0. */
  readonly seat: number;
  /** Set it to keep up to 1 KiB of words with the move in the game's record. */
  note: string;
}

/** A bot; write `chooseMove`. */
export abstract class Bot {
  /** What it calls itself; the name of its class if empty. */
  readonly name: string = "";
  /** Its version, for people. */
  readonly version: string = "";

  /** Choose a move; it may be promised. */
  abstract chooseMove(turn: Turn): Choice | Promise<Choice>;

  /** Called before a game's first turn; the arena waits for it, but not for ever. */
  gameStarted(_game: GameStarted): void | Promise<void> {}

  /** Called when a game is over for the bot. */
  gameEnded(_end: GameEnded): void | Promise<void> {}
}
