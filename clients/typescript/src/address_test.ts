import assert from "node:assert/strict";
import { test } from "node:test";
import { AddressError, channel } from "./address.js";

function target(address: string): string {
  const client = channel({ ARENA_ADDRESS: address });
  client.close();
  return client.getChannel().getTarget();
}

test("an address becomes a target of the gRPC library", () => {
  assert.equal(target("tcp://127.0.0.1:4000"), "dns:127.0.0.1:4000");
  assert.equal(target("tcp://[::1]:4000"), "dns:[::1]:4000");
  assert.equal(target("tls://arena.example:443"), "dns:arena.example:443");
  assert.equal(target("unix:///run/arena.sock"), "unix:/run/arena.sock");
});

for (const address of ["", "127.0.0.1:4000", "tcp://", "tcp:/x:1", "TCP://x:1", "tcp://x:0", "unix://x"]) {
  test(`the address '${address}' is refused with a sentence`, () => {
    assert.throws(() => channel({ ARENA_ADDRESS: address }), {
      constructor: AddressError,
      message:
        `ARENA_ADDRESS is '${address}', expected tcp://host:port, tls://host:port or unix:///path; ` +
        "the arena sets it: start the bot with `arena run`",
    });
  });
}

test("a missing address is refused", () => {
  assert.throws(() => channel({}), AddressError);
});
