/** The zoom per pixel of the wheel: a notch zooms by about 20 %. */
const ZOOM = 0.0016;
/** The additional factor for a pinch, which arrives as a wheel with Ctrl in small steps. */
const PINCH = 6;
/** The maximum zoom of one event: a real wheel with Ctrl still has a wheel's large steps. */
const MAX_ZOOM = 0.2;
/** The height of a line, for browsers that count in lines, in pixels. */
const LINE = 16;

/** The effect of turning the wheel over the lanes. */
export type WheelMove =
  /** Zooms so that the number of frames is multiplied by this factor. */
  | { kind: "zoom"; by: number }
  /** Pans by some pixels. */
  | { kind: "pan"; by: number }
  /** Scrolls the lanes, as the browser does by default. */
  | { kind: "scroll" };

type Turn = Pick<
  WheelEvent,
  "deltaX" | "deltaY" | "deltaMode" | "shiftKey" | "ctrlKey" | "metaKey"
>;

/**
 * With Ctrl or a pinch it zooms, with Shift or sideways it pans, and alone it scrolls the lanes, or
 * zooms if all of them are visible.
 */
export function wheelMove(turn: Turn, fits: boolean): WheelMove {
  const unit = turn.deltaMode === 1 ? LINE : 1;
  const zoom = (by: number): WheelMove => ({
    kind: "zoom",
    by: Math.exp(Math.min(Math.max(by, -MAX_ZOOM), MAX_ZOOM)),
  });
  if (turn.ctrlKey || turn.metaKey) return zoom(turn.deltaY * unit * ZOOM * PINCH);
  if (turn.shiftKey || Math.abs(turn.deltaX) > Math.abs(turn.deltaY))
    return { kind: "pan", by: (turn.deltaX || turn.deltaY) * unit };
  return fits ? zoom(turn.deltaY * unit * ZOOM) : { kind: "scroll" };
}
