import type { JointSide } from "../../api/types";
import type { Point } from "../frames";

/** A closed tube around consecutive rings. */
export interface Tube {
  /** The index of the tube's first ring. */
  start: number;
  rings: number;
  side: JointSide;
}

/** The rings of many tubes. Each ring has a centre and two perpendicular half axes. */
export interface Rings {
  tubes: Tube[];
  /** Nine numbers per ring: the centre and both half axes. */
  values: number[];
}

/** Adds a ring to the last tube. */
export function addRing({ tubes, values }: Rings, centre: Point, across: Point, along: Point) {
  values.push(...centre, ...across, ...along);
  const tube = tubes.at(-1);
  if (tube) tube.rings += 1;
}

export function beginTube(rings: Rings, side: JointSide) {
  rings.tubes.push({ start: rings.values.length / 9, rings: 0, side });
}

/** Returns the number of vertices of a tube: those of its rings, and one at each end. */
export const vertexCount = (tube: Tube, around: number) => tube.rings * around + 2;

/**
 * Returns the triangles of tubes. Seen from outside, they wind counter-clockwise if the corners of each ring, seen from
 * the first ring of the tube towards the last, wind clockwise.
 */
export function trianglesOf(tubes: readonly Tube[], around: number): Uint16Array {
  const triangles: number[] = [];
  let first = 0;
  for (const tube of tubes) {
    for (let ring = 0; ring + 1 < tube.rings; ring += 1) {
      for (let at = 0; at < around; at += 1) {
        const next = (at + 1) % around;
        const [a, b] = [first + ring * around + at, first + ring * around + next];
        triangles.push(a, b, a + around, b, b + around, a + around);
      }
    }
    const [low, high] = [first + tube.rings * around, first + tube.rings * around + 1];
    const last = first + (tube.rings - 1) * around;
    for (let at = 0; at < around; at += 1) {
      const next = (at + 1) % around;
      triangles.push(first + next, first + at, low, last + at, last + next, high);
    }
    first += vertexCount(tube, around);
  }
  return Uint16Array.from(triangles);
}

/** Writes the vertices of tubes, relative to an origin, and the normals of the tubes' surface. */
export function placeTubes(
  { tubes, values }: Rings,
  around: number,
  origin: Readonly<Point>,
  positions: Float32Array,
  normals: Float32Array,
) {
  const turns = turnsOf(around);
  let first = 0;
  for (const tube of tubes) {
    for (let ring = 0; ring < tube.rings; ring += 1)
      placeRing(values, tube.start + ring, turns, origin, positions, (first + ring * around) * 3);
    for (let ring = 0; ring < tube.rings; ring += 1)
      turnRing(values, tube, ring, around, first, positions, normals);
    placeTips(values, tube, around, origin, first, positions, normals);
    first += vertexCount(tube, around);
  }
}

const known = new Map<number, Float64Array>();

/** Returns the cosine and the sine of the angle of each corner of a ring. */
function turnsOf(around: number): Float64Array {
  const made = known.get(around);
  if (made) return made;
  const turns = new Float64Array(around * 2);
  for (let at = 0; at < around; at += 1) {
    turns[at * 2] = Math.cos((at / around) * 2 * Math.PI);
    turns[at * 2 + 1] = Math.sin((at / around) * 2 * Math.PI);
  }
  known.set(around, turns);
  return turns;
}

function placeRing(
  values: readonly number[],
  ring: number,
  turns: Float64Array,
  origin: Readonly<Point>,
  positions: Float32Array,
  into: number,
) {
  const from = ring * 9;
  for (let at = 0; at < turns.length / 2; at += 1) {
    const [c, s] = [turns[at * 2] ?? 0, turns[at * 2 + 1] ?? 0];
    for (let axis = 0; axis < 3; axis += 1) {
      const across = (values[from + 3 + axis] ?? 0) * c;
      const along = (values[from + 6 + axis] ?? 0) * s;
      const centre = (values[from + axis] ?? 0) - (origin[axis] ?? 0);
      positions[into + at * 3 + axis] = centre + across + along;
    }
  }
}

/**
 * Computes the normals of a ring's corners. They are perpendicular to the ring's edge, and to the line from the
 * previous ring to the next.
 */
function turnRing(
  values: readonly number[],
  tube: Tube,
  ring: number,
  around: number,
  first: number,
  positions: Float32Array,
  normals: Float32Array,
) {
  const low = first + Math.max(ring - 1, 0) * around;
  const high = first + Math.min(ring + 1, tube.rings - 1) * around;
  const own = first + ring * around;
  const part = (vertex: number, axis: number) => positions[vertex * 3 + axis] ?? 0;
  for (let at = 0; at < around; at += 1) {
    const [next, back] = [own + ((at + 1) % around), own + ((at + around - 1) % around)];
    const ux = part(next, 0) - part(back, 0);
    const uy = part(next, 1) - part(back, 1);
    const uz = part(next, 2) - part(back, 2);
    const vx = part(high + at, 0) - part(low + at, 0);
    const vy = part(high + at, 1) - part(low + at, 1);
    const vz = part(high + at, 2) - part(low + at, 2);
    write(normals, own + at, uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx);
  }
}

/** Writes the two vertices that close a tube, at the centres of its first and last ring. */
function placeTips(
  values: readonly number[],
  tube: Tube,
  around: number,
  origin: Readonly<Point>,
  first: number,
  positions: Float32Array,
  normals: Float32Array,
) {
  for (const [end, ring] of [0, tube.rings - 1].entries()) {
    const vertex = first + tube.rings * around + end;
    const [from, inner] = [(tube.start + ring) * 9, (tube.start + (end === 0 ? 1 : ring - 1)) * 9];
    const way = [0, 1, 2].map((axis) => (values[from + axis] ?? 0) - (values[inner + axis] ?? 0));
    for (let axis = 0; axis < 3; axis += 1)
      positions[vertex * 3 + axis] = (values[from + axis] ?? 0) - (origin[axis] ?? 0);
    write(normals, vertex, way[0] ?? 0, way[1] ?? 0, way[2] ?? 0);
  }
}

function write(normals: Float32Array, vertex: number, x: number, y: number, z: number) {
  const size = Math.hypot(x, y, z) || 1;
  normals[vertex * 3] = x / size;
  normals[vertex * 3 + 1] = y / size;
  normals[vertex * 3 + 2] = z / size;
}
