/** Where the arena listens: `ARENA_ADDRESS` as a client of the gRPC library. */

import { readFileSync } from "node:fs";
import { Client, credentials, type ChannelCredentials, type ChannelOptions } from "@grpc/grpc-js";

const OPTIONS: ChannelOptions = {
  "grpc.enable_http_proxy": 0,
  "grpc.initial_reconnect_backoff_ms": 100,
  "grpc.max_receive_message_length": -1,
  "grpc.max_reconnect_backoff_ms": 100,
  "grpc.service_config_disable_resolution": 1,
};

/** The address is missing or of an unknown form. */
export class AddressError extends Error {}

/**
 * A client of the arena that the environment names; it connects when it is used.
 *
 * @throws AddressError if the address is missing or of an unknown form.
 */
export function channel(environment: NodeJS.ProcessEnv = process.env): Client {
  const address = environment["ARENA_ADDRESS"] ?? "";
  const [, scheme, rest] = /^(tcp|tls|unix):\/\/(.+)$/s.exec(address) ?? [];
  if (!scheme) {
    throw new AddressError(
      `ARENA_ADDRESS is '${address}', expected tcp://host:port, tls://host:port or unix:///path; ` +
        "the arena sets it: start the bot with `arena run`",
    );
  }
  if (scheme === "tls") {
    process.noDeprecation = true; // else the gRPC library has Node.js warn where the host is a number
    return new Client(`dns:${rest}`, tlsCredentials(environment), OPTIONS);
  }
  if (scheme === "tcp") {
    return new Client(`dns:${rest}`, credentials.createInsecure(), OPTIONS);
  }
  // a path is no host name, which some servers insist on
  const options = { ...OPTIONS, "grpc.default_authority": "localhost" };
  return new Client(`unix:${rest}`, credentials.createInsecure(), options);
}

function tlsCredentials(environment: NodeJS.ProcessEnv): ChannelCredentials {
  const [authority, key, certificate] = ["ARENA_TLS_CA", "ARENA_TLS_KEY", "ARENA_TLS_CERT"].map((name) =>
    read(environment[name]),
  );
  return credentials.createSsl(authority, key, certificate);
}

function read(path: string | undefined): Buffer | null {
  return path ? readFileSync(path) : null;
}
