import { type Frames, type Point, readPoint } from "./frames";

const now: Point = [0, 0, 0];
const before: Point = [0, 0, 0];
const after: Point = [0, 0, 0];

/**
 * Returns how firmly a foot stands, from 0 to 1. A foot stands if it is near its lowest height and hardly moves. This
 * is only a visual hint; Footwork computes its events elsewhere.
 */
export function contactOf(
  frames: Frames,
  frame: number,
  joint: number,
  jointCount: number,
  framesPerSec: number,
  lowest: number,
  stature: number,
): number {
  if (!readPoint(frames, frame, joint, jointCount, now)) return 0;
  const isFirst = !readPoint(frames, frame - 1, joint, jointCount, before);
  const isLast = !readPoint(frames, frame + 1, joint, jointCount, after);
  const from = isFirst ? now : before;
  const to = isLast ? now : after;
  const steps = (isFirst ? 0 : 1) + (isLast ? 0 : 1);
  const moved = Math.hypot(to[0] - from[0], to[1] - from[1], to[2] - from[2]);
  const speed = steps === 0 ? 0 : (moved / steps) * framesPerSec;
  return fall((now[1] - lowest) / stature, 0.012, 0.035) * fall(speed / stature, 0.12, 0.4);
}

/**
 * Returns the lowest height of a joint in the loaded frames, or the height of the floor if the joint never comes near
 * it.
 */
export function lowestOf(
  frames: Frames,
  count: number,
  joint: number,
  jointCount: number,
  stature: number,
): number {
  let lowest = Infinity;
  const stride = Math.max(Math.floor(count / 400), 1);
  for (let frame = 0; frame < count; frame += stride) {
    if (readPoint(frames, frame, joint, jointCount, now)) lowest = Math.min(lowest, now[1]);
  }
  return Math.abs(lowest) < 0.15 * stature ? lowest : 0;
}

/** Returns 1 up to `from`, 0 from `to` on, and a smooth transition in between. */
function fall(value: number, from: number, to: number): number {
  const share = Math.min(Math.max((value - from) / (to - from), 0), 1);
  return 1 - share * share * (3 - 2 * share);
}
