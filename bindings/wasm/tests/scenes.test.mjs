// Characters in a world: the scenes of `tools/footwork-pipeline/tests/jobs/characters.rs`, played through the package.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { before, test } from "node:test";
import * as fw from "../dist/index.js";

/** The limits of the Rust tests. */
const LIMITS = {
  /** The time from turning the stick until the character has left the wall. */
  leavesWallSecs: 0.9,
  /** The distance that a character runs in place, within 1.5 s at a wall. */
  inPlaceM: 0.3,
  jumpsPerSec: 0.2,
  sinkM: { flat: 0.005, stairs: 0.015, ramp: 0.015 },
  /** The vertical acceleration of the hips. A visible pop exceeds it. */
  hipsMps2: 90,
  /** The vertical acceleration of the root. The Rust tests do not check it. */
  rootMps2: 30,
};
const SPEEDS_MPS = [0.95, 2, 3.5];
const SECS = 1 / 60;
const SOLE_M = 0.01;
const SLOPE = Math.tan((20 * Math.PI) / 180);
/** Stairs of 18 cm on both sides of a flat place. */
const stairs = (z) => 0.18 * Math.min(14, Math.max(0, Math.floor((Math.abs(z) - 1) / 0.3)));

const file = (name) =>
  readFileSync(new URL(`../../../testdata/characters/${name}`, import.meta.url));
let repertoire;
let index;
/** A filter of all gaits, and a filter of walks only. No walk clip stands still. */
let filters;
let rig;

before(async () => {
  await fw.init();
  repertoire = new fw.Repertoire(file("football.fwposes"));
  index = fw.PoseIndex.fromRepertoire(repertoire);
  const tags = new fw.Database(file("football.tagdb"));
  const { overrunSecs } = fw.defaultRules();
  filters = ["Gait & !Kick", "Gait.Walk & !Kick"].map((text) =>
    fw.PoseFilter.forLanding(index, new fw.Query(tags, text), overrunSecs),
  );
  const { joints } = repertoire.info;
  const names = Array.from({ length: joints }, (_, i) => repertoire.jointName(i));
  const find = (...wanted) => wanted.map((name) => names.indexOf(name));
  rig = {
    parents: names.map((_, i) => repertoire.joint(i).parent),
    toes: find("LeftToeBase", "RightToeBase"),
    legs: ["Left", "Right"].map((side) => find(`${side}UpLeg`, `${side}Leg`, `${side}Foot`)),
  };
  assert.ok([...rig.toes, ...rig.legs.flat()].every((joint) => joint > 0));
});

/** A character, with the places of its joints in the world. */
class Player {
  constructor(surroundings, filter = filters[0]) {
    this.character = new fw.Character(repertoire);
    this.given = { search: { filter }, surroundings };
    this.transforms = new Float32Array(7 * repertoire.info.joints);
    this.show();
  }

  show() {
    this.character.pose(new Uint8Array(0), this.transforms);
  }

  update(zMps, xMps = 0) {
    const step = this.character.update(SECS, { velocityMps: [xMps, zMps] }, this.given);
    this.show();
    return step;
  }

  get z() {
    return this.character.root.positionM[2];
  }

  joints() {
    const { positionM, headingRad } = this.character.root;
    const turn = [0, Math.sin(headingRad / 2), 0, Math.cos(headingRad / 2)];
    const placed = [];
    rig.parents.forEach((parent, joint) => {
      const [x, y, z, w, ...way] = this.transforms.subarray(7 * joint, 7 * joint + 7);
      const above = placed[parent] ?? { at: positionM, turn };
      const along = turned(above.turn, way);
      placed.push({
        at: above.at.map((part, axis) => part + along[axis]),
        turn: product(above.turn, [x, y, z, w]),
      });
    });
    return placed.map(({ at }) => at);
  }
}

function product([ax, ay, az, aw], [bx, by, bz, bw]) {
  return [
    aw * bx + ax * bw + ay * bz - az * by,
    aw * by - ax * bz + ay * bw + az * bx,
    aw * bz + ax * by - ay * bx + az * bw,
    aw * bw - ax * bx - ay * by - az * bz,
  ];
}

function turned(turn, [x, y, z]) {
  const [i, j, k, w] = turn;
  return product(product(turn, [x, y, z, 0]), [-i, -j, -k, w]).slice(0, 3);
}

const apart = (a, b) => Math.hypot(...a.map((part, axis) => part - b[axis]));
const level = ([x, , z]) => [x, z];
const ground = (heightM, normal = [0, 1, 0]) => ({
  ground: ([, , z]) => ({ heightM: heightM(z), normal }),
});
const box = (world, halfM, position) =>
  world.addVolume({ kind: fw.FW_VOLUME_BOX, halfM }, { pose: { position } });
