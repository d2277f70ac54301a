/** The panels at the sides, which in a narrow window are one sheet at the bottom. */
export const PANELS = ["log", "texts", "pose"] as const;
export type Panel = (typeof PANELS)[number];

/** Windows in which there is room for one panel; the same width as in the styles. */
export const NARROW = "(max-width: 700px)";

/** What to close so that one panel is left: the one that was opened last, or the first of several opened at once. */
export function tooMany(before: ReadonlySet<Panel>, now: ReadonlySet<Panel>): Panel[] {
  const added = [...now].filter((panel) => !before.has(panel));
  const kept = added[0] ?? [...now][0];
  return [...now].filter((panel) => panel !== kept);
}
