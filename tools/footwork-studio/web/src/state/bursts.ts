/** The longest pause between two keys of a burst, in milliseconds. */
export const MAX_PAUSE_MS = 2000;

/**
 * Groups edits that are undone together: those made in one burst of keys, without a long pause or a use of the pointer
 * in between. The ids of edits in one burst agree up to the last `/`. Pauses are measured by the times of the keys
 * themselves, so that the groups do not depend on how fast the page handles keys and makes edits.
 */
export function createBursts() {
  let burst = crypto.randomUUID();
  /** The time at which a key last went down, repeated or went up. */
  let last = Number.NEGATIVE_INFINITY;
  const end = () => {
    burst = crypto.randomUUID();
  };
  return {
    /** Notes that a key went down or repeated, at a time of the page's clock in milliseconds. */
    key(timeStamp: number) {
      if (timeStamp - last > MAX_PAUSE_MS) end();
      last = timeStamp;
    },
    /** Notes that a key went up. A long hold of a key does not count as a pause. */
    keyUp(timeStamp: number) {
      last = timeStamp;
    },
    /** Makes the next edit start a new burst, because the user used the pointer or did another deliberate action. */
    end,
    /** Returns the current burst and an id for a new edit in it. */
    next: () => ({ burst, id: `${burst}/${crypto.randomUUID()}` }),
  };
}

export type Bursts = ReturnType<typeof createBursts>;
