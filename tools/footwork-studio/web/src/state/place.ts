/** The user's place in a library: kept for the lifetime of the tab, so that reloading the page restores it. */
export interface Place {
  clip?: string | undefined;
  query?: string | undefined;
}

const keyOf = (root: string) => `footwork.place ${root}`;

/** The place in a library. Each folder has its own. */
export function createPlace(storage: Pick<Storage, "getItem" | "setItem"> | undefined) {
  return {
    read(root: string): Place {
      try {
        const kept: unknown = JSON.parse(storage?.getItem(keyOf(root)) ?? "{}");
        const { clip, query } = (kept ?? {}) as Record<string, unknown>;
        return {
          clip: typeof clip === "string" ? clip : undefined,
          query: typeof query === "string" ? query : undefined,
        };
      } catch {
        return {};
      }
    },
    write(root: string, place: Place) {
      try {
        storage?.setItem(keyOf(root), JSON.stringify(place));
      } catch {
        // Without it the page opens the first clip, which does no harm.
      }
    },
  };
}
