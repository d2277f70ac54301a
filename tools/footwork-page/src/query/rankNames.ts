/**
 * Returns the names that contain the typed letters in this order, best match first: letters at the start of the name,
 * at the start of a part, anywhere together, and last with other letters in between.
 */
export const rankNames = (names: readonly string[], typed: string): string[] =>
  rankBy(names, (name) => name, typed);

/** Does what `rankNames` does, for items with names. */
export function rankBy<T>(items: readonly T[], nameOf: (item: T) => string, typed: string): T[] {
  const wanted = typed.trim().toLowerCase();
  if (wanted === "") return [...items];
  const ranked = items.flatMap((item) => {
    const rank = rankOf(nameOf(item).toLowerCase(), wanted);
    return rank === undefined ? [] : [{ item, rank }];
  });
  return ranked.sort((a, b) => a.rank - b.rank).map(({ item }) => item);
}

function rankOf(name: string, wanted: string): number | undefined {
  if (name.startsWith(wanted)) return 0;
  if (name.includes(`.${wanted}`)) return 1;
  if (name.includes(wanted)) return 2;
  let at = -1;
  for (const letter of wanted) {
    at = name.indexOf(letter, at + 1);
    if (at < 0) return undefined;
  }
  return 3;
}
