/** A side of the body, from the character's view. */
export type Side = "left" | "right" | "centre";

/** The joints whose paths say most about a motion. */
export interface Landmarks {
  hips: number;
  feet: number[];
  hands: number[];
  /** The joint of each foot that touches the ground: the toes, or else the foot itself. */
  soles: number[];
}

/** Helpers that are not part of the body, though their names contain one. */
const HELPERS = new Set(["ik", "fk", "control", "ctrl", "pole", "target", "roll", "twist"]);

/** The words of a name in lower case, separated by capitals and by anything that is not a letter. */
export function words(name: string): string[] {
  const parted = name
    .replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1 $2");
  return parted.toLowerCase().match(/\p{L}+/gu) ?? [];
}

/** The side in a name: `LeftUpLeg`, `thigh.L`, `Bip01 L Foot`, `lefthand`. */
export function sideOf(name: string): Side {
  const all = words(name);
  const isLeft = all.some((word) => word === "l" || word.startsWith("left"));
  const isRight = all.some((word) => word === "r" || word.startsWith("right"));
  return isLeft === isRight ? "centre" : isLeft ? "left" : "right";
}

/** The side of each joint; a name without one inherits the side of its parent. */
export function sidesOf(names: readonly string[], parents: readonly number[]): Side[] {
  const sides: Side[] = [];
  names.forEach((name, joint) => {
    const own = sideOf(name);
    sides.push(own === "centre" ? (sides[parents[joint] ?? -1] ?? "centre") : own);
  });
  return sides;
}

/** Finds the hips, feet and hands by their names; if no name says hips, the root is used. */
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
