import type { Joints } from "../../state/motion";
import { jointOf } from "../limbs";
import { dot, length, minus, placeOf } from "./vectors";

/** Shoulder, elbow and wrist, or hip, knee and ankle. */
export interface Limb {
  side: "left" | "right";
  upper: number;
  lower: number;
  end: number;
}

export interface Arm extends Limb {
  /** The first joints of the fingers, or the end of the hand. May be empty. */
  knuckles: number[];
  /** Whether the fingers have bones, which are then drawn. */
  hasFingers: boolean;
}

export interface Leg extends Limb {
  toe: number | undefined;
  /** The end of the toes, if known. */
  tip: number | undefined;
  /** The sine of the angle between the sole and the line from the toes to the ankle. */
  rise: number;
}

/** The joints of a person around which a body is drawn. */
export interface Anatomy {
  /** The joint of the spine nearest to the midpoint between hips and shoulders; `undefined` if none is near it. */
  middle: number | undefined;
  neck: number | undefined;
  head: number | undefined;
  /** The joint at the top of the head, if there is one. */
  crown: number | undefined;
  arms: readonly [Arm, Arm];
  legs: readonly [Leg, Leg];
  /** The joints whose bones lie inside the body. */
  covered: ReadonlySet<number>;
  /** The size of the body; 1 is a person of about 1.75 m. */
  scale: number;
}

/** The length from hip to ankle of a person of scale 1, in metres. */
const LEG = 0.84;
/** The length from shoulder to wrist of a person of scale 1, in metres. */
const ARM = 0.54;
/** The length from hips to shoulders of a person of scale 1, in metres. */
const TORSO = 0.5;
/** The distance from its own joints within which a body of scale 1 hides other joints, in metres. */
const NEAR = 0.17;

/**
 * Finds the joints of a person by their roles; `undefined` if a limb is missing, or if all joints of the pose coincide.
 */
export function anatomyOf(joints: Joints, poses: readonly Float32Array[]): Anatomy | undefined {
  const [pose] = poses;
  const role = (name: string) => jointOf(joints, name);
  const limb = (side: "left" | "right", upper: string, lower: string, end: string) => {
    const [a, b, c] = [upper, lower, end].map((part) => role(`${side}_${part}`));
    if (a === undefined || b === undefined || c === undefined) return undefined;
    return { side, upper: a, lower: b, end: c };
  };
  const arms = (["left", "right"] as const).map((s) => limb(s, "upper_arm", "lower_arm", "hand"));
  const legs = (["left", "right"] as const).map((s) => limb(s, "upper_leg", "lower_leg", "foot"));
  const hips = role("hips");
  const [leftArm, rightArm] = arms;
  const [leftLeg, rightLeg] = legs;
  if (!pose || hips === undefined || !leftArm || !rightArm || !leftLeg || !rightLeg)
    return undefined;
  const top = role("neck") ?? role("head") ?? leftArm.upper;
  const scale = scaleOf(pose, leftArm, leftLeg, rightArm, rightLeg);
  if (!(scale > 1e-4)) return undefined;
  const { head, crown } = headOf(joints, pose, role("neck"), role("head"), scale);
  const arm = (of: Limb): Arm => {
    const knuckles = childrenOf(joints, of.end).filter((joint) => isAhead(pose, of, joint));
    const hasFingers = knuckles.length > 2 && knuckles.some((k) => !isLeaf(joints, k));
    return { ...of, knuckles, hasFingers };
  };
  const leg = (of: Limb): Leg => {
    const toe = role(`${of.side}_toe`) ?? childrenOf(joints, of.end)[0];
    const tip = toe === undefined ? undefined : childrenOf(joints, toe)[0];
    return { ...of, toe, tip, rise: riseOf(poses, of, toe, scale) };
  };
  const found = {
    arms: [arm(leftArm), arm(rightArm)],
    legs: [leg(leftLeg), leg(rightLeg)],
  } as const;
  return {
    ...found,
    middle: middleOf(joints, pose, hips, top, found),
    neck: role("neck"),
    head,
    crown,
    covered: coveredBy(joints, pose, hips, head, found, scale),
    scale,
  };
}

