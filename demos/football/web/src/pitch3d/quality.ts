/** The time over which the frame rate is measured, in seconds. */
const WINDOW_SECS = 1.5;

/** Lowers the resolution while the frame rate is low, and raises it again when the frame rate is high. */
export function createQuality(devicePixelRatio: number, isSoftware: boolean, isFixed: boolean) {
  const best = isSoftware ? 1 : Math.min(Math.max(devicePixelRatio, 1), 2);
  const [slow, quick] = isSoftware ? [22, 45] : [48, 58];
  const lowest = isSoftware ? 0.35 : 0.5;
  let ratio = isSoftware ? 0.5 : best;
  let since = 0;
  let frames = 0;
  let rate = 0;
  return {
    /** Notes that a picture is drawn at `now`, in seconds. Returns the pixel ratio to draw it with. */
    drawn(now: number): number {
      if (since === 0 || now - since > 3 * WINDOW_SECS) {
        since = now;
        frames = 0;
      }
      frames += 1;
      if (now - since >= WINDOW_SECS) {
        rate = frames / (now - since);
        since = now;
        frames = 0;
        if (isFixed) ratio = best;
        else if (rate < slow) ratio = Math.max(ratio * 0.85, lowest);
        else if (rate > quick) ratio = Math.min(ratio * 1.1, best);
      }
      return ratio;
    },
    /** Returns the recent number of pictures per second. */
    rate: () => rate,
  };
}
