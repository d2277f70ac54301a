/** A user's place in a library: the open clip, the shown frame, the query. */
export interface Place {
  clip?: string | undefined;
  frame?: number | undefined;
  query?: string | undefined;
}

/** The parts of the browser's address and its history that a place needs. */
export interface Address {
  /** The query part of the address, such as `?clip=walk.bvh`. */
  search(): string;
  /** Replaces the query part; `isNew` adds a step to the browser's history. */
  show(search: string, isNew: boolean): void;
}

/** The delay before the address names a new frame, in milliseconds: browsers limit the rate of changes. */
const REST_MS = 300;

const keyOf = (root: string) => `footwork.place ${root}`;

/**
 * The place in a library. The address contains it, so that reloading, going back and links lead there. The tab also
 * keeps it for each library, because each launch of the server prints an address without a place.
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
      // The address has it.
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
    /** Notes the user's place. Another clip adds a step to the history. */
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
    /** Discards the pending write, because the address now names another place. */
    drop() {
      clearTimeout(timer);
      waiting = undefined;
    },
    /** Makes the pending write, because the page is about to close. */
    flush,
  };
}

/** The place that the query part of an address names. */
export function fromSearch(search: string): Place {
  const named = new URLSearchParams(search);
  const frame = named.get("frame");
  return sound({
    clip: named.get("clip") ?? undefined,
    frame: frame === null ? undefined : Number(frame),
    query: named.get("query") ?? undefined,
  });
}

/** The query part of the address of a place. */
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
