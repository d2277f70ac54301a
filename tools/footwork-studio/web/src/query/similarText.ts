/** The number of similar places to find. */
export const SIMILAR_COUNT = 20;

/** Returns the query for the places that are most similar to frames `[start, stop)` of a clip. */
export function similarText(clip: string, start: number, stop: number): string {
  const frames = stop - start > 1 ? `${start}..${stop}` : `${start}`;
  return `similar(${JSON.stringify(clip)}, ${frames}, ${SIMILAR_COUNT})`;
}
