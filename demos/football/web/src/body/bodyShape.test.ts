import { expect, it } from "vitest";
import { SKELETON, syntheticFrame, syntheticScene } from "../../tests/syntheticMatch";
import { bodyShape } from "./bodyShape";
import { lookOf } from "./colours";
import { createPoses, PER_JOINT } from "./poses";

const body = bodyShape(SKELETON, { around: 8 });

it("has a plausible height and refers only to existing corners and joints", () => {
  const { positions, triangles, joints, shares, zones } = body;
  const corners = positions.length / 3;
  expect(positions.every(Number.isFinite)).toBe(true);
  expect(joints.length).toBe(corners * 2);
  expect([shares.length, zones.length]).toEqual([corners, corners]);
  expect(Math.max(...triangles)).toBeLessThan(corners);
  expect(Math.max(...joints)).toBeLessThan(SKELETON.names.length);
  const heights = positions.filter((_, at) => at % 3 === 1);
  expect(Math.max(...heights) - Math.min(...heights)).toBeGreaterThan(1.6);
  expect(Math.max(...heights) - Math.min(...heights)).toBeLessThan(1.8);
});

it("faces outwards everywhere", () => {
  const { positions, triangles } = body;
  const at = (corner: number) => [0, 1, 2].map((axis) => positions[corner * 3 + axis] ?? 0);
  let volume = 0;
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => at(triangles[t + k] ?? 0)) as [
      number[],
      number[],
      number[],
    ];
    const [ax = 0, ay = 0, az = 0] = a;
    const [bx = 0, by = 0, bz = 0] = b;
    const [cx = 0, cy = 0, cz = 0] = c;
    volume += ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
  }
  // Six times the volume of a body in cubic metres. The parts overlap slightly.
  expect(volume / 6).toBeGreaterThan(0.04);
  expect(volume / 6).toBeLessThan(0.12);
});

it("keeps the length of every bone", () => {
  const scene = syntheticScene();
  const { poses, update } = createPoses(SKELETON, body.rest, scene.footballers.length);
  const frame = syntheticFrame(scene, 40);
  update({ from: frame, to: frame, share: 0 });
  const { joints, places, moves } = poses;
  for (let joint = 0; joint < joints; joint += 1) {
    const parent = SKELETON.parents[joint] ?? -1;
    if (parent < 0) continue;
    const apart = [0, 1, 2].map(
      (axis) => (places[joint * 3 + axis] ?? 0) - (places[parent * 3 + axis] ?? 0),
    );
    expect(Math.hypot(...apart)).toBeCloseTo(Math.hypot(...(SKELETON.offsets[joint] ?? [])), 4);
  }
  expect(moves.length).toBe(scene.footballers.length * joints * PER_JOINT);
});

it("gives a footballer the same look every time, and a team several looks", () => {
  expect(lookOf(0, 7, false, 3)).toEqual(lookOf(0, 7, false, 3));
  const skins = new Set(
    Array.from({ length: 11 }, (_, number) => lookOf(0, number, false, 3).colours.skin),
  );
  expect(skins.size).toBeGreaterThan(2);
});
