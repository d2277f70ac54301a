/** The label of a key: what decides its place among the keys. */
interface Keyed {
  kind: "tag" | "event";
  label: { name: string };
}

/**
 * The order in which keys are shown, in case there is no room for all: first what the clip has
 * already, then events, then all other tags.
 */
export function orderKeys<Key extends Keyed>(
  keys: readonly Key[],
  used: ReadonlySet<string>,
): readonly Key[] {
  const rank = ({ kind, label }: Key) => (used.has(label.name) ? 0 : kind === "event" ? 1 : 2);
  return [...keys].sort((a, b) => rank(a) - rank(b));
}
