import { createRoot, createSignal } from "solid-js";
import { expect, test } from "vitest";
import { growByMesh, placeBones } from "../view/stage/skinMesh";
import { createMesh, type MeshHost, meshOf } from "./mesh";

/** A joint-from-mesh transform that shifts by one metre along x. */
const BONE = [1, 0, 0, 1, 0, 1, 0, 0, 0, 0, 1, 0];
const vertex = (x: number, y: number) => [x, y, 0, 0, 0, 1, 1, 1, 1, 0, 0, 0, 0, 1, 0, 0, 0];
const VALUES = [...BONE, ...vertex(0, 0), ...vertex(1, 0), ...vertex(0, 1), 0, 1, 2];
const header = { joints: [1], vertices: 3, triangles: 1 };
/** The second joint is at (5, 0, 0), rotated by 90° about z. */
const POSE = Float32Array.from([0, 0, 0, 5, 0, 0]);
const TURNS = Float32Array.from([0, 0, 0, 1, 0, 0, Math.SQRT1_2, Math.SQRT1_2]);

test("the numbers of a mesh are split as the server concatenates them", () => {
  const mesh = meshOf({ header, values: Float32Array.from(VALUES) });
  expect([...(mesh?.jointFromMesh ?? [])]).toEqual(BONE);
  expect(mesh?.vertices).toHaveLength(51);
  expect([...(mesh?.triangles ?? [])]).toEqual([0, 1, 2]);
  expect(meshOf({ header: { ...header, triangles: 0 }, values: new Float32Array() })).toBe(
    undefined,
  );
});

test("bones turn and move the mesh with their joints", () => {
  const rows = new Float32Array(12);
  placeBones({ joints: [1], jointFromMesh: Float32Array.from(BONE) }, POSE, TURNS, [2, 0, 0], rows);
  const expected = [0, -1, 0, 3, 1, 0, 0, 1, 0, 0, 1, 0];
  expected.forEach((value, at) => expect(rows[at], `${at}`).toBeCloseTo(value, 5));
});

test("the bounding box of a mesh follows its bones", () => {
  const mesh = meshOf({ header, values: Float32Array.from(VALUES) });
  const box = mesh && growByMesh(mesh, undefined, POSE, TURNS);
  [4, 1, 0].forEach((value, axis) => expect(box?.least[axis]).toBeCloseTo(value, 5));
  [5, 2, 0].forEach((value, axis) => expect(box?.most[axis]).toBeCloseTo(value, 5));
});

test("an error about a mesh stays while more motion loads, and ends with its clip", async () => {
  const [loaded, setLoaded] = createSignal(0);
  const [clip, setClip] = createSignal("broken.glb");
  const joints = { mayHaveMesh: true };
  const host = {
    client: { mesh: () => Promise.reject(new Error("the skin is broken")), turns: () => undefined },
    motion: { joints: () => joints, loaded, chunkAt: () => undefined },
    clip,
    frame: () => 0,
  } as unknown as MeshHost;
  const { mesh, dispose } = createRoot((dispose) => ({ mesh: createMesh(host), dispose }));
  await expect.poll(() => mesh.problem()?.message).toMatch("the skin is broken");
  setLoaded(1);
  expect(mesh.problem()?.message).toMatch("the skin is broken");
  joints.mayHaveMesh = false;
  setClip("bare.glb");
  expect(mesh.problem()).toBe(undefined);
  dispose();
});
