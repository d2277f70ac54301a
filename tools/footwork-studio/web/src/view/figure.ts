import type { JointSide } from "../api/types";
import type { Joints } from "../state/motion";
import { type Anatomy, anatomyOf } from "./body/anatomy";
import { acrossOf, jointOf, type Landmarks, landmarksOf } from "./limbs";

/** A drawn part of a figure: a bone between two joints, or a joint, for which `from` equals `to`. */
export interface Part {
  from: number;
  to: number;
  /** The radii at both ends, in metres. */
  radii: [from: number, to: number];
  side: JointSide;
  isJoint: boolean;
  /** Whether the part lies inside the body drawn around a person's bones. */
  isCovered: boolean;
}

/** The parts and measures with which a skeleton is drawn. */
export interface Figure {
  joints: Joints;
  parts: readonly Part[];
  landmarks: Landmarks;
  /** The left and right hips or shoulders, which determine the front. */
  across: readonly (readonly [left: number, right: number])[];
  /** The joints of the body, without joints that only carry it. */
  body: readonly number[];
  /** The joints that cast a shadow. Most fingers are left out. */
  shading: readonly number[];
  /** The anatomy around which a body is drawn; `undefined` if the skeleton is not a person's. */
  anatomy: Anatomy | undefined;
  /** The approximate height, in metres. */
  stature: number;
}

/** The stature of a skeleton without extent, in metres. */
const NO_STATURE = 1e-3;

/**
 * Determines how a skeleton is drawn, from the pose in one frame and the pose in a much later one. `others` are further
 * poses, which show how the feet stand.
 */
export function createFigure(
  joints: Joints,
  pose: Float32Array,
  later: Float32Array,
  others: readonly Float32Array[] = [],
): Figure {
  const { names, parents, sides } = joints;
  const lengths = parents.map((parent, joint) => distance(pose, parent, joint));
  const isCarrier = carriersOf(joints, lengths, later);
  const isOut = isCarrier.map((carries, joint) => carries || joints.drawn[joint] === false);
  const root = Math.max(isOut.indexOf(false), 0);
  const stature = Math.max(1.65 * reachOf(parents, lengths, isOut), NO_STATURE);
  const body = names.flatMap((_, joint) => (isOut[joint] ? [] : [joint]));
  const head = jointOf(joints, "head") ?? -1;
  const anatomy = anatomyOf(joints, [pose, later, ...others]);
  const isCovered = (joint: number) => anatomy?.covered.has(joint) ?? false;
  const bones = body.flatMap((joint): Part[] => {
    const parent = parents[joint] ?? -1;
    const length = lengths[joint] ?? 0;
    if (parent < 0 || isOut[parent] || length < stature * 1e-3) return [];
    const isHead = !parents.includes(joint) && head >= 0 && (joint === head || parent === head);
    const radius = isHead
      ? stature * 0.03
      : Math.min(Math.max(length * 0.13, stature * 0.006), stature * 0.024);
    return [
      {
        from: parent,
        to: joint,
        radii: isHead ? [radius * 0.8, radius] : [radius, radius * 0.6],
        side: sides[joint] ?? "centre",
        isJoint: false,
        isCovered: isCovered(joint),
      },
    ];
  });
  // Draw joints at the same position only once.
  const spots = body.filter((joint) => {
    const isSame = (lengths[joint] ?? 0) < stature * 1e-3 && joint !== root;
    return !isSame && names[joint] !== "";
  });
  const balls = spots.map((joint): Part => {
    const radius = stature * ((lengths[joint] ?? 1) < stature * 0.05 ? 0.007 : 0.013);
    const side = sides[joint] ?? "centre";
    const radii: Part["radii"] = [radius, radius];
    const isInside = isCovered(joint) || joint === jointOf(joints, "hips");
    return { from: joint, to: joint, radii, side, isJoint: true, isCovered: isInside };
  });
  const landmarks = landmarksOf(joints, root);
  const shading = body.filter((joint) => {
    const isFar = (lengths[joint] ?? 0) > stature * 0.06 || joint === root;
    return isFar || landmarks.soles.includes(joint);
  });
  return {
    joints,
    parts: [...bones, ...balls],
    landmarks,
    shading,
    across: acrossOf(joints),
    body,
    anatomy,
    stature,
  };
}

/** Returns the direction that the character faces on the floor, as x and z; +z if it is unknown. */
export function headingOf(figure: Figure, pose: Float32Array): [x: number, z: number] {
  let x = 0;
  let z = 0;
  for (const [left, right] of figure.across) {
    x += (pose[left * 3] ?? 0) - (pose[right * 3] ?? 0);
    z += (pose[left * 3 + 2] ?? 0) - (pose[right * 3 + 2] ?? 0);
  }
  const length = Math.hypot(x, z);
  // Rotate the direction to the character's left by 90° to the right.
  return length > figure.stature * 1e-3 ? [-z / length, x / length] : [0, 1];
}

/** Writes the positions of a figure's parts in a frame. */
export function placeParts(
  parts: readonly Part[],
  pose: Float32Array,
  origin: readonly number[],
  from: Float32Array,
  to: Float32Array,
  at = 0,
) {
  const x = origin[0] ?? 0;
  const y = origin[1] ?? 0;
  const z = origin[2] ?? 0;
  for (let part = 0; part < parts.length; part += 1) {
    const { from: first, to: second } = parts[part] as Part;
    const into = (at + part) * 3;
    from[into] = (pose[first * 3] ?? 0) - x;
    from[into + 1] = (pose[first * 3 + 1] ?? 0) - y;
    from[into + 2] = (pose[first * 3 + 2] ?? 0) - z;
    to[into] = (pose[second * 3] ?? 0) - x;
    to[into + 1] = (pose[second * 3 + 1] ?? 0) - y;
    to[into + 2] = (pose[second * 3 + 2] ?? 0) - z;
  }
}

/**
 * Returns whether each joint is a root that only carries the character, such as `Reference`. Such a root has one child,
 * whose distance from the root changes over time.
 */
function carriersOf({ parents }: Joints, lengths: number[], later: Float32Array): boolean[] {
  const isCarrier = parents.map(() => false);
  let root = parents.indexOf(-1);
  while (root >= 0) {
    const children = parents.flatMap((parent, joint) => (parent === root ? [joint] : []));
    const [child] = children;
    if (child === undefined || children.length > 1) break;
    const now = lengths[child] ?? 0;
    const then = distance(later, root, child);
    const isStiff = Math.abs(now - then) <= 0.01 * Math.max(now, then);
    if (isStiff) break;
    isCarrier[root] = true;
    root = child;
  }
  return isCarrier;
}

/** Returns the distance from the root of the body to the farthest end of a limb, along the bones. */
function reachOf(parents: readonly number[], lengths: number[], isOut: boolean[]): number {
  const reach: number[] = [];
  parents.forEach((parent, joint) => {
    const isRoot = parent < 0 || isOut[parent] || isOut[reach.length];
    reach.push(isRoot ? 0 : (reach[parent] ?? 0) + (lengths[joint] ?? 0));
  });
  return Math.max(0, ...reach.filter(Number.isFinite));
}

function distance(pose: Float32Array, a: number, b: number): number {
  if (a < 0 || b < 0) return 0;
  const along = (axis: number) => (pose[a * 3 + axis] ?? 0) - (pose[b * 3 + axis] ?? 0);
  return Math.hypot(along(0), along(1), along(2));
}
