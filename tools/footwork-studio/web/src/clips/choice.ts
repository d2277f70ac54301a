import type { ListItem } from "./tree";

/** The clips selected for an edit of several clips, and the anchor from which Shift selects a range. */
export interface Choice {
  names: ReadonlySet<string>;
  anchor: string | undefined;
}

export const NO_CHOICE: Choice = { names: new Set(), anchor: undefined };

/**
 * Adds a clip to the selection or removes it. The open clip counts as selected from the start, because it looks
 * selected.
 */
export function toggled({ names }: Choice, name: string, open: string | undefined): Choice {
  const now = new Set(names);
  if (now.size === 0 && open !== undefined && open !== name) now.add(open);
  if (!now.delete(name)) now.add(name);
  return { names: now, anchor: name };
}

/** Selects the clips between the anchor and another clip. Without an anchor, the range starts at the open clip. */
export function extended(
  { anchor }: Choice,
  items: readonly ListItem[],
  open: string | undefined,
  to: string,
): Choice {
  const from = anchor ?? open ?? to;
  const place = (key: string) => items.findIndex((item) => item.key === key);
  const [a, b] = [place(from), place(to)];
  if (a < 0 || b < 0) return { names: new Set([to]), anchor: to };
  const between = items.slice(Math.min(a, b), Math.max(a, b) + 1);
  const names = between.flatMap((item) => (item.kind === "clip" ? [item.row.name] : []));
  return { names: new Set(names), anchor: from };
}
