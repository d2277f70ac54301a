import { createEffect, createMemo, createSignal, on, onCleanup } from "solid-js";
import type { Problem } from "../api/types";
import { problemOf } from "../state/editQueue";
import type { Studio } from "../state/studio";

/** The delay between the last key press and the request to the server, in milliseconds. */
const REST_MS = 150;

/** The effect of applying the tag, or the reason why it cannot be applied. */
type Would = { clips: number } | { problem: Problem };

/**
 * The clips in which a tag is applied to the matches of the query, which are the listed clips with matches, and the
 * number of clips that would change.
 */
export function createApplyScope(studio: Studio, tag: () => string) {
  const [would, setWould] = createSignal<Would | undefined>(undefined);
  const listed = createMemo(() => new Set(studio.listedNames()));
  const matching = () => studio.matching().filter(({ name }) => studio.matchesOf(name).length > 0);
  const shown = createMemo(() => matching().filter(({ name }) => listed().has(name)));
  /** The clips that may change; `undefined` if the list shows all clips. */
  const clips = createMemo(
    () => (listed().size === studio.names().length ? undefined : shown().map(({ name }) => name)),
    undefined,
    { equals: (a, b) => a?.join("\n") === b?.join("\n") },
  );

  let asked: AbortController | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const forget = () => {
    clearTimeout(timer);
    asked?.abort();
    setWould(undefined);
  };
  createEffect(
    on([tag, studio.query.answer, clips], ([name, answer, some]) => {
      forget();
      if (name === "" || !answer) return;
      const query = studio.query.text();
      timer = setTimeout(async () => {
        const { signal } = (asked = new AbortController());
        const apply = { query, tag: name, ...(some && { clips: some }) };
        try {
          const found = await studio.client.wouldApply(apply, signal);
          if (!signal.aborted) setWould(found);
        } catch (error) {
          if (!signal.aborted) setWould({ problem: problemOf(error) });
        }
      }, REST_MS);
    }),
  );
  onCleanup(forget);

  return {
    clips,
    /** The number of clips that would change; `undefined` until the server answers. */
    changes: () => {
      const now = would();
      return now && "clips" in now ? now.clips : undefined;
    },
    /** Why the tag cannot be applied; `undefined` if it can be. */
    problem: () => {
      const now = would();
      return now && "problem" in now ? now.problem : undefined;
    },
    /** Returns the number of matches in the listed clips. */
    ranges: () => shown().reduce((sum, { ranges }) => sum + ranges.length, 0),
    shown: () => shown().length,
    /** Returns the number of clips with matches that are not listed. */
    hidden: () => (studio.query.answer()?.matches.length ?? 0) - shown().length,
  };
}
