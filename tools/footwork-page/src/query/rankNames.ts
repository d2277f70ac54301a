/**
 * Returns the names that contain the typed letters in the typed order, ignoring case. First come the names that start
 * with the typed text, then those with a later part that starts with it, then those that contain it anywhere. Names
 * with other letters between the typed ones come last.
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
