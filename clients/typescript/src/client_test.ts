import assert from "node:assert/strict";
import { test } from "node:test";
import { kept } from "./client.js";

test("a note is made valid text of the length that is kept", () => {
  assert.equal(kept("because", 1024), "because");
  assert.equal(kept("because", 4), "beca");
  assert.equal(kept("éé", 3), "é");
  assert.equal(kept("😀", 3), "");
  assert.equal(kept("a\udc80b", 1024), "a\ufffdb");
  assert.equal(kept("é".repeat(99_999), 0), "é".repeat(30_000));
  assert.equal(kept("é".repeat(99_999), 2 ** 32 - 1), "é".repeat(30_000));
});
