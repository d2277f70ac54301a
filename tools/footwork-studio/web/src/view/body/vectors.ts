import type { Point } from "../frames";

/** Returns the position of a joint in a pose. */
export const placeOf = (pose: Float32Array, joint: number): Point => [
  pose[joint * 3] ?? 0,
  pose[joint * 3 + 1] ?? 0,
  pose[joint * 3 + 2] ?? 0,
];

export const minus = (a: Point, b: Point): Point => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];

/** Returns `a` plus `by` times `way`. */
export const along = (a: Point, way: Point, by: number): Point => [
  a[0] + way[0] * by,
  a[1] + way[1] * by,
  a[2] + way[2] * by,
];

export const times = (a: Point, by: number): Point => [a[0] * by, a[1] * by, a[2] * by];

/** Interpolates two points, from 0 at `a` to 1 at `b`. */
export const between = (a: Point, b: Point, share: number): Point => along(a, minus(b, a), share);

export const dot = (a: Point, b: Point) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

export const cross = (a: Point, b: Point): Point => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

export const length = (a: Point) => Math.hypot(a[0], a[1], a[2]);

/** Normalizes a vector; returns `otherwise` if it has no direction. */
export function unit(a: Point, otherwise: Point): Point {
  const size = length(a);
  return size > 1e-9 ? [a[0] / size, a[1] / size, a[2] / size] : otherwise;
}

/**
 * Returns the unit vector along the part of `a` perpendicular to the unit vector `way`; `otherwise` if that part is
 * zero.
 */
export const squareTo = (a: Point, way: Point, otherwise: Point): Point =>
  unit(along(a, way, -dot(a, way)), otherwise);

/**
 * Rotates `a` by the shortest rotation from `from` to `to`. Both are unit vectors, and `a` is perpendicular to `from`.
 */
export function carried(a: Point, from: Point, to: Point): Point {
  const share = dot(a, to) / Math.max(1 + dot(from, to), 0.05);
  const sum: Point = [from[0] + to[0], from[1] + to[1], from[2] + to[2]];
  return squareTo(along(a, sum, -share), to, a);
}
