/** The number of seconds of a clip that figures show at once; `undefined` for the whole clip. */
export type Span = number | undefined;

/** The choices, in seconds. */
export const SPANS = [2, 5, 10, 30] as const;

/** The seconds that figures show: the page of the clip that contains the playhead. */
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

/** The initial choice: the whole clip, or as much of a long one as leaves the curves readable. */
export const spanFor = (clipSecs: number): Span => (clipSecs <= 15 ? undefined : 10);
