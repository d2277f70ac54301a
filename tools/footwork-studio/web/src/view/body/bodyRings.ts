import type { Point } from "../frames";
import type { Anatomy, Arm, Leg } from "./anatomy";
import {
  ARM,
  CHIN,
  FOOT,
  HEAD,
  HEAD_HEIGHT,
  LEG,
  type LimbRow,
  MITTEN,
  PALM,
  TOES,
  TORSO,
} from "./shapes";
import { addRing, beginTube, type Rings } from "./tubes";
import {
  along,
  between,
  carried,
  cross,
  dot,
  length,
  minus,
  placeOf,
  squareTo,
  times,
  unit,
} from "./vectors";

const LEFT: Point = [1, 0, 0];
const UP: Point = [0, 1, 0];

/** The axes of a part of the body: to the body's left, up, and ahead. */
interface Axes {
  left: Point;
  up: Point;
  ahead: Point;
}

interface Build {
  anatomy: Anatomy;
  rings: Rings;
  at(joint: number): Point;
}

/**
 * Computes the rings of a body in a pose from joint positions only. Every skeleton with the roles of a person can
 * therefore have a body, no matter how the axes of its bones are oriented.
 */
export function bodyRings(anatomy: Anatomy, pose: Float32Array): Rings {
  const rings: Rings = { tubes: [], values: [] };
  const build: Build = { anatomy, rings, at: (joint) => placeOf(pose, joint) };
  const { pelvis, chest } = addTorso(build);
  addHead(build, chest);
  for (const arm of anatomy.arms) addArm(build, arm, chest);
  for (const leg of anatomy.legs) addLeg(build, leg, pelvis);
  return rings;
}

function axesOf(left: Point, up: Point): Axes {
  const upward = unit(up, UP);
  const across = squareTo(left, upward, squareTo(LEFT, upward, [0, 0, 1]));
  return { left: across, up: upward, ahead: cross(across, upward) };
}

function addTorso({ anatomy, rings, at }: Build) {
  const { arms, legs, scale } = anatomy;
  const [leftHip, rightHip] = [at(legs[0].upper), at(legs[1].upper)];
  const [leftShoulder, rightShoulder] = [at(arms[0].upper), at(arms[1].upper)];
  const low = between(leftHip, rightHip, 0.5);
  const high = between(leftShoulder, rightShoulder, 0.5);
  const middle = anatomy.middle === undefined ? between(low, high, 0.5) : at(anatomy.middle);
  const pelvis = axesOf(minus(leftHip, rightHip), minus(middle, low));
  const chest = axesOf(minus(leftShoulder, rightShoulder), minus(high, middle));
  const clamp = (value: number, least: number, most: number) =>
    Math.min(Math.max(value, least * scale), most * scale);
  const hips = clamp(length(minus(leftHip, rightHip)) / 2 + 0.07 * scale, 0.13, 0.19);
  const shoulders = clamp(length(minus(leftShoulder, rightShoulder)) / 2, 0.13, 0.23);
  const tall = length(minus(middle, low)) + length(minus(high, middle));
  // The torso is a curve from the hips to the shoulders, through the middle of the spine.
  const bend = along(middle, minus(middle, between(low, high, 0.5)), 1);
  beginTube(rings, "centre");
  for (const row of TORSO) {
    const share = Math.min(Math.max(row.at, 0), 1);
    const eased = share * share * (3 - 2 * share);
    const axes = axesOf(
      between(pelvis.left, chest.left, eased),
      between(pelvis.up, chest.up, eased),
    );
    const spine = between(between(low, bend, share), between(bend, high, share), share);
    const above = along(spine, axes.up, (row.at - share) * tall);
    const width = row.hips * hips + row.shoulders * shoulders;
    addRing(
      rings,
      along(above, axes.ahead, row.ahead * scale),
      times(axes.left, width),
      times(axes.ahead, -row.depth * scale),
    );
  }
  return { pelvis, chest: { ...chest, base: along(high, chest.up, 0.07 * tall) } };
}