function childrenOf({ parents, drawn }: Joints, joint: number): number[] {
  return parents.flatMap((parent, at) => (parent === joint && drawn[at] !== false ? [at] : []));
}

const isLeaf = (joints: Joints, joint: number) => !joints.parents.includes(joint);

function scaleOf(pose: Float32Array, a: Limb, b: Limb, c: Limb, d: Limb): number {
  const reach = ({ upper, lower, end }: Limb) => {
    const [from, bend, to] = [upper, lower, end].map((joint) => placeOf(pose, joint));
    if (!from || !bend || !to) return 0;
    return length(minus(bend, from)) + length(minus(to, bend));
  };
  const torso = (arm: Limb, leg: Limb) =>
    length(minus(placeOf(pose, arm.upper), placeOf(pose, leg.upper)));
  const sizes = [
    (reach(b) + reach(d)) / 2 / LEG,
    (reach(a) + reach(c)) / 2 / ARM,
    (torso(a, b) + torso(c, d)) / 2 / TORSO,
  ];
  return sizes.reduce((sum, size) => sum + size, 0) / sizes.length;
}

/** Returns the joint between hips and neck nearest to their midpoint; `undefined` if no joint is near it. */
function middleOf(
  { parents }: Joints,
  pose: Float32Array,
  hips: number,
  top: number,
  { arms, legs }: { arms: readonly [Arm, Arm]; legs: readonly [Leg, Leg] },
): number | undefined {
  const [low, high] = [legs, arms].map(([left, right]) => {
    const [a, b] = [placeOf(pose, left.upper), placeOf(pose, right.upper)];
    return [0, 1, 2].map((axis) => ((a[axis] ?? 0) + (b[axis] ?? 0)) / 2);
  }) as [[number, number, number], [number, number, number]];
  let best: number | undefined;
  let least = 0.28;
  for (let at = parents[top] ?? -1; at >= 0 && at !== hips; at = parents[at] ?? -1) {
    const place = placeOf(pose, at);
    const [up, down] = [length(minus(high, place)), length(minus(place, low))];
    const off = Math.abs(down / Math.max(up + down, 1e-9) - 0.5);
    if (off < least) [best, least] = [at, off];
  }
  return best;
}

/**
 * Returns whether a joint continues a limb beyond its end. In some files, the ends of limbs point in arbitrary
 * directions.
 */
function isAhead(pose: Float32Array, { lower, end }: Limb, joint: number): boolean {
  const last = placeOf(pose, end);
  const [way, on] = [minus(last, placeOf(pose, lower)), minus(placeOf(pose, joint), last)];
  return dot(way, on) > 0.3 * length(way) * length(on);
}

/**
 * Returns the joint below the skull, and the top of the head. If neck and head are one bone, these are the joint of the
 * neck and the end of the bone.
 */
function headOf(
  joints: Joints,
  pose: Float32Array,
  neck: number | undefined,
  head: number | undefined,
  scale: number,
) {
  const joint = head ?? neck;
  const crown = crownOf(joints, pose, joint, scale);
  if (neck === undefined || head === undefined || !isLeaf(joints, head))
    return { head: joint, crown };
  const isLong = length(minus(placeOf(pose, head), placeOf(pose, neck))) > 0.19 * scale;
  return isLong ? { head: neck, crown: head } : { head, crown };
}

/** Returns the only end below the head joint, if its distance is about that of the top of a head; else `undefined`. */
function crownOf(
  joints: Joints,
  pose: Float32Array,
  head: number | undefined,
  scale: number,
): number | undefined {
  if (head === undefined) return undefined;
  const from = placeOf(pose, head);
  const ends = childrenOf(joints, head).filter((joint) => isLeaf(joints, joint));
  const away = ends.map((joint) => length(minus(placeOf(pose, joint), from)) / scale);
  const farthest = Math.max(...away);
  const isCrown = ends.length === 1 && farthest > 0.1 && farthest < 0.6;
  return isCrown ? ends[away.indexOf(farthest)] : undefined;
}

