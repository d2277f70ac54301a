import type { SkeletonInfo } from "../worker/messages";
import type { BodyShape } from "./bodyShape";

const FLOAT = 5126;
const BYTE = 5121;
const SHORT = 5123;
const VERTICES = 34962;
const INDICES = 34963;

/** The data of an accessor of a glTF file. */
interface Column {
  values: Float32Array | Uint8Array | Uint16Array;
  componentType: number;
  type: "SCALAR" | "VEC3" | "VEC4" | "MAT4";
  size: number;
  normalized?: boolean;
  target?: number;
  min?: number[];
  max?: number[];
}

/**
 * Writes a body as a GLB file: the joints as nodes with their names, and a mesh with the skin that binds it to them.
 * The colours of zones, from 0 to 1 and linear, become the colours of its vertices.
 */
export function bodyFile(
  skeleton: SkeletonInfo,
  body: BodyShape,
  colours: readonly (readonly number[])[],
): Uint8Array<ArrayBuffer> {
  const corners = body.zones.length;
  const ofCorner = (row: (corner: number) => number[]) =>
    Array.from({ length: corners }, (_, at) => row(at)).flat();
  const joints = ofCorner((at) => [...body.joints.slice(at * 2, at * 2 + 2), 0, 0]);
  // The two weights of a vertex sum to 255, which is 1.
  const weights = ofCorner((at) => {
    const second = Math.round((body.shares[at] ?? 0) * 255);
    return [255 - second, second, 0, 0];
  });
  const tints = ofCorner((at) =>
    [...(colours[body.zones[at] ?? 0] ?? []), 1].map((part) => Math.round(part * 255)),
  );
  const bind = body.rest.flatMap(([x, y, z]) => [
    1,
    0,
    0,
    0,
    0,
    1,
    0,
    0,
    0,
    0,
    1,
    0,
    -x,
    -y,
    -z,
    1,
  ]);
  const positions = Float32Array.from(body.positions);
  const columns: Column[] = [
    {
      values: positions,
      componentType: FLOAT,
      type: "VEC3",
      size: 3,
      target: VERTICES,
      ...bounds(positions),
    },
    { values: normalsOf(body), componentType: FLOAT, type: "VEC3", size: 3, target: VERTICES },
    {
      values: Uint8Array.from(tints),
      componentType: BYTE,
      type: "VEC4",
      size: 4,
      normalized: true,
      target: VERTICES,
    },
    {
      values: Uint8Array.from(joints),
      componentType: BYTE,
      type: "VEC4",
      size: 4,
      target: VERTICES,
    },
    {
      values: Uint8Array.from(weights),
      componentType: BYTE,
      type: "VEC4",
      size: 4,
      normalized: true,
      target: VERTICES,
    },
    {
      values: Uint16Array.from(body.triangles),
      componentType: SHORT,
      type: "SCALAR",
      size: 1,
      target: INDICES,
    },
    { values: Float32Array.from(bind), componentType: FLOAT, type: "MAT4", size: 16 },
  ];
  const { bytes, views } = packed(columns);
  const children = skeleton.names.map((_, joint) =>
    skeleton.parents.flatMap((parent, child) => (parent === joint ? [child] : [])),
  );
  const nodes = skeleton.names.map((name, joint) => ({
    name,
    translation: skeleton.offsets[joint],
    ...(children[joint]?.length && { children: children[joint] }),
  }));
  const attributes = { POSITION: 0, NORMAL: 1, COLOR_0: 2, JOINTS_0: 3, WEIGHTS_0: 4 };
  const json = {
    asset: { version: "2.0", generator: "Footwork" },
    scene: 0,
    scenes: [{ nodes: [0, nodes.length] }],
    nodes: [...nodes, { name: "Body", mesh: 0, skin: 0 }],
    skins: [{ inverseBindMatrices: 6, skeleton: 0, joints: nodes.map((_, joint) => joint) }],
    meshes: [{ name: "Body", primitives: [{ attributes, indices: 5, material: 0 }] }],
    materials: [
      { name: "Body", pbrMetallicRoughness: { metallicFactor: 0, roughnessFactor: 0.75 } },
    ],
    accessors: columns.map(({ values, size, target: _, ...rest }, bufferView) => ({
      bufferView,
      count: values.length / size,
      ...rest,
    })),
    bufferViews: views,
    buffers: [{ byteLength: bytes.length }],
  };
  return container(new TextEncoder().encode(JSON.stringify(json)), bytes);
}

