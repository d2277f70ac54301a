/** The longest pause between two keys of a burst, in milliseconds. */
export const MAX_PAUSE_MS = 2000;

/**
 * Groups edits that undo together: those made in one burst of keys, without a longer pause or the pointer. The ids of edits in
 * one burst agree up to the last `/`. A pause is measured by the times of the keys themselves, so that the groups do not
 * depend on how fast the page handles keys and makes edits.
 */
export function createBursts() {
  let burst = crypto.randomUUID();
  /** When a key last went down, repeated or went up. */
  let last = Number.NEGATIVE_INFINITY;
  const end = () => {
    burst = crypto.randomUUID();
  };
  return {
    /** Notes a key that went down or repeated at a time of the page's clock, in milliseconds. */
    key(timeStamp: number) {
      if (timeStamp - last > MAX_PAUSE_MS) end();
      last = timeStamp;
    },
    /** Notes a key that went up. No pause ends here, however long the key was held. */
    keyUp(timeStamp: number) {
      last = timeStamp;
    },
    /** Makes the next edit start a new burst, after use of the pointer or another action. */
    end,
    /** Returns the current burst and the id of a new edit. */
    next: () => ({ burst, id: `${burst}/${crypto.randomUUID()}` }),
  };
}

export type Bursts = ReturnType<typeof createBursts>;
