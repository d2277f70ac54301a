/** The label of a key, as far as its place among the keys depends on it. */
interface Keyed {
  kind: "tag" | "event";
  label: { name: string };
}

/**
 * The keys in the order in which they are shown, for where there is no room for all: first what the
 * clip has already, then events, then all other tags.
 */
export function orderKeys<Key extends Keyed>(
  keys: readonly Key[],
  used: ReadonlySet<string>,
): readonly Key[] {
  const rank = ({ kind, label }: Key) => (used.has(label.name) ? 0 : kind === "event" ? 1 : 2);
  return [...keys].sort((a, b) => rank(a) - rank(b));
}
