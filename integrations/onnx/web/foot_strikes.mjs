// A character walks for ten seconds, and a network detects its foot strikes.
//
//     npm ci && node foot_strikes.mjs [NETWORK.onnx]
//
// Needs the package of `bindings/wasm`, which `cargo xtask wasm` builds. A page does the same: it fetches the files, and plays a
// sound where this prints a line.
import { readFileSync } from "node:fs";
import * as fw from "footwork";
import { open } from "./network.mjs";

const GAME_HZ = 60;
const SECS = 10;

/** The roles of the character's joints, by name. The columns need the feet and the hips; the heading needs the legs. */
const ROLES = {
  Hips: "hips",
  LeftUpLeg: "left_upper_leg",
  LeftLeg: "left_lower_leg",
  LeftFoot: "left_foot",
  LeftToeBase: "left_toe",
  RightUpLeg: "right_upper_leg",
  RightLeg: "right_lower_leg",
  RightFoot: "right_foot",
  RightToeBase: "right_toe",
};

const read = (path) => new Uint8Array(readFileSync(new URL(path, import.meta.url)));
const model = process.argv[2] ? readFileSync(process.argv[2]) : read("../models/foot_strikes.onnx");
const { network, run } = await open(new Uint8Array(model));
const repertoire = new fw.Repertoire(read("../../../testdata/characters/football.fwposes"));
const tags = new fw.Database(read("../../../testdata/characters/football.tagdb"));
const index = fw.PoseIndex.fromRepertoire(repertoire);
const filter = fw.PoseFilter.forLanding(index, new fw.Query(tags, "Gait.Walk"), 0.2);
const character = new fw.Character(repertoire);

const { joints } = repertoire.info;
const all = Array.from({ length: joints }, (_, joint) => ({
  name: repertoire.jointName(joint),
  ...repertoire.joint(joint),
}));
network.setSkeleton(
  all.map(({ name }) => name),
  Uint32Array.from(all, ({ parent }) => parent),
  Float32Array.from(all.flatMap(({ positionM }) => [...positionM])),
  all.map(({ name }) => ROLES[name] ?? ""),
  0,
  false,
);

/** The pose of the character now: the hips in the world, the other joints relative to their parents. */
const local = new Float32Array(7 * joints);
const world = new Float32Array(7 * joints);
function pose() {
  character.pose(new Uint8Array(), local);
  character.poseIn(fw.FW_SPACE_WORLD, world);
  const each = Array.from({ length: joints }, (_, joint) => (joint === 0 ? world : local));
  const part = (from, to) => each.flatMap((of, joint) => [...of.subarray(7 * joint + from, 7 * joint + to)]);
  return {
    position: [world[4], world[5], world[6]],
    rotations: Float32Array.from(part(0, 4)),
    translations: Float32Array.from(part(4, 7)),
  };
}

const events = Array.from({ length: network.info.events }, (_, event) => network.eventName(event));
let [previous, heard, planted] = [-1, 0, 0];
for (let frame = 0; frame <= GAME_HZ * SECS; frame++) {
  const now = frame / GAME_HZ;
  character.update(1 / GAME_HZ, { velocityMps: [0, 1.4] }, { search: { filter } });
  planted += character.footsteps().length;
  while (network.nextFrameSecs <= now) {
    const { position, rotations, translations } = pose();
    if (network.pushPose(position, rotations, translations, new Float32Array())) {
      network.push(await run(network.window()));
    }
  }
  for (const [event, name] of events.entries()) {
    for (const at of network.passed(event, previous, now)) {
      heard++;
      console.log(`${at.toFixed(3)} s  ${name}`);
    }
  }
  previous = now;
}
console.log(`${heard} foot strikes in ${SECS} s; the character's own feet were planted ${planted} times`);
