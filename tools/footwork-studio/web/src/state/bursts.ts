/** The longest pause between two keys of a burst, in milliseconds. */
export const MAX_PAUSE_MS = 2000;

/**
 * Groups edits that undo together: those made in one burst of keys, without a longer pause or the pointer. The ids of
 * edits in one burst agree up to the last `/`.
 */
export function createBursts() {
  let burst = crypto.randomUUID();
  let last = Number.NEGATIVE_INFINITY;
  const end = () => {
    burst = crypto.randomUUID();
  };
  const act = () => {
    const now = performance.now();
    if (now - last > MAX_PAUSE_MS) end();
    last = now;
  };
  return {
    /** Notes a key press. */
    pressed: act,
    /** Makes the next edit start a new burst, after use of the pointer or another action. */
    end,
    /** Returns the current burst and the id of a new edit. */
    next() {
      act();
      return { burst, id: `${burst}/${crypto.randomUUID()}` };
    },
  };
}

export type Bursts = ReturnType<typeof createBursts>;
