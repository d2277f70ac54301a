import type { MotionHeader } from "../api/types";

/** The motion of a few frames, placed for a small picture. */
export interface SmallMotion {
  frames: number;
  /** The joints whose bone to their parent is drawn, from far to near in the usual view. */
  bones: readonly { joint: number; parent: number; side: "left" | "right" | "centre" }[];
  /** The place of a joint in a frame, in the picture: 0 to 1 across and down. */
  at(frame: number, joint: number): [x: number, y: number];
  /** The height of the floor in the picture, from 0 to 1. */
  floor: number;
}

/** The view from the front left, in radians. */
const YAW = 0.6;
/** The margin around the figure. */
const MARGIN = 0.08;

/** Places motion in a picture so that all frames fit. The figure stays in the middle, as if a camera followed it. */
export function smallMotion(
  { joints, parents, drawn, sides }: MotionHeader,
  values: Float32Array,
): SmallMotion {
  const count = joints.length;
  const frames = count === 0 ? 0 : Math.floor(values.length / (count * 3));
  const places = new Float32Array(frames * count * 2);
  let [left, right, top, bottom] = [Infinity, -Infinity, -Infinity, Infinity];
  const [cos, sin] = [Math.cos(YAW), Math.sin(YAW)];
  for (let frame = 0; frame < frames; frame += 1) {
    const from = frame * count * 3;
    const [rootX, rootZ] = [values[from] ?? 0, values[from + 2] ?? 0];
    for (let joint = 0; joint < count; joint += 1) {
      const at = from + joint * 3;
      const x = ((values[at] ?? 0) - rootX) * cos - ((values[at + 2] ?? 0) - rootZ) * sin;
      const y = values[at + 1] ?? 0;
      places[(frame * count + joint) * 2] = x;
      places[(frame * count + joint) * 2 + 1] = y;
      if (drawn[joint] === false) continue;
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.max(top, y);
      bottom = Math.min(bottom, y);
    }
  }
  const size = Math.max(right - left, top - bottom, 0.5);
  const middle = (left + right) / 2;
  const scale = (1 - 2 * MARGIN) / size;
  const spare = 1 - 2 * MARGIN - (top - bottom) * scale;
  const bones = parents.flatMap((parent, joint) =>
    parent < 0 || drawn[joint] === false
      ? []
      : [{ joint, parent, side: sides[joint] ?? ("centre" as const) }],
  );
  const depth = { right: 0, centre: 1, left: 2 };
  return {
    frames,
    bones: [...bones].sort((a, b) => depth[a.side] - depth[b.side]),
    at: (frame, joint) => {
      const place = (Math.min(Math.max(frame, 0), frames - 1) * count + joint) * 2;
      return [
        0.5 + ((places[place] ?? 0) - middle) * scale,
        1 - MARGIN - spare / 2 - ((places[place + 1] ?? 0) - bottom) * scale,
      ];
    },
    floor: 1 - MARGIN - spare / 2,
  };
}