/** Returns a normal for each corner. Corners at the same place share it, which hides the edges between zones. */
function normalsOf({ positions, triangles }: BodyShape): Float32Array {
  const keyOf = (corner: number) =>
    positions
      .slice(corner * 3, corner * 3 + 3)
      .map(Math.fround)
      .join();
  const keys = Array.from({ length: positions.length / 3 }, (_, corner) => keyOf(corner));
  const sums = new Map<string, number[]>();
  for (let at = 0; at < triangles.length; at += 3) {
    const corners = triangles.slice(at, at + 3);
    const [a, b, c] = corners.map((corner) => positions.slice(corner * 3, corner * 3 + 3));
    const side = (to: number[] | undefined) =>
      [0, 1, 2].map((axis) => (to?.[axis] ?? 0) - (a?.[axis] ?? 0));
    const [[ux = 0, uy = 0, uz = 0], [vx = 0, vy = 0, vz = 0]] = [side(b), side(c)];
    const normal = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
    for (const corner of corners) {
      const key = keys[corner] ?? "";
      const sum = sums.get(key) ?? [0, 0, 0];
      sums.set(
        key,
        sum.map((value, axis) => value + (normal[axis] ?? 0)),
      );
    }
  }
  return Float32Array.from(
    keys.flatMap((key) => {
      const sum = sums.get(key) ?? [0, 0, 0];
      const length = Math.hypot(...sum);
      return length > 0 ? sum.map((value) => value / length) : [0, 1, 0];
    }),
  );
}

function bounds(positions: Float32Array): { min: number[]; max: number[] } {
  const axes = [0, 1, 2].map((axis) => positions.filter((_, at) => at % 3 === axis));
  return { min: axes.map((axis) => Math.min(...axis)), max: axes.map((axis) => Math.max(...axis)) };
}

function packed(columns: readonly Column[]) {
  const lengths = columns.map(({ values }) => padded(values.byteLength));
  const bytes = new Uint8Array(lengths.reduce((sum, length) => sum + length, 0));
  let byteOffset = 0;
  const views = columns.map(({ values, target }, at) => {
    bytes.set(new Uint8Array(values.buffer, values.byteOffset, values.byteLength), byteOffset);
    const view = {
      buffer: 0,
      byteOffset,
      byteLength: values.byteLength,
      ...(target && { target }),
    };
    byteOffset += lengths[at] ?? 0;
    return view;
  });
  return { bytes, views };
}

function container(json: Uint8Array, numbers: Uint8Array): Uint8Array<ArrayBuffer> {
  const start = 20 + padded(json.length);
  const out = new Uint8Array(start + 8 + numbers.length).fill(0x20, 0, start);
  const view = new DataView(out.buffer);
  const chunk = (at: number, length: number, kind: number) => {
    view.setUint32(at, length, true);
    view.setUint32(at + 4, kind, true);
  };
  view.setUint32(0, 0x46546c67, true);
  view.setUint32(4, 2, true);
  view.setUint32(8, out.length, true);
  chunk(12, padded(json.length), 0x4e4f534a);
  out.set(json, 20);
  chunk(start, numbers.length, 0x004e4942);
  out.set(numbers, start + 8);
  return out;
}

const padded = (length: number) => Math.ceil(length / 4) * 4;
