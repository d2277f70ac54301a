import { type Box, growBox } from "../cameraFit";
import { type Figure, headingOf } from "../figure";
import type { Point, Shown } from "../frames";
import type { Character } from "./character";

/** A clip on the stage. */
export interface Performance {
  shown: Shown;
  figure: Figure;
  character: Character;
}

/** A second clip on the stage, beside the first one. */
export interface Second extends Performance {
  /** The position in its own world that its picture is relative to. */
  origin: Point;
  frame: number;
}

/** How far apart the characters of two clips are, in statures. */
const APART = 0.62;

/** Puts the origin under the hips, a whole number of strong lines from the world's, so that the lines keep their places. */
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

/** The origin of a second clip: its character at the side of the first one, or at its place. */
export function placeBeside(
  { shown, figure }: Pick<Performance, "shown" | "figure">,
  first: Performance,
  origin: Readonly<Point>,
  at: number,
  isApart: boolean,
): Point {
  const poses = [first.shown.positions(0), shown.positions(0) ?? shown.positions(at)];
  const [own, other] = poses;
  const hips = (pose: Float32Array | undefined, of: Figure, axis: number) =>
    pose?.[of.landmarks.hips * 3 + axis] ?? 0;
  const [x, z] = own ? headingOf(first.figure, own) : [0, 1];
  const apart = isApart ? APART * Math.max(figure.stature, first.figure.stature) : 0;
  // To the left of where the first one faces.
  const left = [z * apart, 0, -x * apart];
  return [0, 1, 2].map((axis) => {
    if (axis === 1) return origin[1];
    const shift = hips(other, figure, axis) - hips(own, first.figure, axis);
    return origin[axis as 0 | 2] + shift - (left[axis] ?? 0);
  }) as Point;
}

/** The box to frame: the pose, or if the camera does not follow, the path of the clip. */
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
