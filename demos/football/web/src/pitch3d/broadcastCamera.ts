import { PerspectiveCamera, Vector3 } from "three";
import type { PitchInfo } from "../worker/messages";

/** How far ahead of the ball the camera looks, in seconds of the ball's flight. */
const LEAD_SECS = 0.45;
/** The maximum distance that the camera looks ahead of the ball, in metres. */
const MAX_LEAD_M = 5;
/** The time constant of the springs of the camera's position, in seconds. */
const FOLLOW_SECS = 0.38;
/** The time constant of the springs of the camera's zoom, in seconds. */
const ZOOM_SECS = 0.9;
/** The distance of a controlled footballer beyond which the camera moves towards it, in metres. */
const NEAR_M = 11;
/** The maximum distance by which the camera moves towards a controlled footballer, in metres. */
const MAX_ASIDE_M = 8;
/** The distance of a controlled footballer up to which the picture widens to show it, in metres. */
const MAX_FAR_M = 18;
/** The maximum width of the picture in metres when it widens because panels cover it. */
const MAX_WIDE_M = 38;

/** The parts of the picture covered by panels at its left and right, as fractions of its width. */
export interface Covered {
  left: number;
  right: number;
}

/** The positions that the camera should keep in the picture. */
export interface Play {
  ball: readonly [number, number, number];
  velocity: readonly [number, number, number];
  /** Other positions to show, such as those of controlled footballers. */
  others: readonly (readonly [x: number, z: number])[];
}

/** A critically damped spring towards a moving value. */
export function createSpring(value: number, secs: number) {
  let speed = 0;
  let at = value;
  return {
    get value() {
      return at;
    },
    /** Moves towards `to` for `by` seconds. The solution is exact, so it is stable for any step. */
    follow(to: number, by: number) {
      const w = 2 / secs;
      const decay = Math.exp(-w * by);
      const way = at - to;
      const push = (speed + w * way) * by;
      at = to + (way + push) * decay;
      speed = (speed - w * push) * decay;
      return at;
    },
    jump(to: number) {
      at = to;
      speed = 0;
    },
  };
}

/** A broadcast camera: on the near side, slightly ahead of the ball, closer when the play is tight. */
export function createBroadcastCamera(pitch: PitchInfo) {
  const camera = new PerspectiveCamera(30, 1.6, 1, 900);
  const x = createSpring(0, FOLLOW_SECS);
  const z = createSpring(0, FOLLOW_SECS);
  const span = createSpring(17, ZOOM_SECS);
  const look = new Vector3();
  const isLarge = pitch.length > 60;
  const [halfX, halfZ] = [pitch.length / 2, pitch.width / 2];
  let isFirst = true;
  let zoom = 1;
  let covered: Covered = { left: 0, right: 0 };
  const aside = createSpring(0, ZOOM_SECS);
  return {
    camera,
    /** Multiplies the zoom; 1 leaves it unchanged. */
    zoomBy(factor: number) {
      zoom = Math.min(Math.max(zoom * factor, 0.55), 1.9);
    },
    resize(aspect: number) {
      camera.aspect = aspect;
      camera.updateProjectionMatrix();
    },
    /** Keeps the play in the uncovered part of the picture. */
    cover(by: Covered) {
      covered = by;
    },
    /** Advances by some seconds of real time. */
    follow({ ball, velocity, others }: Play, secs: number) {
      const lead = (speed: number) =>
        Math.max(-MAX_LEAD_M, Math.min(MAX_LEAD_M, speed * LEAD_SECS));
      const clamp = (value: number, most: number) => Math.max(-most, Math.min(most, value));
      let wantedX = clamp(ball[0] + lead(velocity[0]), halfX - 6);
      let wantedZ = clamp(ball[2] + 0.5 * lead(velocity[2]), halfZ - 2);
      const farOf = (other: readonly [number, number]) =>
        Math.hypot(other[0] - wantedX, 0.8 * (other[1] - wantedZ));
      // Move towards the farthest footballer outside the picture, while the ball stays in it.
      const farthest = others.reduce((most, other) => Math.max(most, farOf(other)), 0);
      const lost = others.find((other) => farOf(other) === farthest && farthest > NEAR_M);
      if (lost) {
        const share = Math.min(0.6 * (farthest - NEAR_M), MAX_ASIDE_M) / farthest;
        [wantedX, wantedZ] = [
          wantedX + share * (lost[0] - wantedX),
          wantedZ + share * (lost[1] - wantedZ),
        ];
      }
      let far = 5;
      for (const other of others) far = Math.max(far, Math.min(farOf(other), MAX_FAR_M));
      // The width of the picture at the point the camera looks at, in metres.
      const open =
        (isLarge ? 17 : 13) +
        1.05 * far +
        0.12 * Math.hypot(velocity[0], velocity[2]) +
        0.9 * ball[1];
      // The uncovered part must show the controlled footballers.
      const free = Math.max(1 - covered.left - covered.right, 0.2);
      const wide = Math.max(open, Math.min((2 * (far + 2)) / free, MAX_WIDE_M));
      const middle = (covered.left - covered.right) / 2;
      if (isFirst || Math.abs(wantedX - x.value) > 18) {
        x.jump(wantedX);
        z.jump(wantedZ);
        span.jump(wide);
        aside.jump(middle);
        isFirst = false;
      }
      x.follow(wantedX, secs);
      z.follow(wantedZ, secs);
      span.follow(wide, secs);
      // Shift the whole picture, so that the pitch stays level.
      const { aspect } = camera;
      camera.setViewOffset(aspect, 1, -aside.follow(middle, secs) * aspect, 0, aspect, 1);
      const half = Math.tan((camera.fov * Math.PI) / 360) * Math.min(camera.aspect, 1.9);
      const distance = span.value / zoom / 2 / half;
      // Look from the side, which keeps the pitch level, and turn slightly towards the target.
      look.set(x.value, 0.6, z.value * 0.72);
      const height = 0.4 + 0.36 * distance;
      camera.position.set(
        x.value * 0.93,
        height,
        look.z + Math.sqrt(Math.max(distance ** 2 - height ** 2, 1)),
      );
      camera.lookAt(look);
    },
    look,
  };
}

export type BroadcastCamera = ReturnType<typeof createBroadcastCamera>;