function addHead({ anatomy, rings, at }: Build, chest: Axes & { base: Point }) {
  const { scale } = anatomy;
  const neck = anatomy.neck === undefined ? chest.base : at(anatomy.neck);
  const isOneBone = anatomy.head === undefined || anatomy.head === anatomy.neck;
  const head = isOneBone ? along(neck, chest.up, 0.09 * scale) : at(anatomy.head ?? 0);
  const crown = anatomy.crown === undefined ? undefined : at(anatomy.crown);
  const toward = crown ? minus(crown, head) : minus(head, neck);
  // The head does not follow the direction of a short or slanted neck.
  const up = crown
    ? unit(toward, chest.up)
    : unit(along(unit(toward, chest.up), chest.up, 1), chest.up);
  const axes = axesOf(chest.left, up);
  const size =
    crown && !isOneBone
      ? Math.min(Math.max(1.06 * length(toward) + CHIN * scale, 0.2 * scale), 0.62 * scale)
      : HEAD_HEIGHT * scale;
  beginTube(rings, "centre");
  const ring = (place: Point, way: Axes, width: number, depth: number) =>
    addRing(rings, place, times(way.left, width), times(way.ahead, -depth));
  const chin =
    crown && isOneBone ? along(crown, axes.up, -size) : along(head, axes.up, -CHIN * scale);
  const nape = along(along(chin, axes.up, 0.3 * size), axes.ahead, -0.06 * size);
  const base = along(chest.base, chest.up, -0.05 * scale);
  for (const share of [0, 0.35, 0.7, 1]) {
    const way = axesOf(chest.left, between(chest.up, axes.up, share));
    ring(between(base, nape, share), way, 0.056 * scale, 0.058 * scale);
  }
  beginTube(rings, "centre");
  for (const [at, width, depth, ahead] of HEAD) {
    const place = along(along(chin, axes.up, at * size), axes.ahead, ahead * size);
    ring(place, axes, width * size, depth * size);
  }
  addNose(rings, chin, axes, size);
}

/** Adds a nose, which shows the direction that the character faces. */
function addNose(rings: Rings, chin: Point, axes: Axes, size: number) {
  beginTube(rings, "centre");
  const rows = [
    [0.3, 0.36, 0.075, 0.035],
    [0.33, 0.475, 0.065, 0.05],
    [0.4, 0.45, 0.045, 0.06],
    [0.56, 0.39, 0.03, 0.03],
  ] as const;
  for (const [up, ahead, width, depth] of rows) {
    const place = along(along(chin, axes.up, up * size), axes.ahead, ahead * size);
    addRing(rings, place, times(axes.left, width * size), times(axes.ahead, -depth * size));
  }
}

/** Adds rings along the two bones of a limb. Returns the direction of the second bone, and the axis across it. */
function addLimb(
  rings: Rings,
  joints: readonly [Point, Point, Point],
  rows: readonly LimbRow[],
  scale: number,
  reference: Point,
) {
  const [upper, lower, end] = joints;
  const first = unit(minus(lower, upper), [0, -1, 0]);
  const second = unit(minus(end, lower), first);
  const [one, two] = [length(minus(lower, upper)), length(minus(end, lower))];
  const across = squareTo(reference, first, squareTo(LEFT, first, [0, 0, 1]));
  const middle = unit([first[0] + second[0], first[1] + second[1], first[2] + second[2]], first);
  for (const [at, size] of rows) {
    const place = at <= 1 ? along(upper, first, at * one) : along(lower, second, (at - 1) * two);
    // Near the middle joint, the rings turn from the first bone to the second.
    const share = Math.min(Math.max((at - 0.86) / 0.28, 0), 1);
    const half =
      share < 0.5 ? between(first, middle, share * 2) : between(middle, second, share * 2 - 1);
    const way = unit(half, first);
    const wide = carried(across, first, way);
    const radius = Math.min(size * scale, 0.42 * Math.max(one, two));
    addRing(rings, place, times(wide, radius), times(cross(way, wide), radius));
  }
  return { way: second, across: carried(carried(across, first, middle), middle, second) };
}

