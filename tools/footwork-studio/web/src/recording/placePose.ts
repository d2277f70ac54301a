import type { Point } from "../view/frames";

/** The root of a clip in a frame: x, z, and the sine and cosine of its heading. */
export type RootRow = readonly [x: number, z: number, sine: number, cosine: number];

const SIDES = ["left right", "LEFT RIGHT", "Left Right", "l r", "L R"].map((pair) =>
  pair.split(" "),
);
const OTHERS: Record<string, string> = Object.fromEntries(
  SIDES.flatMap(([a = "", b = ""]) => [
    [a, b],
    [b, a],
  ]),
);

/**
 * Returns the index of each joint's counterpart on the other side of the body, found by the words or letters for left
 * and right in its name. A joint without a counterpart gets its own index.
 */
export function partnersOf(names: readonly string[]): number[] {
  const swapped = (name: string) => {
    const words = name.replace(/left|right|LEFT|RIGHT|Left|Right/g, (word) => OTHERS[word] ?? word);
    if (words !== name) return words;
    return name.replace(
      /(^|[^A-Za-z])([lrLR])(?=[^a-z]|$)/g,
      (_, before: string, letter: string) => `${before}${OTHERS[letter]}`,
    );
  };
  const places = new Map(names.map((name, joint) => [name, joint]));
  return names.map((name, joint) => places.get(swapped(name)) ?? joint);
}

/**
 * Returns a pose moved from the root of its clip to another place. `headingRad` is the angle about +y from +z towards
 * +x. If `partners` is given, left and right are exchanged.
 */
export function placePose(
  pose: Float32Array,
  [rootX, rootZ, sine, cosine]: RootRow,
  partners: readonly number[] | undefined,
  [x, y, z]: Readonly<Point>,
  headingRad: number,
): Float32Array {
  const placed = new Float32Array(pose.length);
  const [turnSine, turnCosine] = [Math.sin(headingRad), Math.cos(headingRad)];
  for (let joint = 0; joint * 3 < pose.length; joint += 1) {
    const from = (partners?.[joint] ?? joint) * 3;
    const dx = (pose[from] ?? 0) - rootX;
    const dz = (pose[from + 2] ?? 0) - rootZ;
    const aside = (dx * cosine - dz * sine) * (partners ? -1 : 1);
    const ahead = dx * sine + dz * cosine;
    placed[joint * 3] = x + aside * turnCosine + ahead * turnSine;
    placed[joint * 3 + 1] = y + (pose[from + 1] ?? 0);
    placed[joint * 3 + 2] = z - aside * turnSine + ahead * turnCosine;
  }
  return placed;
}

/**
 * Converts a path relative to a character, as distances to the left and ahead in metres, to world positions. All have
 * the height of the character's place, which comes first.
 */
export function placePath(
  path: readonly (readonly [number, number])[],
  [x, y, z]: Readonly<Point>,
  headingRad: number,
): Point[] {
  const [sine, cosine] = [Math.sin(headingRad), Math.cos(headingRad)];
  const points = path.map(
    ([aside, ahead]): Point => [
      x + aside * cosine + ahead * sine,
      y,
      z - aside * sine + ahead * cosine,
    ],
  );
  return [[x, y, z], ...points];
}
