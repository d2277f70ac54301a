/** The length of the part of a clip that figures show, in seconds; `undefined` for the whole clip. */
export type Span = number | undefined;

/** The lengths to choose from, in seconds. */
export const SPANS = [2, 5, 10, 30] as const;

/**
 * Returns the shown part of the clip, in seconds. The clip is divided into pages of this length, and the part is the
 * page with the playhead.
 */
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

/** Returns the initial length: the whole clip if it lasts at most 15 s, else 10 s. */
export const spanFor = (clipSecs: number): Span => (clipSecs <= 15 ? undefined : 10);
