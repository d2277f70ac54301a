import { type Frames, type Point, readPoint } from "./frames";

/** The number of sampled frames on each side of the shown frame. */
const TAPS = 6;
const before: Point = [0, 0, 0];
const after: Point = [0, 0, 0];

/**
 * Computes the target of a following camera in a frame: the position of the hips, smoothed over half a second on each
 * side. The target depends only on the frame, so that scrubbing to a frame shows the same picture as playing to it.
 * Returns false if the frame is not loaded.
 */
export function followPoint(
  frames: Frames,
  frame: number,
  hips: number,
  jointCount: number,
  framesPerSec: number,
  into: Point,
): boolean {
  let x = 0;
  let y = 0;
  let z = 0;
  let weights = 0;
  for (let tap = 0; tap <= TAPS; tap += 1) {
    // If a sample is beyond the end of the clip or not loaded, leave out the opposite sample too. The mean then stays
    // at the frame, and does not jump when more frames are loaded.
    const away = Math.round((tap / TAPS) * framesPerSec * 0.5);
    if (!readPoint(frames, frame - away, hips, jointCount, before)) continue;
    if (!readPoint(frames, frame + away, hips, jointCount, after)) continue;
    const weight = TAPS + 1 - tap;
    x += weight * (before[0] + after[0]);
    y += weight * (before[1] + after[1]);
    z += weight * (before[2] + after[2]);
    weights += 2 * weight;
  }
  if (weights === 0) return false;
  into[0] = x / weights;
  into[1] = y / weights;
  into[2] = z / weights;
  return true;
}
