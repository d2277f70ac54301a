/** How many places are looked for. */
export const SIMILAR_COUNT = 20;

/** The query for the places that are the most similar to frames `[start, stop)` of a clip. */
export function similarText(clip: string, start: number, stop: number): string {
  const frames = stop - start > 1 ? `${start}..${stop}` : `${start}`;
  return `similar(${JSON.stringify(clip)}, ${frames}, ${SIMILAR_COUNT})`;
}
