import { type Frames, type Point, readPoint } from "./frames";

/** The length of trails before and after the shown frame, in seconds. */
export const TRAIL_SECS = 1;
/** The maximum number of points of a trail before, and after, the shown frame. */
const MAX_POINTS = 60;

/** The spacing of a trail's points: the number of points on each side, and the number of frames between them. */
export interface TrailSpacing {
  side: number;
  stride: number;
}

export function trailSpacing(framesPerSec: number): TrailSpacing {
  const frames = Math.max(Math.round(framesPerSec * TRAIL_SECS), 1);
  const stride = Math.ceil(frames / MAX_POINTS);
  return { side: Math.ceil(frames / stride), stride };
}

/** Returns the number of points in a trail. */
export const trailLength = ({ side }: TrailSpacing) => 2 * side + 1;

/**
 * Returns the opacity of each point of a trail. The past is more opaque than the future, and both fade towards their
 * ends.
 */
export function trailStrengths(spacing: TrailSpacing): Float32Array {
  const { side } = spacing;
  return Float32Array.from({ length: trailLength(spacing) }, (_, at) => {
    const away = (at - side) / side;
    return away <= 0 ? 0.9 * (1 + away) + 0.05 : 0.45 * (1 - away) + 0.03;
  });
}

/** Returns the indices of line segments between consecutive points, for trails stored one after the other. */
export function trailSegments(trails: number, spacing: TrailSpacing): Uint16Array {
  const length = trailLength(spacing);
  const pairs = new Uint16Array(trails * (length - 1) * 2);
  let into = 0;
  for (let trail = 0; trail < trails; trail += 1) {
    for (let at = 0; at + 1 < length; at += 1) {
      pairs[into++] = trail * length + at;
      pairs[into++] = trail * length + at + 1;
    }
  }
  return pairs;
}

const point: Point = [0, 0, 0];

/**
 * Writes the trail of each joint around a frame. A point beyond an end of the clip, or not loaded yet, repeats the last
 * available point.
 */
export function placeTrails(
  frames: Frames,
  frame: number,
  joints: readonly number[],
  jointCount: number,
  { side, stride }: TrailSpacing,
  origin: readonly number[],
  into: Float32Array,
) {
  const length = 2 * side + 1;
  const put = (at: number) => {
    into[at * 3] = point[0] - (origin[0] ?? 0);
    into[at * 3 + 1] = point[1] - (origin[1] ?? 0);
    into[at * 3 + 2] = point[2] - (origin[2] ?? 0);
  };
  for (let trail = 0; trail < joints.length; trail += 1) {
    const joint = joints[trail] ?? 0;
    const middle = trail * length + side;
    for (const way of WAYS) {
      readPoint(frames, frame, joint, jointCount, point);
      put(middle);
      for (let step = 1; step <= side; step += 1) {
        readPoint(frames, frame + way * step * stride, joint, jointCount, point);
        put(middle + way * step);
      }
    }
  }
}

const WAYS = [-1, 1] as const;
