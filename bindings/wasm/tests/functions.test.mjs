// Every function of the header is in the module and has a twin, and handwritten functions work as documented.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { before, test } from "node:test";
import { fileURLToPath } from "node:url";
import * as fw from "../dist/index.js";

const from = (path) => fileURLToPath(new URL(path, import.meta.url));

before(() => fw.init());

test("every function of the header is in the module, and has a twin", async () => {
  const header = readFileSync(from("../../c/include/footwork.h"), "utf8");
  const names = Array.from(header.matchAll(/^(?:fw_status|uint32_t) (fw_\w+)\(/gm), (it) => it[1]);
  assert.ok(names.length > 130, `${names.length}`);
  const module = await WebAssembly.compile(readFileSync(from("../dist/footwork.wasm")));
  const exported = new Set(WebAssembly.Module.exports(module).map((it) => it.name));
  const twins = readFileSync(from("../../../docs/twins.md"), "utf8");
  for (const name of names) {
    assert.ok(exported.has(name), name);
    const twin = twins.match(
      new RegExp(`^\\| \`${name}\` \\|.*\\| \`(?:new )?([\\w.]+)\``, "m"),
    )?.[1];
    const [of, member] = twin.split(".");
    // An interface exists only as a type.
    if (of !== "ObstacleFilter" && of !== "Surroundings") {
      assert.ok(of in fw, twin);
    }
    if (member) {
      assert.ok(member in fw[of].prototype || member in fw[of], twin);
    }
  }
});

test("a filter of obstacles is called, and the call throws its errors", () => {
  const world = new fw.World();
  const label = { tag: 7n, layers: 1 };
  const pose = { position: [2, 0, 0] };
  const wall = world.addVolume({ halfM: [0.5, 5, 5] }, { pose, label });
  const mover = new fw.Mover({ kind: fw.FW_BODY_SPHERE, radiusM: 0.5 });
  const outcome = (filter) => mover.moveBy(world, {}, [3, 0, 0], { filter }).moved.outcome;
  assert.notEqual(outcome({}), fw.FW_MOVED_FREE);
  assert.equal(outcome({ layers: 2 }), fw.FW_MOVED_FREE);
  const asked = [];
  const accept = (obstacle, label) => {
    asked.push([obstacle, label]);
    return false;
  };
  assert.equal(outcome({ accept }), fw.FW_MOVED_FREE);
  assert.deepEqual(asked[0], [wall, label]);
  assert.equal(outcome({ acceptContact: ({ normal }) => normal[0] > 0 }), fw.FW_MOVED_FREE);
  const mine = new Error("mine");
  const throws = () => {
    throw mine;
  };
  assert.throws(() => outcome({ accept: throws }), mine);
  assert.throws(() => outcome({ acceptContact: throws }), mine);
  // The mover is free again.
  assert.notEqual(outcome(undefined), fw.FW_MOVED_FREE);
});

test("a body takes another shape if there is room", () => {
  const world = new fw.World();
  const mover = new fw.Mover({ kind: fw.FW_BODY_CAPSULE, radiusM: 0.3, heightM: 1 });
  const state = { position: [0, 0.5, 0] };
  const tall = { kind: fw.FW_BODY_CAPSULE, radiusM: 0.3, heightM: 1.8 };
  assert.ok(Math.abs(mover.resize(world, state, tall).position[1] - 0.9) < 1e-6);
  world.addVolume({ halfM: [5, 0.5, 5] }, { pose: { position: [0, 2.5, 0] } });
  assert.equal(mover.resize(world, state, { ...tall, heightM: 4 }), undefined);
});

test("arrays go through an expression of several outputs", () => {
  const both = new fw.Expression(["x + y", "x * y"], ["x", "y"]);
  const outputs = [new Float32Array(2), new Float32Array(2)];
  both.block([Float32Array.of(1, 2), 3], ...outputs);
  const [sums, products] = outputs;
  assert.deepEqual([...sums, ...products], [4, 5, 3, 6]);
  assert.throws(() => both.block([Float32Array.of(1), 3], ...outputs), RangeError);
});

test("a blend without a jump shows the playing motion", () => {
  const blend = new fw.Blend();
  const still = { rotations: Float32Array.of(0, 0, 0, 1), spinsRadps: new Float32Array(3) };
  const plays = { ...still, hipsM: [0, 1, 0], hipsMps: [0, 0, 0], rootVelocity: [0, 0, 0] };
  const room = { ...plays, rotations: new Float32Array(4), hipsM: [9, 9, 9] };
  const shown = blend.apply(plays, room);
  assert.deepEqual(shown.hipsM, [0, 1, 0]);
  assert.deepEqual(shown.rotations, plays.rotations);
  assert.equal(blend.advance(0.1), false);
  const short = { ...plays, spinsRadps: new Float32Array(2) };
  assert.throws(() => blend.apply(short, room), RangeError);
});

test("a network is read from its ONNX file, and names the joint that a skeleton lacks", () => {
  const model = readFileSync(from("../../../integrations/onnx/models/foot_strikes.onnx"));
  const network = new fw.Network(model, { leadSecs: 1 / 30 });
  network.check(model);
  const { frames, inputs, outputs, events, tags } = network.info;
  assert.deepEqual([frames, inputs, outputs, events, tags], [3, 16, 5, 2, 1]);
  assert.equal(network.columnName(network.inputs()[0]), "left_foot.position_x");
  const joints = ["hips", "left_upper_leg", "left_foot", "right_upper_leg", "right_foot"];
  const parents = [fw.FW_NONE, 0, 1, 0, 3];
  const offsets = [0, 0, 0, 0.1, 0, 0, 0, -0.8, 0, -0.1, 0, 0, 0, -0.8, 0];
  const set = (count) => {
    const some = joints.slice(0, count);
    network.setSkeleton(some, parents.slice(0, count), offsets.slice(0, 3 * count), some, 0, false);
  };
  assert.throws(() => set(4), /right_foot/);
  const still = { position: [0, 0.8, 0], rotations: joints.flatMap(() => [0, 0, 0, 1]) };
  const push = () => network.pushPose(still.position, still.rotations, [], []);
  assert.throws(push, /has no skeleton/);
  set(5);
  assert.equal(push(), true);
  assert.equal(network.window().length, frames * inputs);
  assert.throws(() => network.push([1, 2]), /2 numbers.*5 outputs/);
  // A strike of the left foot half a frame after frame 4: the sine and cosine of the time to it, in windows of 0.3 s.
  for (let frame = 0; frame < 9; frame++) {
    const until = 4.5 / 30 - frame / 30;
    const angle = (until / 0.3) * Math.PI;
    network.push([Math.sin(angle), Math.cos(angle), 0, -1, 1]);
  }
  const [at, ...others] = network.passed(network.event("Foot.Left"), -1, 1);
  assert.ok(Math.abs(at - 4.5 / 30) < 1e-3 && others.length === 0, `${at}`);
  assert.ok(network.holds(network.tag("Gait.Walk")));
  network.restart();
  assert.equal(network.nextFrameSecs, 0);
  assert.throws(() => new fw.Network(Uint8Array.of(1, 2, 3)), /neither an ONNX file nor/);
  assert.throws(() => network.event("Foot.Left.sin"), /returns no event/);
});

test("a database is opened by its path", async () => {
  const database = await fw.Database.open(from("../playground/samples.tagdb"));
  assert.ok(database.clipCount > 0);
  await assert.rejects(fw.Database.open("/nowhere.tagdb"), { code: "ENOENT" });
});

// Runs in another module instance, because the allocator cannot be changed while memory is in use.
const ALLOCATOR = `
import { readFileSync } from "node:fs";
import * as fw from ${JSON.stringify(new URL("../dist/index.js", import.meta.url).href)};
await fw.init();
let taken = 0;
fw.setAllocator((memory) => {
  let [at, end] = [0, 0];
  return {
    allocate(size, alignment) {
      at = Math.ceil(at / alignment) * alignment;
      if (at + size > end) {
        const pages = Math.ceil(size / 65536) + 16;
        at = memory.grow(pages) * 65536;
        end = at + pages * 65536;
      }
      taken += size;
      at += size;
      return at - size;
    },
    free() {},
  };
});
const database = new fw.Database(readFileSync(${JSON.stringify(from("../playground/samples.tagdb"))}));
console.log(taken > 1000, new fw.Query(database, "Gait.Walk").ranges().length > 0);
try {
  fw.setAllocator(() => ({ allocate: () => 0, free() {} }));
} catch (error) {
  console.log(error.status === fw.STATUS.BUSY);
}
`;

test("the caller's functions allocate the memory", () => {
  const args = ["--input-type=module", "--eval", ALLOCATOR];
  const said = execFileSync(process.execPath, args, { encoding: "utf8" });
  assert.equal(said, "true true\ntrue\n");
});
