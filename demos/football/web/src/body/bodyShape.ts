import type { Point, SkeletonInfo } from "../worker/messages";
import { emptyShape, loft, type Ring, type Shape, type Zone } from "./loft";
import { type Bones, bonesOf, type Limb, restPositions } from "./restPose";

/** Options of a shape: the number of corners in a ring. */
export interface Detail {
  around: number;
}

/** A body, with the places to paint on it. */
export interface BodyShape extends Shape {
  rest: Point[];
  /** The place of the number on the back, and the height of its digits. */
  number: { middle: number; height: number };
  /** The centre of the face and the size of the head. */
  face: { y: number; size: number };
}

/** The body height that the sizes below assume, in metres. */
const STATURE = 1.62;

/** Builds the body of a footballer on a skeleton, in metres: shirt, shorts, limbs, head and boots. */
export function bodyShape(skeleton: SkeletonInfo, detail: Detail): BodyShape {
  const bones = bonesOf(skeleton);
  const rest = restPositions(skeleton);
  const place = (joint: number): Point => rest[joint] ?? [0, 0, 0];
  const soles = bones.legs.map((leg) => place(leg.end)[1] - 0.055);
  const neck = place(bones.neck)[1];
  const scale = (neck + 0.277 - Math.min(...soles)) / STATURE;
  const shape = emptyShape();
  const build = { bones, place, scale, shape, around: detail.around };
  addTorso(build);
  addPelvis(build);
  addHead(build);
  bones.arms.forEach((arm) => addArm(build, arm));
  bones.legs.forEach((leg) => addLeg(build, leg));
  const chest = place(bones.chest)[1];
  return {
    ...shape,
    rest,
    number: { middle: chest + 0.1 * scale, height: 0.28 * scale },
    face: { y: neck + 0.178 * scale, size: scale },
  };
}

interface Build {
  bones: Bones;
  place(joint: number): Point;
  scale: number;
  shape: Shape;
  around: number;
}

type Row = [
  y: number,
  rx: number,
  rz: number,
  dz: number,
  joint: number,
  zone: Zone,
  other?: number,
  share?: number,
];

/** Level rings around an upright axis. `y` counts from `from`, and sizes assume the body height `STATURE`. */
function level(build: Build, x: number, from: number, z: number, rows: Row[]): Ring[] {
  const { scale } = build;
  return rows.map(([y, rx, rz, dz, joint, zone, other, share]) => ({
    middle: [x, from + y * scale, z + dz * scale],
    across: [rx * scale, 0, 0],
    along: [0, 0, -rz * scale],
    joint,
    zone,
    ...(other !== undefined && { other, share: share ?? 0.5 }),
  }));
}

function addTorso(build: Build) {
  const { hips, chest, neck } = build.bones;
  const [, low] = build.place(hips);
  const up = build.place(chest)[1] - low;
  const top = build.place(neck)[1] - low;
  const at = build.scale;
  const [c, n] = [up / at, top / at];
  const rows: Row[] = [
    [-0.085, 0.172, 0.13, 0, hips, "shirt"],
    [-0.03, 0.163, 0.121, 0, hips, "shirt"],
    [0.05, 0.146, 0.104, 0.004, hips, "shirt", chest, 0.25],
    [0.13, 0.148, 0.106, 0.006, hips, "shirt", chest, 0.55],
    [c, 0.164, 0.115, 0.006, hips, "shirt", chest, 0.9],
    [c + 0.1, 0.18, 0.122, 0.002, chest, "shirt"],
    [c + 0.165, 0.19, 0.112, -0.008, chest, "shirt"],
    [c + 0.215, 0.186, 0.095, -0.014, chest, "shirt"],
    [c + 0.255, 0.158, 0.078, -0.016, chest, "shirt"],
    [c + 0.28, 0.105, 0.066, -0.014, chest, "shirt", neck, 0.2],
    [n + 0.075, 0.066, 0.064, -0.006, chest, "trim", neck, 0.4],
    [n + 0.09, 0.062, 0.062, -0.004, chest, "trim", neck, 0.5],
  ];
  loft(build.shape, level(build, 0, low, 0, rows), build.around + 4, { first: true, last: false });
}

function addPelvis(build: Build) {
  const { hips } = build.bones;
  const [, low] = build.place(hips);
  const rows: Row[] = [
    [-0.15, 0.12, 0.09, 0, hips, "shorts"],
    [-0.12, 0.154, 0.11, 0, hips, "shorts"],
    [-0.06, 0.148, 0.106, 0, hips, "shorts"],
    [0.03, 0.128, 0.09, 0, hips, "shorts"],
  ];
  loft(build.shape, level(build, 0, low, 0, rows), build.around + 4, { first: true, last: false });
}

