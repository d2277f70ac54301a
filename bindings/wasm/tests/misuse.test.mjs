// Mistakes of callers are reported, and have no lasting effects.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import {
  Choice,
  Database,
  defaultPlayer,
  FW_MAX_MATCHES,
  InterceptSearch,
  init,
  Mesh,
  PoseIndex,
  Query,
  Tracks,
  World,
} from "../dist/index.js";

const from = (path) => readFileSync(new URL(path, import.meta.url));

test("the module is loaded once, by the first call that succeeds", async () => {
  await assert.rejects(init(new Response("", { status: 404 })), /404/);
  const { instantiate } = WebAssembly;
  let count = 0;
  WebAssembly.instantiate = (source, ...rest) => {
    // Node has its own modules, which are already compiled.
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
  const query = new Query(new Database(from("../playground/samples.tagdb")), "Gait.Walk");
  const [tracks, world, search] = [new Tracks(), new World(), new InterceptSearch(0)];
  tracks.add([0.5]);
  for (const wrong of [-1, 2 ** 32, 0.5, Number.NaN]) {
    assert.throws(() => query.holds(0, wrong), RangeError);
    assert.throws(() => query.holds(wrong, 0), RangeError);
    assert.throws(() => query.mask(wrong), RangeError);
    assert.throws(() => tracks.nearest(wrong, 0), RangeError);
    assert.throws(() => tracks.times(wrong), RangeError);
    assert.throws(() => search.windows(wrong), RangeError);
    assert.throws(() => world.overlapping({ radiusM: 1 }, [0, 0, 0], wrong), RangeError);
    assert.throws(() => Mesh.fromHeights([0, 0, 0, 0], wrong, 1), RangeError);
    assert.throws(() => defaultPlayer(wrong, [0, 0, 0]), RangeError);
    // In a field of an object: the message names the field.
    const cut = { name: "RangeError", message: /^layer/ };
    assert.throws(() => world.addVolume({ radiusM: 1 }, { label: { layers: wrong } }), cut);
  }
  const nearest = PoseIndex.prototype.search;
  assert.throws(() => nearest.call({}, [], FW_MAX_MATCHES + 1), RangeError);
  assert.throws(() => new Choice().choose({ players: [{}], intercepts: [] }), RangeError);
});
