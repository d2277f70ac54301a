import type { Joints } from "../state/motion";

/** The joints whose paths describe a motion best. */
export interface Landmarks {
  hips: number;
  feet: number[];
  hands: number[];
  /** The joint of each foot that touches the ground: the toes, or else the foot itself. */
  soles: number[];
}

/** For each side, the joint in the first listed role that the skeleton has; left before right. */
const both = (joints: Joints, ...roles: string[]) =>
  ["left", "right"].flatMap((side) => {
    const found = roles.map((role) => jointOf(joints, `${side}_${role}`));
    return found.find((joint) => joint !== undefined) ?? [];
  });

/** The joint in a role, such as `left_foot`. */
export function jointOf({ roles }: Joints, role: string): number | undefined {
  const found = roles.indexOf(role);
  return found < 0 ? undefined : found;
}

/** The hips, feet and hands; the root if no joint is known as the hips. */
export function landmarksOf(joints: Joints, root: number): Landmarks {
  return {
    hips: jointOf(joints, "hips") ?? root,
    feet: both(joints, "foot", "toe"),
    hands: both(joints, "hand"),
    soles: both(joints, "toe", "foot"),
  };
}

/** The known left and right hips and shoulders, which determine the front. */
export function acrossOf(joints: Joints): [left: number, right: number][] {
  return ["upper_leg", "upper_arm"].flatMap((role) => {
    const [left, right] = both(joints, role);
    return left !== undefined && right !== undefined ? [[left, right] as [number, number]] : [];
  });
}
