/**
 * Connects a bot to the arena and answers until goodbye.
 *
 * The bot thinks on the event loop; the gRPC library reads and writes there while nobody thinks.
 */

import { setTimeout } from "node:timers/promises";
import { create, fromBinary, isMessage, toBinary } from "@bufbuild/protobuf";
import { Metadata, status } from "@grpc/grpc-js";
import type { Client as Channel, ClientDuplexStream, ServiceError } from "@grpc/grpc-js";
import { AddressError, channel, token } from "./address.js";
import { Bot, type Choice, type Turn } from "./bot.js";
import * as arena from "./pb/arena/v1/arena_pb.js";
import { CatalogueSchema, MoveSchema, ObservationSchema, type Catalogue } from "./pb/arena/v1/game_pb.js";

const PLAY = "/arena.v1.ArenaService/Play";
const PROTOCOL = 1;
const SDK = "arena_client 0.1.0";
const RETRY_MS = 100;
const MOST_NOTE_BYTES = 60_000; // a message may have 64 KiB

const read = (bytes: Uint8Array) => fromBinary(arena.PlayResponseSchema, bytes);

type ChooseMove = Bot["chooseMove"];
type Cards = Turn["cards"];
type Nobles = Turn["nobles"];

/**
 * Play until the arena says goodbye; ends the process with code 1 and a sentence if it cannot.
 *
 * @param bot a `Bot`, or a function that chooses a move.
 */
export async function run(bot: Bot | ChooseMove): Promise<void> {
  try {
    const line = channel();
    const bearer = `Bearer ${token()}`;
    await new Client(typeof bot === "function" ? new FunctionBot(bot) : bot, line, bearer).play();
    line.close();
  } catch (error) {
    if (error instanceof AddressError) {
      quit(error.message);
    }
    if (isServiceError(error)) {
      quit(`the arena ended the connection: ${status[error.code]}: ${error.details}`);
    }
    throw error;
  }
}

function quit(sentence: string): never {
  console.error(sentence);
  process.exit(1);
}

function isServiceError(error: unknown): error is ServiceError {
  return error instanceof Error && "code" in error && "details" in error && "metadata" in error;
}

class FunctionBot extends Bot {
  override readonly name: string;

  constructor(override readonly chooseMove: ChooseMove) {
    super();
    this.name = chooseMove.name;
  }
}

class Client {
  private stream!: ClientDuplexStream<Uint8Array, arena.PlayResponse>;
  private welcome = create(arena.WelcomeSchema);
  private cards: Cards = {};
  private nobles: Nobles = {};
  private game = create(arena.GameStartedSchema);
  private answer: arena.MoveChosen | undefined;
  private lostAt: number | undefined;
  private parted = false;

  constructor(
    private readonly bot: Bot,
    private readonly line: Channel,
    private readonly bearer: string,
  ) {}

  /** Converse on one stream, and on a new one where the arena lets a lost one be replaced. */
  async play(): Promise<void> {
    for (;;) {
      try {
        return await this.converse();
      } catch (error) {
        if (this.parted) {
          return; // how the arena ends a stream after goodbye does not matter
        }
        if (!this.mayReturn(error)) {
          throw error;
        }
        await setTimeout(RETRY_MS);
      }
    }
  }

  private mayReturn(error: unknown): boolean {
    this.lostAt ??= performance.now();
    const inTime = performance.now() - this.lostAt < Number(this.welcome.limits?.reconnectUs ?? 0n) / 1e3;
    return inTime && isServiceError(error) && error.code === status.UNAVAILABLE;
  }

  private async converse(): Promise<void> {
    const metadata = new Metadata();
    metadata.set("authorization", this.bearer);
    this.stream = this.line.makeBidiStreamRequest(PLAY, Buffer.from, read, metadata);
    this.say({ case: "hello", value: this.hello() });
    for await (const response of this.stream as AsyncIterable<arena.PlayResponse>) {
      this.parted ||= response.event.case === "goodbye";
      if (this.parted) {
        this.stream.end();
      } else {
        await this.hear(response);
      }
    }
  }

