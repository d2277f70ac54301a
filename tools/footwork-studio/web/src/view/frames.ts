import type { MotionChunk } from "../state/motion";

/** The loaded frames of a clip. `Motion` implements this interface. */
export interface Frames {
  chunkAt(frame: number): MotionChunk | undefined;
}

/** A point: x, y and z. */
export type Point = [x: number, y: number, z: number];

/** Reads the position of a joint in a frame. Returns false and reads nothing if the frame is not loaded. */
export function readPoint(
  frames: Frames,
  frame: number,
  joint: number,
  jointCount: number,
  into: Point,
): boolean {
  const chunk = frames.chunkAt(frame);
  if (!chunk || frame < chunk.start || frame >= chunk.stop) return false;
  const from = ((frame - chunk.start) * jointCount + joint) * 3;
  into[0] = chunk.values[from] ?? 0;
  into[1] = chunk.values[from + 1] ?? 0;
  into[2] = chunk.values[from + 2] ?? 0;
  return true;
}

/** A clip on the stage. */
export interface Shown extends Frames {
  positions(frame: number): Float32Array | undefined;
  /** The rotations of the joints as quaternions; `undefined` if no mesh needs them, or if they are not loaded. */
  turnsAt(frame: number): Float32Array | undefined;
  frames: number;
  framesPerSec: number;
}

/** The number of poses from which the stance of the feet is determined. */
const STANCES = 48;

/** Returns poses that are evenly spaced over the frames of a chunk. */
export function posesOf(
  shown: Pick<Shown, "positions">,
  chunk: Pick<MotionChunk, "start" | "stop"> | undefined,
): Float32Array[] {
  const { start, stop } = chunk ?? { start: 0, stop: 0 };
  const stride = Math.max(Math.floor((stop - start) / STANCES), 1);
  const poses: Float32Array[] = [];
  for (let at = start; at < stop; at += stride) {
    const pose = shown.positions(at);
    if (pose) poses.push(pose);
  }
  return poses;
}
