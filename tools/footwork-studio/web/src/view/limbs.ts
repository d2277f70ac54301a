/** A side of the body, as the character has it. */
export type Side = "left" | "right" | "centre";

/** The joints whose paths tell most of a motion. */
export interface Landmarks {
  hips: number;
  feet: number[];
  hands: number[];
  /** The joint of each foot that stands on the ground: the toes, or else the foot itself. */
  soles: number[];
}

/** What is no part of the body, though its name has one in it. */
const HELPERS = new Set(["ik", "fk", "control", "ctrl", "pole", "target", "roll", "twist"]);

/** The words of a name in lower case: parted by capitals and by anything that is no letter. */
export function words(name: string): string[] {
  const parted = name
    .replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1 $2");
  return parted.toLowerCase().match(/\p{L}+/gu) ?? [];
}

/** The side that a name says: `LeftUpLeg`, `thigh.L`, `Bip01 L Foot`, `lefthand`. */
export function sideOf(name: string): Side {
  const all = words(name);
  const isLeft = all.some((word) => word === "l" || word.startsWith("left"));
  const isRight = all.some((word) => word === "r" || word.startsWith("right"));
  return isLeft === isRight ? "centre" : isLeft ? "left" : "right";
}

/** The side of each joint; one that says none is on that of what it hangs from. */
export function sidesOf(names: readonly string[], parents: readonly number[]): Side[] {
  const sides: Side[] = [];
  names.forEach((name, joint) => {
    const own = sideOf(name);
    sides.push(own === "centre" ? (sides[parents[joint] ?? -1] ?? "centre") : own);
  });
  return sides;
}

/** Finds the hips, feet and hands by their names; where no name says the hips, the root is taken. */
export function landmarksOf(
  names: readonly string[],
  parents: readonly number[],
  root: number,
): Landmarks {
  const sides = sidesOf(names, parents);
  const said = names.map((name) => {
    const all = words(name);
    return all.some((word) => HELPERS.has(word)) ? [] : all;
  });
  const first = (side: Side, ...parts: string[]) => {
    for (const part of parts) {
      const found = said.findIndex(
        (all, joint) => sides[joint] === side && all.some((word) => word.includes(part)),
      );
      if (found >= 0) return found;
    }
    return undefined;
  };
  const both = (...parts: string[]) =>
    (["left", "right"] as const).flatMap((side) => first(side, ...parts) ?? []);
  return {
    hips: first("centre", "hips", "pelvis", "hip") ?? root,
    feet: both("foot", "ankle", "heel", "toe"),
    hands: both("hand", "wrist", "palm"),
    soles: both("toe", "ball", "foot", "ankle"),
  };
}
