import { type Box, growBox } from "../cameraFit";
import type { Figure } from "../figure";
import { followPoint } from "../follow";
import { type Point, readPoint, type Shown } from "../frames";
import type { Character } from "./character";

/** A clip on the stage. */
export interface Performance {
  shown: Shown;
  figure: Figure;
  character: Character;
}

/** A second clip on the stage, next to the first clip. */
export interface Second extends Performance {
  /** The world position that the second clip's positions in the picture are relative to. */
  origin: Point;
  frame: number;
}

/** The distance between the characters of two clips, in body heights. */
const APART = 0.66;

/**
 * Puts the origin on the floor under the hips, rounded to multiples of `step`. `step` is the distance between strong
 * lines, so that the lines keep their places.
 */
export function placeOrigin(
  origin: Point,
  pose: Float32Array | undefined,
  { landmarks }: Figure,
  step: number,
) {
  const round = (value: number | undefined) => Math.round((value ?? 0) / step) * step || 0;
  origin[0] = round(pose?.[landmarks.hips * 3]);
  origin[1] = 0;
  origin[2] = round(pose?.[landmarks.hips * 3 + 2]);
}

/** Where a second clip is placed. */
export interface Placing {
  origin: Readonly<Point>;
  frame: number;
  follow: boolean;
  isApart: boolean;
  /** The direction to the right of the picture on the floor, as x and z. */
  right: readonly [number, number];
}

const own: Point = [0, 0, 0];
const other: Point = [0, 0, 0];

/**
 * Moves a second clip to the right of the first clip in the picture, or to its own place. If the camera follows, the
 * clips stay side by side at any speed. Otherwise each moves along its own path from there.
 */
export function placeSecond(
  { shown, figure }: Performance,
  second: Second,
  { origin, frame, follow, isApart, right }: Placing,
) {
  if (!find(shown, figure, follow ? frame : 0, follow, own)) return;
  if (!find(second.shown, second.figure, follow ? second.frame : 0, follow, other)) return;
  const apart = isApart ? APART * Math.max(figure.stature, second.figure.stature) : 0;
  second.origin[0] = origin[0] + other[0] - own[0] - right[0] * apart;
  second.origin[1] = origin[1];
  second.origin[2] = origin[2] + other[2] - own[2] - right[1] * apart;
}

/** Computes the position of the hips, smoothed if the camera follows. Returns false if the frame is not loaded. */
function find(
  shown: Shown,
  { landmarks, joints }: Figure,
  frame: number,
  smooth: boolean,
  into: Point,
) {
  const { hips } = landmarks;
  const count = joints.names.length;
  if (smooth) return followPoint(shown, frame, hips, count, shown.framesPerSec, into);
  return readPoint(shown, frame, hips, count, into);
}

/**
 * Returns the box that the camera must show: around the pose if the camera follows, else around all poses of the clip.
 */
export function boxOfAll(
  { shown, figure, character }: Performance,
  frame: number,
  follow: boolean,
  before?: Box,
  shift: Readonly<Point> = [0, 0, 0],
): Box | undefined {
  let box = before;
  const stride = Math.max(Math.floor(shown.frames / 64), 1);
  for (let at = 0; !follow && at < shown.frames; at += stride) {
    const pose = shown.positions(at);
    if (pose) box = growBox(box, pose, figure.body, shift);
  }
  const pose = shown.positions(frame) ?? shown.positions(0);
  const mesh = character.meshBox(frame);
  if (mesh) box = growBox(box, Float32Array.from([...mesh.least, ...mesh.most]), [0, 1], shift);
  return pose ? growBox(box, pose, figure.body, shift) : box;
}
