/** How much a pixel of the wheel zooms: a notch is about a fifth. */
const ZOOM = 0.0016;
/** Two fingers that pinch come as a wheel with Ctrl, in smaller steps. */
const PINCH = 6;
/** The most that one turn zooms: a real wheel with Ctrl has the steps of a wheel. */
const MOST = 0.2;
/** How high a line is, for browsers that count in lines, in pixels. */
const LINE = 16;

/** What a turn of the wheel over the lanes does. */
export type WheelMove =
  /** Shows this many times as many frames. */
  | { kind: "zoom"; by: number }
  /** Goes some pixels on, or back. */
  | { kind: "pan"; by: number }
  /** Lanes go up and down, as the browser does it by itself. */
  | { kind: "scroll" };

type Turn = Pick<
  WheelEvent,
  "deltaX" | "deltaY" | "deltaMode" | "shiftKey" | "ctrlKey" | "metaKey"
>;

/**
 * With Ctrl or two fingers that pinch it zooms, with Shift or sideways it pans, and alone it scrolls
 * the lanes, or zooms where all of them are seen.
 */
export function wheelMove(turn: Turn, fits: boolean): WheelMove {
  const unit = turn.deltaMode === 1 ? LINE : 1;
  const zoom = (by: number): WheelMove => ({
    kind: "zoom",
    by: Math.exp(Math.min(Math.max(by, -MOST), MOST)),
  });
  if (turn.ctrlKey || turn.metaKey) return zoom(turn.deltaY * unit * ZOOM * PINCH);
  if (turn.shiftKey || Math.abs(turn.deltaX) > Math.abs(turn.deltaY))
    return { kind: "pan", by: (turn.deltaX || turn.deltaY) * unit };
  return fits ? zoom(turn.deltaY * unit * ZOOM) : { kind: "scroll" };
}
