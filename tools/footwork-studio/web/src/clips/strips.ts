import { createEffect, createSignal, onCleanup } from "solid-js";
import type { Client } from "../api/client";
import type { ClipRow, StripTag } from "../api/types";

/** How long rows are collected before their strips are requested, in milliseconds. */
const WAIT_MS = 60;
/** The maximum number of strips kept. */
const MAX_KEPT = 2000;
/** The maximum number of strips in one request. */
const MAX_ASKED = 200;

interface Known {
  /** The row of the strip. An edit of the clip replaces the row. */
  row: ClipRow;
  tags: readonly StripTag[];
}

/** The tag strips of the visible clips, requested when rows come into sight and again when they change. */
export function createStrips(
  client: Pick<Client, "strips">,
  inSight: () => readonly ClipRow[],
): (row: ClipRow) => readonly StripTag[] {
  const [known, setKnown] = createSignal<ReadonlyMap<string, Known>>(new Map());
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isAsking = false;
  const missing = () =>
    inSight()
      .filter((row) => known().get(row.name)?.row !== row && row.tags.length > 0)
      .slice(0, MAX_ASKED);

  async function ask() {
    const rows = missing();
    if (isAsking || rows.length === 0) return;
    isAsking = true;
    try {
      const strips = await client.strips(rows.map(({ name }) => name));
      const byName = new Map(strips.map(({ clip, tags }) => [clip, tags]));
      setKnown((before) => {
        const now = new Map(before);
        for (const row of rows) {
          // The latest strips go to the end, so that the strips longest out of sight are dropped first.
          now.delete(row.name);
          now.set(row.name, { row, tags: byName.get(row.name) ?? [] });
        }
        for (const name of [...now.keys()].slice(0, Math.max(now.size - MAX_KEPT, 0)))
          now.delete(name);
        return now;
      });
    } catch {
      // The list works without strips; the next rows request them again.
    } finally {
      isAsking = false;
    }
  }
  createEffect(() => {
    if (missing().length === 0) return;
    clearTimeout(timer);
    timer = setTimeout(ask, WAIT_MS);
  });
  onCleanup(() => clearTimeout(timer));
  return (row) => (row.tags.length === 0 ? [] : (known().get(row.name)?.tags ?? []));
}