function addArm({ anatomy, rings, at }: Build, arm: Arm, chest: Axes) {
  const { scale } = anatomy;
  const wrist = at(arm.end);
  beginTube(rings, arm.side);
  const joints = [at(arm.upper), at(arm.lower), wrist] as const;
  const { way, across } = addLimb(rings, joints, ARM, scale, chest.ahead);
  const knuckles = arm.knuckles.map(at).filter((k) => length(minus(k, wrist)) > 0.02 * scale);
  const mean = knuckles.reduce<Point>((sum, k) => along(sum, k, 1 / knuckles.length), [0, 0, 0]);
  const hand = knuckles.length > 0 ? unit(minus(mean, wrist), way) : way;
  const reach = Math.max(...knuckles.map((k) => dot(minus(k, wrist), hand)), 0);
  const palm = Math.min(Math.max(reach, 0.07 * scale), 0.11 * scale);
  const [first, last] = [knuckles[0], knuckles.at(-1)];
  // The axis from the thumb to the little finger, if these are known.
  const spread = arm.hasFingers && first && last ? minus(first, last) : across;
  const wide = squareTo(spread, hand, squareTo(across, hand, chest.up));
  beginTube(rings, arm.side);
  for (const [place, width, thickness] of arm.hasFingers ? PALM : MITTEN)
    addRing(
      rings,
      along(wrist, hand, place * palm),
      times(wide, width * scale),
      times(cross(hand, wide), thickness * scale),
    );
}

function addLeg({ anatomy, rings, at }: Build, leg: Leg, pelvis: Axes) {
  const { scale } = anatomy;
  const ankle = at(leg.end);
  beginTube(rings, leg.side);
  const joints = [at(leg.upper), at(leg.lower), ankle] as const;
  const { way, across } = addLimb(rings, joints, LEG, scale, pelvis.left);
  // Without toes, the foot is drawn perpendicular to the shin.
  const ahead = unit(cross(way, across), pelvis.ahead);
  const ball = leg.toe === undefined ? along(ankle, ahead, 0.13 * scale) : at(leg.toe);
  const span = minus(ball, ankle);
  const size = Math.min(Math.max(length(span), 0.09 * scale), 0.2 * scale);
  const toward = unit(span, ahead);
  const side = squareTo(across, toward, pelvis.left);
  const square = cross(toward, side);
  const up: Point = dot(square, way) > 0 ? times(square, -1) : square;
  // While the foot stands, the sole is level.
  const fall = leg.toe === undefined ? 0 : leg.rise;
  const level = Math.sqrt(1 - fall * fall);
  const sole = unit(along(times(toward, level), up, fall), toward);
  const lift = unit(along(times(up, level), toward, -fall), up);
  const thick = leg.toe === undefined ? 0.075 * scale : size * fall + 0.022 * scale;
  const heel = along(ankle, lift, -thick);
  beginTube(rings, leg.side);
  addFoot(rings, heel, sole, lift, size * level, scale, FOOT, side);
  const toes = leg.tip === undefined ? sole : unit(minus(at(leg.tip), ball), sole);
  // If the toes point in another direction at rest, they are drawn only as bones.
  const bent = dot(toes, sole) > 0.3 ? unit(along(toes, sole, 1), sole) : sole;
  const reach = leg.tip === undefined ? 0.075 * scale : length(minus(at(leg.tip), ball));
  const lifted = squareTo(lift, bent, lift);
  const front = along(heel, sole, size * level);
  const long = Math.min(Math.max(reach, 0.05 * scale), 0.09 * scale);
  addFoot(rings, front, bent, lifted, long, scale, TOES, side);
}

/** Adds upright rings along the sole of a foot. */
function addFoot(
  rings: Rings,
  from: Point,
  sole: Point,
  lift: Point,
  size: number,
  scale: number,
  rows: typeof FOOT,
  side: Point,
) {
  const wide = squareTo(side, sole, side);
  // The rings must wind clockwise seen along the tube.
  const turn = dot(cross(wide, lift), sole) > 0 ? 1 : -1;
  for (const [at, width, height] of rows) {
    const half = (height * scale) / 2;
    addRing(
      rings,
      along(along(from, sole, at * size), lift, half),
      times(wide, width * scale),
      times(lift, half * turn),
    );
  }
}
