import type { Label } from "../api/types";

/**
 * Colours for tags, in one family for each namespace. Every colour has a contrast of at least 3:1 with the light and
 * with the dark panel. The colours of a family also differ in lightness. They were made in OKLCH, at luminances between
 * 0.15 and 0.28.
 */
export const FAMILIES: readonly (readonly string[])[] = [
  // blue
  ["#1d78f1", "#6f88fd", "#0171b0", "#6c88b1", "#4f6ba7", "#4b94dc"],
  // orange
  ["#bf6309", "#cb8000", "#be4300", "#aa7d5f", "#985f2a", "#d47949"],
  // green
  ["#008f37", "#00a571", "#417a00", "#67906d", "#32794e", "#5fa051"],
  // purple
  ["#9f59e0", "#cb67e4", "#7751db", "#927eab", "#825e9a", "#9d81da"],
  // teal
  ["#0f898f", "#149eb6", "#067971", "#4c9195", "#137782", "#01a19e"],
  // red
  ["#e23f40", "#f85e22", "#cd2656", "#b07974", "#a1574b", "#d97178"],
  // olive
  ["#808006", "#799c00", "#7f6b00", "#888a57", "#687225", "#a09219"],
  // pink
  ["#d1439e", "#f45696", "#b138a8", "#a87893", "#9b5677", "#c774b2"],
];

/** Returns the family of each namespace. Namespaces get families in the order in which they first occur. */
export function familiesOf(namespaces: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const families = new Map<string, readonly string[]>();
  for (const namespace of namespaces)
    if (!families.has(namespace))
      families.set(namespace, FAMILIES[families.size % FAMILIES.length] ?? []);
  return families;
}

/**
 * Returns a colour for a new label: from the family of its namespace or, for a new namespace, from the first family
 * that no namespace has. Returns the first unused colour of the family, or the first colour if all are used.
 */
export function suggestColour(
  name: string,
  labels: readonly Pick<Label, "name" | "colour">[],
): string {
  const namespaceOf = (name: string) => name.split(".", 1)[0] ?? name;
  const used = new Set(labels.map(({ colour }) => colour?.toLowerCase()));
  const own = labels.filter((label) => namespaceOf(label.name) === namespaceOf(name));
  const hasOne = (family: readonly string[], some: readonly Pick<Label, "colour">[]) =>
    some.some(({ colour }) => colour !== null && family.includes(colour.toLowerCase()));
  const family =
    FAMILIES.find((family) => hasOne(family, own)) ??
    FAMILIES.find((family) => !hasOne(family, labels)) ??
    FAMILIES[0] ??
    [];
  return family.find((colour) => !used.has(colour)) ?? family[0] ?? "";
}
