/** The longest pause between two keys of a burst, in milliseconds. */
export const MAX_PAUSE_MS = 2000;

/**
 * Tells which edits undo together: those made within one burst of keys, without a longer pause and without the pointer.
 * Edits of one burst have ids that begin alike, up to the last `/`.
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
    /** A key went down. */
    pressed: act,
    /** The next edit begins a new burst: the pointer was used, or something else was done. */
    end,
    /** Returns the current burst and the id of a new edit. */
    next() {
      act();
      return { burst, id: `${burst}/${crypto.randomUUID()}` };
    },
  };
}

export type Bursts = ReturnType<typeof createBursts>;