function addHead(build: Build) {
  const { chest, neck, head } = build.bones;
  const [x, base] = build.place(neck);
  // A joint near the crown turns nothing.
  const skull = build.place(head)[1] - base < 0.2 * build.scale ? head : neck;
  const neckRows: Row[] = [
    [0.02, 0.058, 0.056, -0.008, chest, "skin", neck, 0.5],
    [0.09, 0.05, 0.05, -0.002, neck, "skin"],
    [0.13, 0.05, 0.055, 0.004, neck, "skin", skull, 0.5],
  ];
  loft(build.shape, level(build, x, base, 0, neckRows), build.around, {
    first: false,
    last: false,
  });
  const headRows: Row[] = [
    [0.072, 0.018, 0.02, 0.052, skull, "skin"],
    [0.084, 0.038, 0.04, 0.042, skull, "skin"],
    [0.11, 0.056, 0.066, 0.022, skull, "skin"],
    [0.15, 0.068, 0.084, 0.014, skull, "skin"],
    [0.19, 0.073, 0.09, 0.01, skull, "skin"],
    [0.23, 0.073, 0.091, 0.006, skull, "skin"],
    [0.262, 0.063, 0.078, 0.002, skull, "skin"],
    [0.285, 0.04, 0.05, 0, skull, "skin"],
    [0.292, 0.014, 0.018, 0, skull, "skin"],
  ];
  loft(build.shape, level(build, x, base, 0, headRows), build.around, { first: true, last: true });
  const hairRows: Row[] = [
    [0.128, 0.05, 0.05, -0.034, skull, "hair"],
    [0.15, 0.07, 0.066, -0.026, skull, "hair"],
    [0.19, 0.078, 0.074, -0.018, skull, "hair"],
    [0.222, 0.081, 0.086, -0.01, skull, "hair"],
    [0.25, 0.077, 0.092, 0.002, skull, "hair"],
    [0.278, 0.062, 0.076, 0.002, skull, "hair"],
    [0.3, 0.036, 0.044, 0, skull, "hair"],
    [0.306, 0.012, 0.014, 0, skull, "hair"],
  ];
  loft(build.shape, level(build, x, base, 0, hairRows), build.around, { first: true, last: true });
}

/** Rings along a limb from its end up, perpendicular to its bones. `t` runs from 0 at `from` to 1 at `to`. */
function along(
  build: Build,
  from: Point,
  to: Point,
  rows: [
    t: number,
    r: number,
    flat: number,
    back: number,
    joint: number,
    zone: Zone,
    other?: number,
    share?: number,
  ][],
): Ring[] {
  const way = [to[0] - from[0], to[1] - from[1], to[2] - from[2]] as const;
  const length = Math.hypot(...way) || 1;
  const [dx, dy, dz] = [way[0] / length, way[1] / length, way[2] / length];
  // Perpendicular to the bone and as close to the front as possible.
  const forward = [-dz * dx, -dz * dy, 1 - dz * dz] as const;
  const norm = Math.hypot(...forward) || 1;
  const f = forward.map((value) => value / norm) as [number, number, number];
  const side = [dy * f[2] - dz * f[1], dz * f[0] - dx * f[2], dx * f[1] - dy * f[0]] as const;
  return rows.map(([t, r, flat, back, joint, zone, other, share]) => {
    const size = r * build.scale;
    return {
      middle: [0, 1, 2].map(
        (axis) => (from[axis] ?? 0) + (way[axis] ?? 0) * t - (f[axis] ?? 0) * back * build.scale,
      ) as unknown as Point,
      across: side.map((value) => value * size) as unknown as Point,
      along: f.map((value) => -value * size * flat) as unknown as Point,
      joint,
      zone,
      ...(other !== undefined && { other, share: share ?? 0.5 }),
    };
  });
}

function addArm(build: Build, arm: Limb) {
  const { chest } = build.bones;
  const [shoulder, elbow, wrist] = [arm.upper, arm.lower, arm.end].map(build.place) as [
    Point,
    Point,
    Point,
  ];
  const { shape, around } = build;
  const hand = [0, 1, 2].map((axis) => {
    const way = (wrist[axis] ?? 0) - (elbow[axis] ?? 0);
    return (wrist[axis] ?? 0) + way * 0.64;
  }) as unknown as Point;
  const rings = [
    ...along(build, hand, wrist, [
      [0.0, 0.013, 1.0, -0.012, arm.end, "gloves"],
      [0.12, 0.021, 1.6, -0.008, arm.end, "gloves"],
      [0.4, 0.024, 1.8, -0.004, arm.end, "gloves"],
      [0.7, 0.024, 1.75, 0, arm.end, "gloves"],
      [0.95, 0.023, 1.2, 0, arm.end, "gloves"],
    ]),
    ...along(build, wrist, elbow, [
      [0.04, 0.0255, 1.05, 0, arm.lower, "skin", arm.end, 0.3],
      [0.35, 0.033, 1.05, 0, arm.lower, "skin"],
      [0.72, 0.041, 1.05, 0, arm.lower, "skin"],
      [0.92, 0.039, 1.05, 0, arm.lower, "skin", arm.upper, 0.3],
    ]),
    ...along(build, elbow, shoulder, [
      [0.06, 0.039, 1.05, 0, arm.upper, "skin", arm.lower, 0.3],
      [0.3, 0.045, 1.1, 0, arm.upper, "skin"],
      [0.55, 0.047, 1.1, 0, arm.upper, "skin"],
    ]),
  ];
  loft(shape, rings, around, { first: true, last: false });
  const sleeve = along(build, elbow, shoulder, [
    [0.44, 0.064, 1.08, 0, arm.upper, "trim"],
    [0.5, 0.0635, 1.08, 0, arm.upper, "trim"],
    [0.5, 0.0635, 1.08, 0, arm.upper, "shirt"],
    [0.72, 0.065, 1.12, 0, arm.upper, "shirt"],
    [0.9, 0.065, 1.15, 0, arm.upper, "shirt"],
    [1.03, 0.056, 1.2, 0, arm.upper, "shirt", chest, 0.35],
    [1.11, 0.034, 1.2, 0, arm.upper, "shirt", chest, 0.5],
    [1.13, 0.012, 1.2, 0, arm.upper, "shirt", chest, 0.5],
  ]);
  loft(shape, sleeve, around, { first: true, last: true });
}

