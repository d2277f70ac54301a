// Mistakes of callers are reported, and have no lasting effects.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import {
  Character,
  Choice,
  Database,
  defaultPlayer,
  FW_MAX_MATCHES,
  FW_SPACE_WORLD,
  InterceptSearch,
  init,
  Mesh,
  PoseFilter,
  PoseIndex,
  Query,
  Repertoire,
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

test("wrong objects, fields and lists are refused by their names", async () => {
  await init();
  const bytes = new Uint8Array(from("../../../testdata/characters/football.fwposes"));
  const repertoire = new Repertoire(bytes);
  const character = new Character(repertoire);
  const walk = { velocityMps: [0, 1] };
  const update = (stick, options) => () => character.update(1 / 60, stick, options);
  const joints = 7 * repertoire.info.joints;
  for (const [run, message] of [
    [() => new Repertoire(bytes.buffer), /the bytes must be a Uint8Array, not ArrayBuffer/],
    [() => new Character(Promise.resolve(repertoire)), /repertoire must be a Repertoire.*await/],
    [() => new Character(), /repertoire must be a Repertoire, not undefined/],
    [update({ velocity: [0, 1] }), /has no field `velocity`, only/],
    [update([0, 1]), /must be an object of velocityMps/],
    [update({ velocityMps: [0, 1, 0] }), /velocityMps has 3 elements, not 2/],
    [update({ velocityMps: [0, undefined] }), /velocityMps must be a number, not undefined/],
    [update({ velocityMps: 1 }), /velocityMps must be a list of 2 elements/],
    [
      update(walk, { filter: undefined }),
      /options has no field `filter`, only search, surroundings/,
    ],
    [update(walk, { search: { filters: [] } }), /has no field `filters`/],
    [update(walk, { search: { filter: repertoire } }), /filter must be a PoseFilter/],
    [update(walk, { surroundings: new World() }), /surroundings has no field/],
    [update(walk, { surroundings: { world: new World() } }), /needs a mover/],
    [() => character.update("now", walk), /dtSecs must be a number, not "now"/],
    [() => character.poseIn(FW_SPACE_WORLD, new Float64Array(joints)), /Float32Array/],
    [() => new World().addVolume({ kind: "box" }), /kind must be a whole number.* not "box"/],
    [() => new World().addVolume({ radiusM: 1 }, { position: [0, 0, 0] }), /no field `position`/],
    [() => new World().addVolume({ halfM: [1, 1] }), /halfM has 2 elements, not 3/],
    [
      () => PoseFilter.forLanding(PoseIndex.fromRepertoire(repertoire), {}, 0.2),
      /query must be a Query/,
    ],
  ]) {
    assert.throws(run, message);
  }
  character.free();
  assert.throws(update(walk), /this Character was freed/);
  // A changed byte anywhere in the file is found when it is opened.
  for (let at = 7; at < bytes.length; at += 4099) {
    const damaged = bytes.slice();
    damaged[at] ^= 0x10;
    assert.throws(() => new Repertoire(damaged), undefined, `byte ${at}`);
  }
});
