/** The most pixels of the picture to one of the page. */
const MOST_RATIO = 1.5;
/** Of how many frames in a row the slowness is judged. */
const FRAMES = 12;
/** A frame that takes longer than this is slow, in milliseconds: 60 a second, with some room. */
const SLOW_MS = 20;
/** The longest wait that is counted: after a longer one the picture simply stood still. */
const PAUSE_MS = 120;
/** What the number of pixels is multiplied with, at worst. */
const WORST = 0.75;

/**
 * Fewer pixels while the picture moves too slowly, and all of them when it stands still. A renderer
 * in software smooths no edges while the picture moves, and has more pixels instead when it rests.
 */
export function createQuality(devicePixelRatio: number, isSoftware: boolean) {
  const resting = isSoftware ? MOST_RATIO : Math.min(Math.max(devicePixelRatio, 1), MOST_RATIO);
  const best = isSoftware ? 1 : resting;
  let factor = 1;
  let last = -Infinity;
  let slow = 0;
  return {
    /** A frame is drawn now; says with how many pixels. */
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
