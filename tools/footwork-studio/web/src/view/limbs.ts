import type { Joints } from "../state/motion";

/** The joints whose paths describe a motion best. */
export interface Landmarks {
  hips: number;
  feet: number[];
  hands: number[];
  /** For each foot, the joint that touches the ground: the toes, or the foot itself if the skeleton has no toes. */
  soles: number[];
}

/** Returns, left before right, the joint in the first of the listed roles that the skeleton has on that side. */
const both = (joints: Joints, ...roles: string[]) =>
  ["left", "right"].flatMap((side) => {
    const found = roles.map((role) => jointOf(joints, `${side}_${role}`));
    return found.find((joint) => joint !== undefined) ?? [];
  });

/** Returns the joint in a role, such as `left_foot`. */
export function jointOf({ roles }: Joints, role: string): number | undefined {
  const found = roles.indexOf(role);
  return found < 0 ? undefined : found;
}

/** Returns the hips, feet and hands. The root replaces the hips if no joint has that role. */
export function landmarksOf(joints: Joints, root: number): Landmarks {
  return {
    hips: jointOf(joints, "hips") ?? root,
    feet: both(joints, "foot", "toe"),
    hands: both(joints, "hand"),
    soles: both(joints, "toe", "foot"),
  };
}

/** Returns the pairs of left and right hips and shoulders, which determine the front. */
export function acrossOf(joints: Joints): [left: number, right: number][] {
  return ["upper_leg", "upper_arm"].flatMap((role) => {
    const [left, right] = both(joints, role);
    return left !== undefined && right !== undefined ? [[left, right] as [number, number]] : [];
  });
}