/** Returns the height of the ankle above the toes while the foot stands, as a fraction of the length of the foot. */
function riseOf(
  poses: readonly Float32Array[],
  { lower, end }: Limb,
  toe: number | undefined,
  scale: number,
): number {
  if (toe === undefined) return 0;
  let lowest = Infinity;
  let rise: number | undefined;
  for (const pose of poses) {
    const [knee, ankle, ball] = [lower, end, toe].map((joint) => placeOf(pose, joint));
    if (!knee || !ankle || !ball || !(ankle[1] < lowest)) continue;
    const isUpright = knee[1] - ankle[1] > 0.8 * length(minus(knee, ankle));
    if (!isUpright) continue;
    lowest = ankle[1];
    rise = (ankle[1] - ball[1]) / Math.max(length(minus(ball, ankle)), 1e-9);
  }
  const foot = poses[0] ? length(minus(placeOf(poses[0], toe), placeOf(poses[0], end))) : 0;
  const usual = Math.min((0.06 * scale) / Math.max(foot, 1e-9), 0.8);
  return rise !== undefined && rise > -0.1 && rise < 0.9 ? Math.max(rise, 0) : usual;
}

/**
 * Returns the joints from the hips to the ends of the limbs, and the joints below the head, the feet and hands without
 * fingers.
 */
function coveredBy(
  joints: Joints,
  pose: Float32Array,
  hips: number,
  head: number | undefined,
  { arms, legs }: { arms: readonly [Arm, Arm]; legs: readonly [Leg, Leg] },
  scale: number,
): Set<number> {
  const { parents } = joints;
  const covered = new Set<number>();
  const ends = [...arms, ...legs].map(({ end }) => end);
  for (const end of head === undefined ? ends : [...ends, head])
    for (let at = end; at >= 0 && at !== hips; at = parents[at] ?? -1) covered.add(at);
  const full = new Set([
    ...(head === undefined ? [] : [head]),
    ...legs.map(({ end }) => end),
    ...arms.filter(({ hasFingers }) => !hasFingers).map(({ end }) => end),
  ]);
  parents.forEach((parent, joint) => {
    if (full.has(parent)) full.add(joint);
  });
  for (const joint of full) covered.add(joint);
  addNear(joints, pose, hips, covered, scale);
  // The palm extends to the knuckles.
  for (const { hasFingers, knuckles } of arms)
    if (hasFingers) for (const knuckle of knuckles) covered.add(knuckle);
  return covered;
}

/** Adds joints that lie below covered joints and stay close to them, such as the ends of a chest. */
function addNear(
  { parents }: Joints,
  pose: Float32Array,
  hips: number,
  covered: Set<number>,
  scale: number,
) {
  /**
   * For each joint, the nearest covered joint or hip joint on the way up from the joint, including itself; -1 if there
   * is none.
   */
  const anchors = parents.map((_, joint) => {
    let at = joint;
    while (at >= 0 && at !== hips && !covered.has(at)) at = parents[at] ?? -1;
    return at;
  });
  const first = parents.map((_, joint) => {
    let at = joint;
    while (at >= 0 && (parents[at] ?? -1) !== anchors[joint]) at = parents[at] ?? -1;
    return at;
  });
  const far = new Set<number>();
  parents.forEach((_, joint) => {
    const anchor = anchors[joint] ?? -1;
    if (anchor < 0 || anchor === joint) return;
    const away = length(minus(placeOf(pose, joint), placeOf(pose, anchor)));
    if (away > NEAR * scale) far.add(first[joint] ?? -1);
  });
  parents.forEach((_, joint) => {
    const anchor = anchors[joint] ?? -1;
    if (anchor >= 0 && anchor !== joint && !far.has(first[joint] ?? -1)) covered.add(joint);
  });
}
