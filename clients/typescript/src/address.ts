/** Where the arena listens: `ARENA_ADDRESS` as a client of the gRPC library. */

import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { createSecureContext } from "node:tls";
import { Client, credentials, type ChannelCredentials, type ChannelOptions } from "@grpc/grpc-js";

const OPTIONS: ChannelOptions = {
  "grpc.enable_http_proxy": 0,
  "grpc.initial_reconnect_backoff_ms": 100,
  "grpc.max_receive_message_length": -1,
  "grpc.max_reconnect_backoff_ms": 100,
  "grpc.service_config_disable_resolution": 1,
};

const AUTHORITY = /^(?:\[[0-9A-Za-z:.%_-]+\]|[0-9A-Za-z._-]+):([0-9]{1,5})$/;

/** The environment does not say how the arena is reached. */
export class AddressError extends Error {}

/**
 * A client of the arena that the environment names; it connects when it is used.
 *
 * @throws AddressError if the address is missing or of an unknown form, or a file of it cannot be used.
 */
export function channel(environment: NodeJS.ProcessEnv = process.env): Client {
  const address = environment["ARENA_ADDRESS"] ?? "";
  const [, scheme, rest = ""] = /^(tcp|tls|unix):\/\/(.+)$/s.exec(address) ?? [];
  if (scheme === "tls" && isAuthority(rest)) {
    process.noDeprecation = true; // else the gRPC library has Node.js warn where the host is a number
    return new Client(`dns:${rest}`, tlsCredentials(environment), OPTIONS);
  }
  if (scheme === "tcp" && isAuthority(rest)) {
    return new Client(`dns:${rest}`, credentials.createInsecure(), OPTIONS);
  }
  if (scheme === "unix" && rest.startsWith("/")) {
    // a path is no host name, which some servers insist on
    const options = { ...OPTIONS, "grpc.default_authority": "localhost" };
    return new Client(`unix:${rest}`, credentials.createInsecure(), options);
  }
  throw new AddressError(
    `ARENA_ADDRESS is '${address}', expected tcp://host:port, tls://host:port or unix:///path; ` +
      "the arena sets it: start the bot with `arena run`",
  );
}

/**
 * What the arena knows the bot by.
 *
 * @throws AddressError if it cannot be sent.
 */
export function token(environment: NodeJS.ProcessEnv = process.env): string {
  const given = environment["ARENA_TOKEN"] ?? "";
  if (!/^[ -~]*$/.test(given)) {
    throw new AddressError("ARENA_TOKEN has characters that no header can carry");
  }
  return given;
}

function isAuthority(text: string): boolean {
  const port = Number(AUTHORITY.exec(text)?.[1]);
  return 1 <= port && port <= 65535;
}

/** Of PEM files, each of which may be left out; a certificate and its key go together. */
function tlsCredentials(environment: NodeJS.ProcessEnv): ChannelCredentials {
  const [ca, certificate, key] = ["CA", "CERT", "KEY"].map((name) => environment[`ARENA_TLS_${name}`]);
  const authority = certificates("ARENA_TLS_CA", ca);
  if (!certificate !== !key) {
    const [given, missing] = certificate ? ["CERT", "KEY"] : ["KEY", "CERT"];
    throw new AddressError(
      `ARENA_TLS_${given} is set, but ARENA_TLS_${missing} is not, expected both or neither`,
    );
  }
  const chain = certificates("ARENA_TLS_CERT", certificate);
  return credentials.createSsl(authority, chain && keyOf(chain, key!), chain);
}

function certificates(name: string, path: string | undefined): Buffer | null {
  return path ? read(name, path, "PEM certificates", (content) => new X509Certificate(`${content}`)) : null;
}

function keyOf(cert: Buffer, path: string): Buffer {
  const check = (key: Buffer) => createSecureContext({ cert, key });
  return read("ARENA_TLS_KEY", path, "the PEM key of ARENA_TLS_CERT", check);
}

function read(name: string, path: string, content: string, check: (file: Buffer) => unknown): Buffer {
  try {
    const file = readFileSync(path);
    check(file);
    return file;
  } catch (error) {
    const reason = (error as Error).message;
    throw new AddressError(
      `${name} is '${path}', expected a file with ${content} that can be read: ${reason}`,
    );
  }
}