const capsule = () => new fw.Mover({ kind: fw.FW_BODY_CAPSULE, radiusM: 0.3, heightM: 1.8 });

/** A wall that stops roots at z = 4, as functions and as an obstacle. */
function walls() {
  const world = new fw.World();
  box(world, [50, 0.5, 50], [0, -0.5, 0]);
  box(world, [5, 2, 0.5], [0, 2, 4.8]);
  return {
    functions: { reach: ([, , z], [x, step]) => [x, Math.min(step, Math.max(0, 4 - z))] },
    obstacles: { world, mover: capsule() },
  };
}

for (const kind of ["functions", "obstacles"]) {
  test(`a character leaves a wall of ${kind} at once, and does not run against it`, () => {
    for (const speed of SPEEDS_MPS) {
      for (const filter of filters) {
        const player = new Player(walls()[kind], filter);
        let [pushes, feetM, last] = [0, 0, undefined];
        while (pushes < 240) {
          player.update(speed);
          pushes += player.z > 3.5 ? 1 : 0;
          const joints = player.joints();
          const feet = rig.toes.map((toe) => level(joints[toe]));
          if (pushes > 150) {
            feetM += apart(feet[0], last[0]) + apart(feet[1], last[1]);
          }
          last = feet;
        }
        const at = player.z;
        assert.ok(at <= 4.001, `it stops at the wall, not at ${at}`);
        // On the spot, each foot travels about as far as the character would.
        const inPlaceM = feetM / 2;
        let frames = 1;
        for (player.update(-speed); player.z >= at - 0.25; player.update(-speed)) {
          frames++;
          assert.ok(frames < 240, "it leaves");
        }
        const said = `${speed} m/s: ${inPlaceM} m in place, left after ${frames * SECS} s`;
        assert.ok(inPlaceM < LIMITS.inPlaceM && frames * SECS < LIMITS.leavesWallSecs, said);
      }
    }
  });
}

test("no leg is longer than its bones around a respawn, which does not change the pose", () => {
  const bones = rig.legs.map(([, ...below]) =>
    below.reduce((sum, joint) => sum + Math.hypot(...repertoire.joint(joint).positionM), 0),
  );
  const places = [
    { positionM: [300, 7, -512], headingRad: 2 },
    { positionM: [0, 0, 3.9], headingRad: 0 },
    { positionM: [0, stairs(2), 2], headingRad: 3 },
    { positionM: [-1e5, 0, 1e5], headingRad: -1 },
  ];
  const wall = walls().functions;
  const player = new Player({
    ...wall,
    ground: ([, y, z]) => ({ heightM: y > 5 ? 7 : stairs(z) }),
  });
  let longest = 0;
  const measure = () => {
    const joints = player.joints();
    rig.legs.forEach(([hip, , foot], side) => {
      longest = Math.max(longest, apart(joints[hip], joints[foot]) / bones[side]);
    });
  };
  for (const [round, to] of [...places, ...places].entries()) {
    for (let frame = 0; frame < 70; frame++) {
      player.update(2, round % 2);
      measure();
    }
    const before = player.transforms.slice();
    player.character.teleport(to);
    player.show();
    assert.deepEqual(player.transforms, before);
    assert.deepEqual(player.character.root, to);
    measure();
  }
  assert.ok(longest > 0.9 && longest <= 1, `${longest} of the bones`);
});

test("a respawned character moves like one that stayed", () => {
  const [stays, goes] = [new Player({}), new Player({})];
  for (let round = 0; round < 8; round++) {
    const { headingRad } = goes.character.root;
    goes.character.teleport({ positionM: [256 * round, 0, -512], headingRad });
    for (let frame = 0; frame < 60; frame++) {
      stays.update(1 + (round % 3), (round % 2) - 0.5);
      goes.update(1 + (round % 3), (round % 2) - 0.5);
      for (let joint = 0; joint < rig.parents.length; joint++) {
        const [a, b] = [stays, goes].map((it) => it.transforms.subarray(7 * joint, 7 * joint + 4));
        const dot = a.reduce((sum, part, i) => sum + part * b[i], 0);
        assert.ok(Math.abs(dot) > 0.999, `round ${round}, frame ${frame}, joint ${joint}`);
      }
    }
  }
});

test("a standing character does not jump", () => {
  for (const [place, filter] of filters.entries()) {
    for (const speed of SPEEDS_MPS) {
      const player = new Player({}, filter);
      let jumps = 0;
      for (let frame = 0; frame < 1800; frame++) {
        const step = player.update(frame < 180 ? speed : 0);
        jumps += frame >= 330 && step.kind === fw.FW_STEP_JUMP ? 1 : 0;
      }
      const secs = (1800 - 330) * SECS;
      assert.ok(jumps / secs <= LIMITS.jumpsPerSec, `${jumps} jumps in ${secs} s`);
      assert.equal(player.character.isResting, place === 1, "idle clips play on");
    }
  }
});

