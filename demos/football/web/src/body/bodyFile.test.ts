import { readFile } from "node:fs/promises";
import { beforeAll, expect, it } from "vitest";
import { BODY, makeBody, readSkeleton } from "../../browser/body";
import type { SkeletonInfo } from "../worker/messages";

interface View {
  byteOffset: number;
  byteLength: number;
}

/** The file as a loader of glTF sees it. */
let file: Buffer;
let skeleton: SkeletonInfo;
let json: any;

beforeAll(async () => {
  file = await readFile(BODY);
  skeleton = await readSkeleton();
  json = JSON.parse(file.subarray(20, 20 + file.readUInt32LE(12)).toString());
});

function numbers(accessor: number): number[] {
  const { bufferView, componentType } = json.accessors[accessor];
  const { byteOffset, byteLength }: View = json.bufferViews[bufferView];
  const start = 28 + file.readUInt32LE(12) + byteOffset;
  const bytes = file.subarray(start, start + byteLength);
  if (componentType === 5121) return [...bytes];
  const size = componentType === 5126 ? 4 : 2;
  const read = (at: number) => (size === 4 ? bytes.readFloatLE(at) : bytes.readUInt16LE(at));
  return Array.from({ length: byteLength / size }, (_, at) => read(at * size));
}

it("is the body that `npm run body` writes, below 200 kB", async () => {
  expect(Buffer.compare(file, await makeBody())).toBe(0);
  expect(file.length).toBeLessThan(200_000);
  expect(file.readUInt32LE(8)).toBe(file.length);
});

it("has the rest pose of the samples' skeleton", () => {
  const places: number[][] = [];
  const bind = numbers(json.skins[0].inverseBindMatrices);
  skeleton.names.forEach((name, joint) => {
    const node = json.nodes[json.skins[0].joints[joint]];
    expect([node.name, node.translation]).toEqual([name, skeleton.offsets[joint]]);
    expect([node.rotation, node.scale, node.matrix]).toEqual([undefined, undefined, undefined]);
    const parent = places[skeleton.parents[joint] ?? -1] ?? [0, 0, 0];
    const place = parent.map((value, axis) => value + (skeleton.offsets[joint]?.[axis] ?? 0));
    places.push(place);
    const children = json.nodes.flatMap((other: { children?: number[] }, at: number) =>
      other.children?.includes(joint) ? [at] : [],
    );
    expect(children).toEqual(joint === 0 ? [] : [skeleton.parents[joint]]);
    const matrix = bind.slice(joint * 16, joint * 16 + 16);
    const moved = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, ...place.map((value) => -value), 1];
    matrix.forEach((value, at) => {
      expect(value).toBeCloseTo(moved[at] ?? 0, 6);
    });
  });
});

it("binds each vertex to existing joints, with weights that sum to 1", () => {
  const { attributes, indices } = json.meshes[0].primitives[0];
  const [positions, normals, joints, weights] = [
    numbers(attributes.POSITION),
    numbers(attributes.NORMAL),
    numbers(attributes.JOINTS_0),
    numbers(attributes.WEIGHTS_0),
  ];
  const count = positions.length / 3;
  expect(count).toBeGreaterThan(1000);
  for (let at = 0; at < count; at += 1) {
    const own = weights.slice(at * 4, at * 4 + 4);
    expect(own.reduce((sum, weight) => sum + weight, 0)).toBe(255);
    expect(Math.hypot(...normals.slice(at * 3, at * 3 + 3))).toBeCloseTo(1, 5);
  }
  expect(Math.max(...joints)).toBeLessThan(skeleton.names.length);
  expect(Math.max(...numbers(indices))).toBe(count - 1);
  const moved = new Set(joints.filter((_, at) => (weights[at] ?? 0) > 0));
  for (const name of ["Head", "LeftHand", "RightForeArm", "LeftLeg", "RightFoot", "LeftToeBase"])
    expect(moved.has(skeleton.names.indexOf(name)), name).toBe(true);
});

it("stands on its soles", () => {
  const heights = numbers(json.meshes[0].primitives[0].attributes.POSITION).filter(
    (_, at) => at % 3 === 1,
  );
  // The balls of the feet are 0.985 m below the hips.
  expect(Math.min(...heights)).toBeCloseTo(-0.985, 3);
});
