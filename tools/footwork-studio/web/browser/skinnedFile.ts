import { readFile } from "node:fs/promises";

/** The parts of a glTF file read and changed here. */
interface Document {
  nodes: { name: string; children?: number[]; mesh?: number; skin?: number }[];
  scenes: { nodes: number[] }[];
  skins: { joints: number[]; inverseBindMatrices: number }[];
  meshes?: unknown[];
  materials?: unknown[];
  accessors: { bufferView: number; byteOffset?: number; [more: string]: unknown }[];
  bufferViews: { buffer: number; byteOffset?: number; byteLength: number }[];
  buffers: { byteLength: number }[];
}

type Point = [number, number, number];

/** The number of corners in a ring of a tube. */
const AROUND = 24;
/** The number of rings of a tube. */
const RINGS = 14;
const RADIUS_M = 0.055;
const FLOAT = 5126;
const SHORT = 5123;
const INTEGER = 5125;

/** The colour of the mesh, which nothing else in the view has. */
export const SKIN_COLOUR = [1, 0, 1] as const;

/**
 * Adds a mesh to a sample GLB: a tube along each bone, whose ends follow the two joints of the bone like the skin of a
 * game character.
 */
export async function skinned(path: string): Promise<{ bytes: Buffer; vertices: number }> {
  const file = await readFile(path);
  const jsonLength = file.readUInt32LE(12);
  const json = JSON.parse(file.toString("utf8", 20, 20 + jsonLength)) as Document;
  const bin = file.subarray(28 + jsonLength, 28 + jsonLength + file.readUInt32LE(20 + jsonLength));
  const skin = json.skins[0];
  if (!skin) throw new Error(`${path} has no skin`);
  const places = restOf(json, bin, skin.inverseBindMatrices, skin.joints.length);
  const mesh = tubesOf(json, skin.joints, places);
  const chunks: Buffer[] = [bin];
  const add = (values: Float32Array | Uint16Array | Uint32Array, kind: string, type: number) => {
    const bytes = Buffer.from(values.buffer, values.byteOffset, values.byteLength);
    const offset = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
    chunks.push(bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4));
    json.bufferViews.push({ buffer: 0, byteOffset: offset, byteLength: bytes.length });
    const parts = { SCALAR: 1, VEC3: 3, VEC4: 4 }[kind] ?? 1;
    json.accessors.push({
      bufferView: json.bufferViews.length - 1,
      componentType: type,
      count: values.length / parts,
      type: kind,
      ...(kind === "VEC3" && { min: [-9, -9, -9], max: [9, 9, 9] }),
    });
    return json.accessors.length - 1;
  };
  json.materials = [{ pbrMetallicRoughness: { baseColorFactor: [...SKIN_COLOUR, 1] } }];
  const attributes = {
    POSITION: add(Float32Array.from(mesh.positions), "VEC3", FLOAT),
    JOINTS_0: add(Uint16Array.from(mesh.joints), "VEC4", SHORT),
    WEIGHTS_0: add(Float32Array.from(mesh.weights), "VEC4", FLOAT),
  };
  const indices = add(Uint32Array.from(mesh.triangles), "SCALAR", INTEGER);
  json.meshes = [{ primitives: [{ attributes, indices, material: 0 }] }];
  json.nodes.push({ name: "Body", mesh: 0, skin: 0 });
  json.scenes[0]?.nodes.push(json.nodes.length - 1);
  const all = Buffer.concat(chunks);
  const [buffer] = json.buffers;
  if (buffer) buffer.byteLength = all.length;
  return { bytes: glb(json, all), vertices: mesh.positions.length / 3 };
}

/** Returns the joint positions in the bind pose, by inverting the inverse bind matrices, which are pure translations. */
function restOf(json: Document, bin: Buffer, accessor: number, count: number): Point[] {
  const { bufferView, byteOffset = 0 } = json.accessors[accessor] ?? { bufferView: 0 };
  const from = (json.bufferViews[bufferView]?.byteOffset ?? 0) + byteOffset;
  return Array.from({ length: count }, (_, joint) => {
    const at = (column: number) => -bin.readFloatLE(from + joint * 64 + column * 4);
    return [at(12), at(13), at(14)];
  });
}

function tubesOf(json: Document, joints: readonly number[], places: readonly Point[]) {
  const mesh = {
    positions: [] as number[],
    joints: [] as number[],
    weights: [] as number[],
    triangles: [] as number[],
  };
  joints.forEach((node, from) => {
    for (const child of json.nodes[node]?.children ?? []) {
      const to = joints.indexOf(child);
      const [a, b] = [places[from], places[to]];
      if (a && b) addTube(mesh, a, b, from, to);
    }
  });
  return mesh;
}

function addTube(
  mesh: ReturnType<typeof tubesOf>,
  a: Point,
  b: Point,
  from: number,
  to: number,
): void {
  const way = a.map((value, axis) => (b[axis] ?? 0) - value) as Point;
  const [x, y, z] = way;
  // Two arbitrary directions perpendicular to the bone.
  const side: Point = Math.abs(y) > Math.hypot(x, z) ? [1, 0, 0] : [0, 1, 0];
  const first = cross(way, side);
  const second = cross(way, first);
  const start = mesh.positions.length / 3;
  for (let ring = 0; ring < RINGS; ring += 1) {
    const share = ring / (RINGS - 1);
    for (let corner = 0; corner < AROUND; corner += 1) {
      const turn = (corner / AROUND) * 2 * Math.PI;
      for (let axis = 0; axis < 3; axis += 1) {
        const round = Math.cos(turn) * (first[axis] ?? 0) + Math.sin(turn) * (second[axis] ?? 0);
        mesh.positions.push((a[axis] ?? 0) + share * (way[axis] ?? 0) + RADIUS_M * round);
      }
      mesh.joints.push(from, to, 0, 0);
      mesh.weights.push(1 - share * 0.5, share * 0.5, 0, 0);
      if (ring === 0) continue;
      const [here, next] = [
        start + ring * AROUND + corner,
        start + ring * AROUND + ((corner + 1) % AROUND),
      ];
      mesh.triangles.push(here - AROUND, next - AROUND, here, next - AROUND, next, here);
    }
  }
}

/** Returns the normalized cross product. */
function cross(a: Point, b: Point): Point {
  const made: Point = [
    a[1] * b[2] - a[2] * b[1],
    a[2] * b[0] - a[0] * b[2],
    a[0] * b[1] - a[1] * b[0],
  ];
  const size = Math.hypot(...made) || 1;
  return made.map((value) => value / size) as Point;
}

function glb(json: Document, bin: Buffer): Buffer {
  let text = JSON.stringify(json);
  text += " ".repeat((4 - (Buffer.byteLength(text) % 4)) % 4);
  const head = Buffer.alloc(12);
  head.write("glTF", 0, "latin1");
  head.writeUInt32LE(2, 4);
  const chunk = (name: string, bytes: Buffer) => {
    const lead = Buffer.alloc(8);
    lead.writeUInt32LE(bytes.length, 0);
    lead.write(name, 4, "latin1");
    return Buffer.concat([lead, bytes]);
  };
  const chunks = Buffer.concat([chunk("JSON", Buffer.from(text)), chunk("BIN\0", bin)]);
  head.writeUInt32LE(12 + chunks.length, 8);
  return Buffer.concat([head, chunks]);
}
