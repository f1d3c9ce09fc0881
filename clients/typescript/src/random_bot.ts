/** A bot that plays any legal move. The seed of the game makes it play the same game again. */

import { createHash, randomBytes } from "node:crypto";
import { Bot, type GameStarted, type Move, type Turn } from "arena-client";

/** Chooses uniformly from the legal moves. */
export class RandomBot extends Bot {
  override readonly name = "random";
  override readonly version = "1";
  private seed: Uint8Array = randomBytes(32);
  private drawn = 0;

  /** Draw lots as the arena wants them for this game. */
  override gameStarted(game: GameStarted): void {
    this.seed = game.botSeed;
    this.drawn = 0;
  }

  /** Any legal move. */
  override chooseMove(turn: Turn): Move {
    return turn.legalMoves[this.lot(turn.legalMoves.length)];
  }

  /** A number from 0, below the count. */
  private lot(count: number): number {
    this.drawn += 1;
    const digest = createHash("sha256").update(this.seed).update(`${this.drawn}`).digest();
    return digest.readUIntBE(0, 6) % count;
  }
}
