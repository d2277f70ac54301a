/** The maximum number of device pixels per CSS pixel. */
const MAX_RATIO = 1.5;
/** By how much slow frames must outnumber fast frames before the resolution is lowered. */
const FRAMES = 12;
/** The time above which a frame counts as slow, in milliseconds. It allows for 60 frames per second, with some room. */
const SLOW_MS = 20;
/** The longest counted interval between frames, in milliseconds. In a longer interval, the picture was idle. */
const PAUSE_MS = 120;
/** The minimum factor applied to the resolution. */
const WORST = 0.75;

/**
 * Lowers the resolution while the picture moves too slowly, and restores it at rest. A software renderer does not
 * antialias while the picture moves. At rest, it uses more pixels instead.
 */
export function createQuality(devicePixelRatio: number, isSoftware: boolean) {
  const resting = isSoftware ? MAX_RATIO : Math.min(Math.max(devicePixelRatio, 1), MAX_RATIO);
  const best = isSoftware ? 1 : resting;
  let factor = 1;
  let last = -Infinity;
  let slow = 0;
  return {
    /** Notes that a frame of a moving picture is drawn now. Returns the resolution for this frame. */
    moving(now: number): number {
      const took = now - last;
      last = now;
      if (took > PAUSE_MS) slow = 0;
      else if (took > SLOW_MS) slow += 1;
      else slow = Math.max(slow - 1, 0);
      if (slow >= FRAMES && factor > WORST) {
        factor = Math.max(factor * 0.8, WORST);
        slow = 0;
      }
      return best * factor;
    },
    still: () => resting,
  };
}
