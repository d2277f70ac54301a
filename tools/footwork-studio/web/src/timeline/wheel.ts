/** The natural logarithm of the zoom factor per pixel of the wheel. One notch zooms by about 20 %. */
const ZOOM = 0.0016;
/** The additional zoom factor for a pinch, which browsers report as small turns of a wheel with Ctrl. */
const PINCH = 6;
/**
 * The maximum logarithm of the zoom factor of one event. A real wheel with Ctrl turns in large steps, which the factor
 * for a pinch would exaggerate.
 */
const MAX_ZOOM = 0.2;
/** The height of a line in pixels, for browsers that measure the wheel in lines. */
const LINE = 16;

/** The effect of turning the wheel over the lanes. */
export type WheelMove =
  /** Zooms: the number of visible frames is multiplied by this factor. */
  | { kind: "zoom"; by: number }
  /** Pans by a number of pixels. */
  | { kind: "pan"; by: number }
  /** Scrolls the lanes, as the browser does by default. */
  | { kind: "scroll" };

type Turn = Pick<
  WheelEvent,
  "deltaX" | "deltaY" | "deltaMode" | "shiftKey" | "ctrlKey" | "metaKey"
>;

/**
 * Returns the effect of a wheel event. With Ctrl or Cmd, or as a pinch, it zooms. With Shift, or sideways, it pans.
 * Otherwise it scrolls the lanes or, if all lanes are visible (`fits`), zooms.
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