function addLeg(build: Build, leg: Limb) {
  const { hips } = build.bones;
  const [hip, knee, ankle] = [leg.upper, leg.lower, leg.end].map(build.place) as [
    Point,
    Point,
    Point,
  ];
  const { shape, around } = build;
  const rings = [
    ...along(build, ankle, knee, [
      [-0.06, 0.04, 1.15, 0.004, leg.end, "socks"],
      [0.08, 0.038, 1.1, 0.006, leg.lower, "socks", leg.end, 0.4],
      [0.3, 0.046, 1.1, 0.012, leg.lower, "socks"],
      [0.55, 0.059, 1.1, 0.018, leg.lower, "socks"],
      [0.74, 0.06, 1.1, 0.014, leg.lower, "socks"],
      [0.8, 0.0585, 1.1, 0.01, leg.lower, "trim"],
      [0.86, 0.058, 1.1, 0.006, leg.lower, "trim"],
      [0.87, 0.052, 1.1, 0.004, leg.lower, "skin"],
      [0.95, 0.053, 1.12, 0, leg.lower, "skin", leg.upper, 0.3],
    ]),
    ...along(build, knee, hip, [
      [0.05, 0.057, 1.12, 0, leg.upper, "skin", leg.lower, 0.3],
      [0.18, 0.062, 1.12, 0, leg.upper, "skin"],
      [0.4, 0.074, 1.1, 0, leg.upper, "skin"],
      [0.6, 0.082, 1.1, 0, leg.upper, "skin"],
    ]),
  ];
  loft(shape, rings, around, { first: true, last: false });
  const short = along(build, knee, hip, [
    [0.3, 0.1, 1.08, 0, leg.upper, "trim"],
    [0.34, 0.1, 1.08, 0, leg.upper, "trim"],
    [0.34, 0.1, 1.08, 0, leg.upper, "shorts"],
    [0.55, 0.1, 1.12, 0, leg.upper, "shorts"],
    [0.8, 0.096, 1.16, 0, leg.upper, "shorts", hips, 0.2],
    [0.98, 0.088, 1.2, 0, leg.upper, "shorts", hips, 0.5],
    [1.08, 0.06, 1.2, 0, leg.upper, "shorts", hips, 0.7],
  ]);
  loft(shape, short, around, { first: true, last: true });
  addBoot(build, ankle, leg);
}

/** The height of the ankle above the sole that the rows of a boot assume, in metres. */
const ANKLE = 0.058;
/** The distance from the ankle forward to the bend of a boot, in metres. */
const BALL = 0.13;

/** Upright rings from heel to toes. The boot bends at the ball of the foot, and its sole is as low as that joint. */
function addBoot(build: Build, ankle: Point, leg: Limb) {
  const { scale } = build;
  const ball = leg.tip === undefined ? undefined : build.place(leg.tip);
  const deeper = ball ? (ankle[1] - ball[1]) / (ANKLE * scale) : 1;
  const longer = ball ? (ball[2] - ankle[2]) / (BALL * scale) : 1;
  const rows = [
    [-0.068, 0.018, -0.045, -0.02],
    [-0.056, 0.032, -0.056, -0.0],
    [-0.03, 0.038, -0.058, 0.028],
    [0.005, 0.039, -0.057, 0.036],
    [0.035, 0.039, -0.057, 0.012],
    [0.07, 0.043, -0.058, -0.012],
    [0.115, 0.046, -0.058, -0.024],
    [0.15, 0.04, -0.057, -0.03],
    [0.172, 0.024, -0.053, -0.036],
  ] as const;
  const rings = rows.map(([z, half, low, top]): Ring => {
    const bottom = low * deeper;
    return {
      middle: [ankle[0], ankle[1] + 0.5 * (bottom + top) * scale, ankle[2] + z * longer * scale],
      across: [half * scale, 0, 0],
      along: [0, 0.5 * (top - bottom) * scale, 0],
      joint: leg.end,
      zone: "boots",
      ...(leg.tip !== undefined && z > 0.1 && { other: leg.tip, share: z > BALL ? 1 : 0.4 }),
    };
  });
  loft(build.shape, rings, build.around, { first: true, last: true });
}
