import { type Frames, type Point, readPoint } from "./frames";

/** How many frames are read to each side. */
const TAPS = 6;
const before: Point = [0, 0, 0];
const after: Point = [0, 0, 0];

/**
 * Where a camera that follows the character looks on a frame: where the hips are, smoothed over half
 * a second to both sides. It is a function of the frame alone, so that scrubbing to a frame shows
 * the same picture as playing to it, and nothing lags behind. False where the frame is not there.
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
    // Beyond the ends and where nothing is loaded yet the frame on the other side is left out too:
    // the mean then stays at the frame, and does not jump when more is loaded.
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
