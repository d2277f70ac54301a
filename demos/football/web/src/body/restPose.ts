import type { Point, SkeletonInfo } from "../worker/messages";

/** The joints that a body shape is attached to, as indices into the skeleton. */
export interface Bones {
  hips: number;
  chest: number;
  neck: number;
  head: number;
  arms: [Limb, Limb];
  legs: [Limb, Limb];
}

/** Shoulder, elbow and wrist, or hip, knee and ankle; left first. */
export interface Limb {
  upper: number;
  lower: number;
  end: number;
  /** The ball of a foot, if the skeleton has it. */
  tip?: number;
}

/** Returns the position of every joint without any rotation: standing, with the arms as in the skeleton. */
export function restPositions({ parents, offsets }: SkeletonInfo): Point[] {
  const places: Point[] = [];
  parents.forEach((parent, joint) => {
    const [x, y, z] = offsets[joint] ?? [0, 0, 0];
    const from = joint === 0 ? [0, 0, 0] : (places[parent] ?? [0, 0, 0]);
    // The offset of the root is part of its world position.
    places.push(
      joint === 0 ? [0, 0, 0] : [(from[0] ?? 0) + x, (from[1] ?? 0) + y, (from[2] ?? 0) + z],
    );
  });
  return places;
}

/** Finds the joints by their roles. Throws if a limb is missing. */
export function bonesOf({ roles }: SkeletonInfo): Bones {
  const joint = (...names: string[]) => {
    for (const name of names) if (roles[name] !== undefined) return roles[name];
    throw new Error(`the skeleton has no ${names.join(" or ")}`);
  };
  const limb = (upper: string, lower: string, end: string) => ({
    upper: joint(upper),
    lower: joint(lower),
    end: joint(end),
  });
  const arm = (side: string) => limb(`${side}_upper_arm`, `${side}_lower_arm`, `${side}_hand`);
  const leg = (side: string): Limb => {
    const bones = limb(`${side}_upper_leg`, `${side}_lower_leg`, `${side}_foot`);
    const tip = roles[`${side}_toe`];
    return tip === undefined ? bones : { ...bones, tip };
  };
  return {
    hips: joint("hips"),
    chest: joint("chest", "spine", "hips"),
    neck: joint("neck", "head", "chest", "spine"),
    head: joint("head", "neck", "chest", "spine"),
    arms: [arm("left"), arm("right")],
    legs: [leg("left"), leg("right")],
  };
}
