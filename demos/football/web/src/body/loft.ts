/** The parts of a footballer with their own colour. The numbers are columns of the palette. */
export const ZONES = {
  skin: 0,
  hair: 1,
  shirt: 2,
  trim: 3,
  shorts: 4,
  socks: 5,
  boots: 6,
  gloves: 7,
} as const;
export type Zone = keyof typeof ZONES;

type Vector = readonly [number, number, number];

/** A ring of a body part: an ellipse that follows one joint or a blend of two. */
export interface Ring {
  middle: Vector;
  /** A half axis of the ellipse. */
  across: Vector;
  /** The other half axis. */
  along: Vector;
  joint: number;
  /** A second joint that the ring also follows. */
  other?: number;
  /** The weight of the second joint, from 0 to 1. */
  share?: number;
  zone: Zone;
}

/** A mesh under construction. */
export interface Shape {
  positions: number[];
  joints: number[];
  shares: number[];
  zones: number[];
  triangles: number[];
}

export const emptyShape = (): Shape => ({
  positions: [],
  joints: [],
  shares: [],
  zones: [],
  triangles: [],
});

/**
 * Adds the hull of consecutive rings. A ring at a change of zone is added twice, so that the colours meet in a sharp
 * line. An end is closed by a point or stays open like a sleeve.
 */
export function loft(
  shape: Shape,
  rings: readonly Ring[],
  around: number,
  ends: { first: boolean; last: boolean },
) {
  let before: number | undefined;
  let zone: Zone | undefined;
  rings.forEach((ring, place) => {
    if (before !== undefined && zone !== ring.zone) {
      const twin = addRing(shape, { ...ring, zone: zone as Zone }, around);
      join(shape, before, twin, around);
      before = undefined;
    }
    const start = addRing(shape, ring, around);
    if (before !== undefined) join(shape, before, start, around);
    if (place === 0 && ends.first) close(shape, ring, start, around, false);
    if (place === rings.length - 1 && ends.last) close(shape, ring, start, around, true);
    before = start;
    zone = ring.zone;
  });
}

function addRing(shape: Shape, ring: Ring, around: number): number {
  const start = shape.positions.length / 3;
  for (let at = 0; at < around; at += 1) {
    const angle = (at / around) * 2 * Math.PI;
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    for (let axis = 0; axis < 3; axis += 1)
      shape.positions.push(
        (ring.middle[axis] ?? 0) + c * (ring.across[axis] ?? 0) + s * (ring.along[axis] ?? 0),
      );
    addWeights(shape, ring);
  }
  return start;
}

function addWeights(shape: Shape, ring: Ring) {
  shape.joints.push(ring.joint, ring.other ?? ring.joint);
  shape.shares.push(ring.share ?? 0);
  shape.zones.push(ZONES[ring.zone]);
}

/** The rings wind clockwise seen along the hull, so that the triangles face outwards. */
function join(shape: Shape, below: number, above: number, around: number) {
  for (let at = 0; at < around; at += 1) {
    const next = (at + 1) % around;
    shape.triangles.push(below + at, below + next, above + at);
    shape.triangles.push(below + next, above + next, above + at);
  }
}

function close(shape: Shape, ring: Ring, start: number, around: number, isLast: boolean) {
  const tip = shape.positions.length / 3;
  shape.positions.push(...ring.middle);
  addWeights(shape, ring);
  for (let at = 0; at < around; at += 1) {
    const next = (at + 1) % around;
    const [a, b] = isLast ? [start + at, start + next] : [start + next, start + at];
    shape.triangles.push(a, b, tip);
  }
}
