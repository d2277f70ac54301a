/** The events to choose from: `here` are those of the clip, `elsewhere` those of other clips or the vocabulary. */
export interface EventChoices {
  here: string[];
  elsewhere: string[];
}

/** Returns the events to choose from, and groups of them: `Foot` covers `Foot.Left` and `Foot.Right`. */
export function eventChoices(inClip: readonly string[], known: readonly string[]): EventChoices {
  const here = withGroups(inClip, [...inClip, ...known]);
  const elsewhere = withGroups(known, known).filter((name) => !here.includes(name));
  return { here, elsewhere };
}

/** Returns the event to show: the chosen one, else the first event of the clip, else the first of all. */
export function eventToShow(chosen: string | undefined, { here, elsewhere }: EventChoices) {
  const all = [...here, ...elsewhere];
  if (chosen !== undefined && all.includes(chosen)) return chosen;
  return here.find((name) => !isGroupIn(name, here)) ?? elsewhere[0];
}

const isGroupIn = (name: string, names: readonly string[]) =>
  names.some((other) => other.startsWith(`${name}.`));

/** Returns the names, and the names above them that have several descendants in `all`, sorted. */
function withGroups(names: readonly string[], all: readonly string[]): string[] {
  const every = [...new Set(all)];
  const groups = names.flatMap((name) => {
    const words = name.split(".");
    return words.slice(0, -1).map((_, at) => words.slice(0, at + 1).join("."));
  });
  const several = groups.filter(
    (group) => every.filter((name) => name.startsWith(`${group}.`)).length > 1,
  );
  return [...new Set([...names, ...several])].sort();
}
