// What a caller gets wrong is said, and leaves nothing behind.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Choice, Database, FW_MAX_MATCHES, init, PoseIndex } from "../dist/index.js";

const from = (path) => readFileSync(new URL(path, import.meta.url));

test("the module is loaded once, by the first call that can", async () => {
  await assert.rejects(init(new Response("", { status: 404 })), /404/);
  const { instantiate } = WebAssembly;
  let count = 0;
  WebAssembly.instantiate = (source, ...rest) => {
    // Node has modules of its own, which are compiled already.
    if (ArrayBuffer.isView(source)) {
      count += 1;
    }
    return instantiate.call(WebAssembly, source, ...rest);
  };
  try {
    await Promise.all([init(), init()]);
    await init();
  } finally {
    WebAssembly.instantiate = instantiate;
  }
  assert.equal(count, 1);
});

test("numbers that the module would wrap or cut are refused", async () => {
  await init();
  const query = new Database(from("../playground/samples.tagdb")).query("Gait.Walk");
  for (const wrong of [-1, 2 ** 32, 0.5, Number.NaN]) {
    assert.throws(() => query.holds(0, wrong), RangeError);
    assert.throws(() => query.holds(wrong, 0), RangeError);
    assert.throws(() => query.mask(wrong), RangeError);
  }
  const { search } = PoseIndex.prototype;
  assert.throws(() => search.call({}, [], FW_MAX_MATCHES + 1), RangeError);
  assert.throws(() => new Choice().choose({ players: [{}], intercepts: [] }), RangeError);
});
