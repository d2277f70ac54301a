/** A user's place in a library: the open clip, the shown frame, the query. */
export interface Place {
  clip?: string | undefined;
  frame?: number | undefined;
  query?: string | undefined;
}

/** The parts of the browser's address and history that a place needs. */
export interface Address {
  /** Returns the query part of the address, such as `?clip=walk.bvh`. */
  search(): string;
  /** Replaces the query part. `isNew` adds an entry to the browser's history. */
  show(search: string, isNew: boolean): void;
}

/**
 * The delay before the address receives a new frame, in milliseconds. Browsers limit how often an address may change.
 */
const REST_MS = 300;

const keyOf = (root: string) => `footwork.place ${root}`;

/**
 * Stores the user's place. The address contains the place, so that reloading, going back and opening a link lead there.
 * The tab also stores the place for each library, because each launch of the server prints an address without one.
 */
export function createPlace(
  storage: Pick<Storage, "getItem" | "setItem"> | undefined,
  address: Address,
) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waiting: (() => void) | undefined;
  const flush = () => {
    clearTimeout(timer);
    waiting?.();
    waiting = undefined;
  };
  const show = (root: string, place: Place, isNew: boolean) => {
    address.show(toSearch(place), isNew);
    try {
      storage?.setItem(keyOf(root), JSON.stringify(place));
    } catch {
      // Storage is full or forbidden. The address still has the place.
    }
  };
  return {
    read(root: string): Place {
      const named = fromSearch(address.search());
      if (named.clip !== undefined || named.query !== undefined) return named;
      try {
        return sound(JSON.parse(storage?.getItem(keyOf(root)) ?? "{}"));
      } catch {
        return {};
      }
    },
    /** Stores the user's place. Another clip adds an entry to the history. */
    write(root: string, place: Place) {
      const { clip } = fromSearch(address.search());
      if (clip === place.clip) {
        clearTimeout(timer);
        waiting = () => show(root, place, false);
        timer = setTimeout(flush, REST_MS);
      } else {
        flush();
        show(root, place, clip !== undefined);
      }
    },
    /** Cancels the pending write, because the address has changed to another place. */
    drop() {
      clearTimeout(timer);
      waiting = undefined;
    },
    /** Writes the pending place at once, because the page is about to close. */
    flush,
  };
}

/** Returns the place in the query part of an address. */
export function fromSearch(search: string): Place {
  const named = new URLSearchParams(search);
  const frame = named.get("frame");
  return sound({
    clip: named.get("clip") ?? undefined,
    frame: frame === null ? undefined : Number(frame),
    query: named.get("query") ?? undefined,
  });
}

/** Returns the query part of the address of a place. */
export function toSearch({ clip, frame, query }: Place): string {
  const named = new URLSearchParams();
  if (clip !== undefined) named.set("clip", clip);
  if (frame !== undefined && frame > 0) named.set("frame", `${frame}`);
  if (query !== undefined && query !== "") named.set("query", query);
  const text = named.toString().replaceAll("%2F", "/");
  return text === "" ? "" : `?${text}`;
}

/** Returns the valid parts of a place from outside, such as an address or the browser's store. */
function sound(given: unknown): Place {
  const { clip, frame, query } = (given ?? {}) as Record<string, unknown>;
  return {
    ...(typeof clip === "string" && { clip }),
    ...(typeof frame === "number" && Number.isInteger(frame) && frame >= 0 && { frame }),
    ...(typeof query === "string" && { query }),
  };
}
