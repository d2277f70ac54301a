/** How many seconds of a clip figures show at once; `undefined` for all of it. */
export type Span = number | undefined;

/** What can be chosen, in seconds. */
export const SPANS = [2, 5, 10, 30] as const;

/** The seconds that figures show: a page of the clip, the one where the playhead is. */
export function pageAt(
  playheadSecs: number,
  clipSecs: number,
  span: Span,
): [start: number, stop: number] {
  if (span === undefined || span >= clipSecs) return [0, Math.max(clipSecs, 1e-3)];
  const page = Math.floor(Math.max(playheadSecs, 0) / span);
  const start = Math.min(page * span, clipSecs - span);
  return [start, start + span];
}

/** What is shown at first: all of a clip, or so much of a long one that curves can be told apart. */
export const spanFor = (clipSecs: number): Span => (clipSecs <= 15 ? undefined : 10);
