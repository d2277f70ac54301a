import type { Figure } from "../figure";
import { followPoint } from "../follow";
import type { Point, Shown } from "../frames";

/** Moves the camera as far as the hips have moved since the last shown frame. */
export function createFollower(shift: (x: number, y: number, z: number) => void) {
  const last: Point = [0, 0, 0];
  const point: Point = [0, 0, 0];
  let hasLast = false;
  return {
    /** Forgets the last position of the hips, because another clip opens. */
    reset() {
      hasLast = false;
    },
    /** Notes that a frame is shown. If `isOn`, moves the camera with the hips. */
    to(shown: Shown, figure: Figure, frame: number, isOn: boolean) {
      const { hips } = figure.landmarks;
      const count = figure.joints.names.length;
      if (!followPoint(shown, frame, hips, count, shown.framesPerSec, point)) return;
      if (isOn && hasLast) shift(point[0] - last[0], point[1] - last[1], point[2] - last[2]);
      hasLast = true;
      [last[0], last[1], last[2]] = point;
    },
  };
}
