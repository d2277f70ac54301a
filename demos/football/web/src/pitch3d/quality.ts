/** Over how many seconds the rate of pictures is measured. */
const WINDOW_SECS = 1.5;
const LOWEST = 0.5;

/** Lowers the resolution while too few pictures are drawn, and raises it again while there is room. */
export function createQuality(devicePixelRatio: number, isSoftware: boolean) {
  const best = isSoftware ? 1 : Math.min(Math.max(devicePixelRatio, 1), 2);
  const [slow, quick] = isSoftware ? [22, 45] : [48, 58];
  let ratio = isSoftware ? 0.8 : best;
  let since = 0;
  let frames = 0;
  let rate = 0;
  return {
    /** A picture is drawn at this time, in seconds. Returns its resolution. */
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
        if (rate < slow) ratio = Math.max(ratio * 0.85, LOWEST);
        else if (rate > quick) ratio = Math.min(ratio * 1.1, best);
      }
      return ratio;
    },
    /** Pictures a second, lately. */
    rate: () => rate,
  };
}
