import { createEffect, createSignal, onCleanup } from "solid-js";
import type { Client } from "../api/client";
import type { ClipRow, StripTag } from "../api/types";

/** How long the list collects rows before it requests their strips, in milliseconds. */
const WAIT_MS = 60;
/** The maximum number of strips in memory. */
const MAX_KEPT = 2000;
/** The maximum number of strips in one request. */
const MAX_ASKED = 200;

interface Known {
  /**
   * The row for which the strip was requested. An edit of the clip replaces the row, so that the strip is requested
   * again.
   */
  row: ClipRow;
  tags: readonly StripTag[];
}

/**
 * The tag strips of the visible clips. A strip is requested when its row becomes visible, and again when the row
 * changes.
 */
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
          // Put the latest strips at the end, so that those not seen for the longest time are dropped first.
          now.delete(row.name);
          now.set(row.name, { row, tags: byName.get(row.name) ?? [] });
        }
        for (const name of [...now.keys()].slice(0, Math.max(now.size - MAX_KEPT, 0)))
          now.delete(name);
        return now;
      });
    } catch {
      // The list works without strips. The next rows that become visible request them again.
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
