/**
 * The names that contain these letters in this order, best match first: at the start, at the start of a part, anywhere,
 * with letters between.
 */
export function rankNames(names: readonly string[], typed: string): string[] {
  const wanted = typed.trim().toLowerCase();
  if (wanted === "") return [...names];
  const ranked = names.flatMap((name) => {
    const rank = rankOf(name.toLowerCase(), wanted);
    return rank === undefined ? [] : [{ name, rank }];
  });
  return ranked.sort((a, b) => a.rank - b.rank).map(({ name }) => name);
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
