import type { ListItem } from "./tree";

/** The clips that edits of several act on, and the one from which a range extends. */
export interface Choice {
  names: ReadonlySet<string>;
  anchor: string | undefined;
}

export const NO_CHOICE: Choice = { names: new Set(), anchor: undefined };

/** Chooses a clip too, or no longer. The open clip is in from the beginning: one sees it marked. */
export function toggled({ names }: Choice, name: string, open: string | undefined): Choice {
  const now = new Set(names);
  if (now.size === 0 && open !== undefined && open !== name) now.add(open);
  if (!now.delete(name)) now.add(name);
  return { names: now, anchor: name };
}

/** Chooses the clips from the anchor, or the open one, to another. */
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