/** The stairs and the ramp as obstacles. */
function climbs() {
  const [steps, ramp] = [new fw.World(), new fw.World()];
  box(steps, [50, 0.5, 50], [0, -0.5, 0]);
  for (let step = 1; step <= 14; step++) {
    // Each step extends below all following steps.
    const [from, to] = [1 + 0.3 * step, 60];
    for (const side of [-1, 1]) {
      box(steps, [50, 0.09, (to - from) / 2], [0, 0.18 * step - 0.09, (side * (from + to)) / 2]);
    }
  }
  const [y, z] = [-50 * SLOPE, -50];
  const corners = [
    [-50, y, z],
    [-50, -y, -z],
    [50, -y, -z],
    [50, y, z],
  ];
  const faces = [0, 1, 2, 0, 2, 3].flatMap((corner) => corners[corner]);
  ramp.addMesh(fw.Mesh.fromTriangles(Float64Array.from(faces)));
  return { flat: undefined, stairs: steps, ramp };
}

const HEIGHTS = { flat: () => 0, stairs, ramp: (z) => SLOPE * z };

for (const kind of ["functions", "obstacles"]) {
  test(`toes do not sink into ${kind}, and neither hips nor root pop`, () => {
    for (const [name, heightM] of Object.entries(HEIGHTS)) {
      const world = climbs()[name];
      if (kind === "obstacles" && !world) {
        continue;
      }
      const slope = name === "ramp" ? SLOPE : 0;
      const long = Math.hypot(1, slope);
      for (const speed of [0.95, 2, -0.95, -2]) {
        const around =
          kind === "obstacles"
            ? { world, mover: capsule() }
            : ground(heightM, [0, 1 / long, -slope / long]);
        const player = new Player(around);
        const bends = [0, 0];
        let [sinkM, last] = [0, []];
        for (let frame = 0; frame < 600; frame++) {
          player.update(speed);
          const joints = player.joints();
          if (frame < 30) {
            continue;
          }
          for (const toe of rig.toes) {
            const [, y, z] = joints[toe];
            sinkM = Math.max(sinkM, heightM(z) + SOLE_M - y);
          }
          const heights = [joints[0][1], player.character.root.positionM[1]];
          if (last.length === 2) {
            heights.forEach((y, at) => {
              const mps2 = Math.abs(y - 2 * last[1][at] + last[0][at]) / SECS ** 2;
              bends[at] = Math.max(bends[at], mps2);
            });
          }
          last = [...last, heights].slice(-2);
        }
        const said = `${name} at ${speed} m/s: ${1e3 * sinkM} mm, hips and root ${bends} m/s²`;
        assert.ok(
          sinkM <= LIMITS.sinkM[name] && bends[0] < LIMITS.hipsMps2 && bends[1] < LIMITS.rootMps2,
          said,
        );
      }
    }
  });
}

test("a crowd spreads its work over frames", () => {
  const crowd = Array.from({ length: 60 }, (_, spread) => {
    const player = new Player({});
    player.character.setDetail(3, 0.4, spread);
    return player;
  });
  for (let frame = 0; frame < 30; frame++) {
    let worked = 0;
    for (const player of crowd) {
      const before = bits(player);
      player.update(1.2, 0.2);
      worked += bits(player).equals(before) ? 0 : 1;
    }
    assert.equal(worked, 20, `frame ${frame}`);
  }
  assert.ok(crowd[0].z > 0.1, `each update covers the time of the skipped calls: ${crowd[0].z}`);
});

/** The bits of the pose and of the root. */
function bits(player) {
  const { positionM, headingRad } = player.character.root;
  const root = Float64Array.from([...positionM, headingRad]);
  return Buffer.concat([Buffer.from(player.transforms.slice().buffer), Buffer.from(root.buffer)]);
}

test("a rollback replays to the same bits", () => {
  const around = { ...walls().functions, ...ground(stairs) };
  const play = (player, frames) =>
    Array.from({ length: frames }, (_, frame) => {
      const turn = Math.floor(frame / 40);
      player.update(2.5 * Math.cos(1.7 * turn), 2 * Math.sin(2.3 * turn));
      return bits(player);
    });
  const player = new Player(around);
  player.character.setDetail(2, 0.25, 0);
  play(player, 137);
  const saved = player.character.save();
  const first = play(player, 300);
  assert.ok(new Set(first.map(String)).size > 100, "it moves");
  player.character.restore(saved);
  assert.deepEqual(play(player, 300), first);
  // Another game restores it into a new character.
  const other = new Player(around);
  other.character.setDetail(2, 0.25, 0);
  other.character.restore(saved);
  assert.deepEqual(play(other, 300), first);
});
