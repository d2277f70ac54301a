/** Where somebody was in a library: kept for as long as the tab is there, so that loading the page again goes on. */
export interface Place {
  clip?: string | undefined;
  query?: string | undefined;
}

const keyOf = (root: string) => `footwork.place ${root}`;

/** The place in a library, of which each folder has its own. */
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
        // Without it the page begins with the first clip, which is no harm.
      }
    },
  };
}
