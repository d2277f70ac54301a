/** The side panels. In a narrow window the open one is a sheet at the bottom. */
export const PANELS = ["log", "texts", "pose"] as const;
export type Panel = (typeof PANELS)[number];

/** Matches windows with room for only one panel; the same width as in the styles. */
export const NARROW = "(max-width: 700px)";

/** Returns the panels to close so that one stays open: the latest, or the first of several opened together. */
export function tooMany(before: ReadonlySet<Panel>, now: ReadonlySet<Panel>): Panel[] {
  const added = [...now].filter((panel) => !before.has(panel));
  const kept = added[0] ?? [...now][0];
  return [...now].filter((panel) => panel !== kept);
}