  private hello(): arena.Hello {
    return create(arena.HelloSchema, {
      protocol: PROTOCOL,
      name: this.bot.name || this.bot.constructor.name,
      version: this.bot.version,
      language: "typescript",
      sdk: SDK,
      resumeKey: this.welcome.resumeKey,
    });
  }

  /** Do what an event asks for; an event that is not known is ignored. */
  private async hear({ event }: arena.PlayResponse): Promise<void> {
    switch (event.case) {
      case "welcome":
        return this.welcomed(event.value);
      case "gameStarted":
        return this.started(event.value);
      case "turnStarted":
        return this.asked(event.value);
      case "gameEnded":
        this.game = create(arena.GameStartedSchema); // the same game may be played again
        return this.bot.gameEnded(event.value);
    }
  }

  private welcomed(welcome: arena.Welcome): void {
    this.welcome = welcome;
    this.lostAt = undefined;
    [this.cards, this.nobles] = byId(welcome.catalogue);
  }

  private async started(game: arena.GameStarted): Promise<void> {
    // said again on a new stream, it does not begin again
    if (game.gameId !== this.game.gameId) {
      this.game = game;
      await this.bot.gameStarted(game);
    }
    this.say({ case: "ready", value: create(arena.ReadySchema, { gameId: game.gameId }) });
  }

  private async asked(question: arena.TurnStarted): Promise<void> {
    // asked again on a new stream, it is not thought about again
    if (question.turnId !== this.answer?.turnId) {
      const began = process.hrtime.bigint();
      const turn = turnFrom(question, this.game, this.cards, this.nobles);
      this.answer = answerTo(question, await this.bot.chooseMove(turn));
      this.answer.thinkUs = (process.hrtime.bigint() - began) / 1000n;
      this.answer.note = kept(turn.note, this.welcome.limits?.noteBytes ?? 0);
    }
    this.say({ case: "moveChosen", value: this.answer });
  }

  private say(event: arena.PlayRequest["event"]): void {
    // made into bytes here: what cannot be written is the bot's mistake, and no end of a connection
    this.stream.write(toBinary(arena.PlayRequestSchema, create(arena.PlayRequestSchema, { event })));
  }
}

/** The cards and the nobles of a catalogue, each by its id. */
export function byId(catalogue: Catalogue = create(CatalogueSchema)): [Cards, Nobles] {
  return [
    Object.fromEntries(catalogue.cards.map((card) => [card.id, card])),
    Object.fromEntries(catalogue.nobles.map((noble) => [noble.id, noble])),
  ];
}

/** A question as the bot sees it. */
export function turnFrom(
  question: arena.TurnStarted,
  game: arena.GameStarted,
  cards: Cards,
  nobles: Nobles,
): Turn {
  const observation = question.observation ?? create(ObservationSchema);
  return {
    game,
    observation,
    legalMoves: question.legalMoves,
    turnsPlayed: question.turnsPlayed,
    clocksUs: question.clocks.map((clock) => microseconds(clock.leftUs)),
    allowedUs: microseconds(question.allowedUs),
    cards,
    nobles,
    seat: observation.seat,
    note: "",
  };
}

function microseconds(count: bigint | undefined): number | undefined {
  return count === undefined ? undefined : Number(count);
}

/** What the arena keeps of a note: valid text up to a number of bytes, which 0 leaves to the client. */
export function kept(note: string, limit: number): string {
  const room = Buffer.from(note).subarray(0, Math.min(limit || MOST_NOTE_BYTES, MOST_NOTE_BYTES));
  // of a stream, a character that is cut is left for later
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(room, { stream: true });
}

function answerTo({ gameId, turnId }: arena.TurnStarted, choice: Choice): arena.MoveChosen {
  return create(arena.MoveChosenSchema, { gameId, turnId, answer: answerOf(choice) });
}

function answerOf(choice: Choice): arena.MoveChosen["answer"] {
  if (typeof choice === "string") {
    return { case: "notation", value: choice };
  }
  if (typeof choice === "number") {
    return { case: "index", value: choice };
  }
  if (isMessage(choice, arena.ResignationSchema)) {
    return { case: "resignation", value: choice };
  }
  if (isMessage(choice, MoveSchema)) {
    return { case: "chosen", value: choice };
  }
  throw new TypeError(`chooseMove returned ${choice}, expected one of turn.legalMoves`);
}
