/**
 * A move as one line of text, the way logs and records show it, and back.
 *
 * It knows how moves are written, and nothing of which one is legal.
 */

import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { MoveSchema, TokensSchema } from "./pb/arena/v1/game_pb.js";
import type { Move, ReserveAction, Tokens } from "./pb/arena/v1/game_pb.js";

type ActionInit = NonNullable<MessageInitShape<typeof MoveSchema>["action"]>;

/** White, blue, green, red, black, gold: always in this order. */
const LETTERS = [..."WUGRKJ"];

const CARDS = 90;
const LEVELS = 3;
const NOBLES = 10;
const MOST_OF_A_KIND = 7;

/** The text notation of a move, such as `take:WUG>GJ` or `buy:63=WWWKJ@7`. */
export function text(move: Move): string {
  const returned = letters(move.returned) ? `>${letters(move.returned)}` : "";
  const noble = move.nobleId ? `@${move.nobleId}` : "";
  return `${actionText(move)}${returned}${noble}`;
}

/** Tokens as letters, in the order WUGRKJ. */
export function letters(tokens: Tokens | undefined): string {
  const held = counts(tokens);
  return LETTERS.map((letter, kind) => letter.repeat(held[kind])).join("");
}

/** White, blue, green, red, black, gold. */
export function counts(tokens: Tokens | undefined): number[] {
  if (!tokens) {
    return [0, 0, 0, 0, 0, 0];
  }
  return [tokens.white, tokens.blue, tokens.green, tokens.red, tokens.black, tokens.gold];
}

function actionText({ action }: Move): string {
  switch (action.case) {
    case "take":
      return `take:${letters(action.value.tokens)}`;
    case "reserve": {
      const target = action.value.target;
      return target.case === "deckLevel" ? `reserve:deck${target.value}` : `reserve:${target.value ?? 0}`;
    }
    case "purchase":
      return `buy:${action.value.cardId}=${letters(action.value.payment)}`;
    default:
      return "pass";
  }
}

/**
 * The move that a text stands for.
 *
 * @throws SyntaxError if the text is not exactly what `text` writes for some move.
 */
export function parse(notation: string): Move {
  const move = read(notation);
  // one comparison refuses all that can be read but is not written so: order, zeros, blanks
  if (text(move) !== notation) {
    throw refusal(notation, `expected ${JSON.stringify(text(move))}`);
  }
  return move;
}

function refusal(notation: string, reason: string): SyntaxError {
  return new SyntaxError(`${JSON.stringify(notation)} is not a move: ${reason}`);
}

function read(notation: string): Move {
  try {
    return readMove(notation);
  } catch (error) {
    throw error instanceof SyntaxError ? refusal(notation, error.message) : error;
  }
}

function readMove(notation: string): Move {
  const [rest, noble] = partition(notation, "@");
  const [actionText, returned] = partition(rest, ">");
  const nobleId = noble ? number(noble, NOBLES) : 0;
  const action = readAction(actionText);
  if (returned && action.case !== "take" && action.case !== "reserve") {
    throw new SyntaxError("only who takes or reserves returns tokens");
  }
  return create(MoveSchema, { action, returned: returned ? tokens(returned) : undefined, nobleId });
}

function readAction(action: string): ActionInit {
  const [verb, rest] = partition(action, ":");
  switch (verb) {
    case "take":
      return { case: "take", value: { tokens: taken(rest) } };
    case "reserve":
      return { case: "reserve", value: { target: target(rest) } };
    case "buy": {
      const [card, payment] = partition(rest, "=");
      return { case: "purchase", value: { cardId: number(card, CARDS), payment: tokens(payment) } };
    }
    case "pass":
      return { case: "passTurn", value: {} };
    default:
      throw new SyntaxError("expected take:, reserve:, buy: or pass");
  }
}

function target(card: string): ReserveAction["target"] {
  return card.startsWith("deck")
    ? { case: "deckLevel", value: number(card.slice("deck".length), LEVELS) }
    : { case: "cardId", value: number(card, CARDS) };
}

function taken(gems: string): Tokens {
  const kinds = new Set(gems).size;
  const different = kinds === gems.length && 1 <= kinds && kinds <= 3;
  const twoOfOne = kinds === 1 && gems.length === 2;
  if (gems.includes("J") || !(different || twoOfOne)) {
    throw new SyntaxError("expected one to three different gems or two of one");
  }
  return tokens(gems);
}

function tokens(held: string): Tokens {
  const [white, blue, green, red, black, gold] = LETTERS.map((letter) => held.split(letter).length - 1);
  const found = [white, blue, green, red, black, gold];
  if (sum(found) !== held.length || Math.max(...found) > MOST_OF_A_KIND) {
    throw new SyntaxError(`expected letters out of ${LETTERS.join("")}, at most ${MOST_OF_A_KIND} of a kind`);
  }
  return create(TokensSchema, { white, blue, green, red, black, gold });
}

function number(digits: string, most: number): number {
  if (!(/^[0-9]+$/.test(digits) && 1 <= Number(digits) && Number(digits) <= most)) {
    throw new SyntaxError(`expected a number from 1 to ${most}`);
  }
  return Number(digits);
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

/** What is before the first separator and what is after it; all and nothing where there is none. */
function partition(whole: string, separator: string): [string, string] {
  const place = whole.indexOf(separator);
  return place < 0 ? [whole, ""] : [whole.slice(0, place), whole.slice(place + separator.length)];
}
