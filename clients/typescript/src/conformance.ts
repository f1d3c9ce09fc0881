/**
 * Tells whether this client does what all clients do: reads a case a line, writes a result a line.
 *
 * A case is `ID KIND BASE64`, a result `ID RESULT`; `clients/vectors/README.md` describes the kinds.
 */

import { createInterface } from "node:readline";
import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import { GameStartedSchema, MoveSchema, parse, PlayResponseSchema, text } from "arena-client";
import type { PlayResponse, Turn } from "arena-client";
import { byId, turnFrom } from "./client.js";
import { GreedyBot } from "./greedy_bot.js";

/** What a case says stays known for the next ones: the catalogue of the last `welcome`. */
class Conformance {
  private catalogue = byId();

  /** The result of one case; `failed` where a bot would have ended. */
  result(kind: string, encoded: string): string {
    try {
      return this.resultOf(kind, decoded(encoded));
    } catch {
      return "failed";
    }
  }

  private resultOf(kind: string, payload: Uint8Array): string {
    switch (kind) {
      case "welcome":
        this.welcomed(fromBinary(PlayResponseSchema, payload));
        return "ok";
      case "choose":
        return text(new GreedyBot().chooseMove(this.turn(fromBinary(PlayResponseSchema, payload))));
      case "format":
        return text(fromBinary(MoveSchema, payload));
      case "parse":
        return parsed(payload);
      default:
        return "unknown";
    }
  }

  private welcomed({ event }: PlayResponse): void {
    this.catalogue = byId(event.case === "welcome" ? event.value.catalogue : undefined);
  }

  private turn({ event }: PlayResponse): Turn {
    if (event.case !== "turnStarted") {
      throw new TypeError(`a case of the kind choose holds ${event.case}, expected turnStarted`);
    }
    return turnFrom(event.value, create(GameStartedSchema), ...this.catalogue);
  }
}

/** Bytes out of base64, which Node.js reads as far as it can. */
function decoded(encoded: string): Uint8Array {
  const payload = Buffer.from(encoded, "base64");
  if (payload.toString("base64") !== encoded) {
    throw new SyntaxError(`${encoded} is not base64`);
  }
  return payload;
}

function parsed(payload: Uint8Array): string {
  try {
    const notation = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(payload);
    return Buffer.from(toBinary(MoveSchema, parse(notation))).toString("base64");
  } catch {
    return "refused";
  }
}

/** Answer until the input ends. */
async function main(): Promise<void> {
  const conformance = new Conformance();
  for await (const line of createInterface({ input: process.stdin })) {
    const [caseId, kind = "", payload = ""] = line.split(" ");
    process.stdout.write(`${caseId} ${conformance.result(kind, payload)}\n`);
  }
}

await main();
