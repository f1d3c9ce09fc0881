/**
 * Write a bot for the Splendor arena.
 *
 *     import { run, type Turn } from "arena-client";
 *
 *     await run((turn: Turn) => turn.legalMoves[0]);
 *
 * The arena sends the legal moves, the cards and the nobles: a bot needs no rules and no data.
 */

export { Bot, RESIGN, type Choice, type Turn } from "./bot.js";
export { run } from "./client.js";
export { parse, text } from "./notation.js";
export * from "./pb/arena/v1/arena_pb.js";
export * from "./pb/arena/v1/game_pb.js";
export * from "./pb/arena/v1/record_pb.js";
