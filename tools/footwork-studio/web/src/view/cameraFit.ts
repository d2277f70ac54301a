import type { Point } from "./frames";

/** An axis-aligned box. */
export interface Box {
  least: Point;
  most: Point;
}

/** Extends a box by some joints of a pose, moved by an offset. Skips joints at NaN. */
export function growBox(
  box: Box | undefined,
  pose: Float32Array,
  joints: readonly number[],
  shift: Readonly<Point> = [0, 0, 0],
) {
  const grown = box ?? {
    least: [Infinity, Infinity, Infinity] as Point,
    most: [-Infinity, -Infinity, -Infinity] as Point,
  };
  for (const joint of joints) {
    for (let axis = 0; axis < 3; axis += 1) {
      const value = (pose[joint * 3 + axis] ?? 0) + (shift[axis] ?? 0);
      if (value < (grown.least[axis] as number)) grown.least[axis] = value;
      if (value > (grown.most[axis] as number)) grown.most[axis] = value;
    }
  }
  return Number.isFinite(grown.least[0]) ? grown : undefined;
}

/**
 * Returns the ball that the camera must show. It is centred on a box and reaches the box's corners, and leaves room for
 * the character to stand up and stretch its arms.
 */
export function ballOf(box: Box, stature: number): { centre: Point; radius: number } {
  const { least, most } = box;
  const centre: Point = [
    (least[0] + most[0]) / 2,
    (least[1] + most[1]) / 2,
    (least[2] + most[2]) / 2,
  ];
  const radius = Math.hypot(most[0] - least[0], most[1] - least[1], most[2] - least[2]) / 2;
  return { centre, radius: Math.max(radius * 1.08, stature * 0.58) };
}

/** Returns the distance at which a camera sees a whole ball. The angle is the vertical field of view. */
export function fitDistance(radius: number, fieldOfViewRad: number, aspect: number): number {
  const up = fieldOfViewRad / 2;
  const across = Math.atan(Math.tan(up) * aspect);
  return radius / Math.sin(Math.min(up, across));
}

/** The direction of the camera, in radians: around the up axis, and from the up axis downwards. */
export interface Bearing {
  azimuth: number;
  polar: number;
}

export type Look = "front" | "side" | "top";

/** Returns the bearing of a viewpoint for a character that faces in a direction. */
export function bearingOf(look: Look, [x, z]: readonly [number, number]): Bearing {
  const ahead = Math.atan2(x, z);
  switch (look) {
    case "front":
      return { azimuth: ahead, polar: Math.PI / 2 };
    case "side":
      // The character faces the right of the picture.
      return { azimuth: ahead - Math.PI / 2, polar: Math.PI / 2 };
    case "top":
      return { azimuth: ahead, polar: 1e-4 };
  }
}

/** Returns the unit vector from the target to the camera. */
export function directionOf({ azimuth, polar }: Bearing): Point {
  const flat = Math.sin(polar);
  return [flat * Math.sin(azimuth), Math.cos(polar), flat * Math.cos(azimuth)];
}

/** Returns the bearing of a camera at an offset from its target. */
export function bearingFrom([x, y, z]: Point): Bearing {
  const length = Math.hypot(x, y, z);
  const polar = length === 0 ? Math.PI / 2 : Math.acos(Math.min(Math.max(y / length, -1), 1));
  return { azimuth: Math.atan2(x, z), polar };
}

/** Returns a turned bearing, which stops at the poles. */
export function turned({ azimuth, polar }: Bearing, by: Bearing): Bearing {
  return {
    azimuth: azimuth + by.azimuth,
    polar: Math.min(Math.max(polar + by.polar, 1e-4), Math.PI - 1e-4),
  };
}

/** Returns the spacing of the floor's lines in metres for a character of this stature; 1 for a person. */
export function gridUnit(stature: number): number {
  return 10 ** Math.round(Math.log10(Math.max(stature, 1e-6) / 1.8));
}
