import type { Moment, Span } from "../api/types";
import { type Scale, toPixel } from "./scale";

/** How near the pointer must be to an edge to hit the edge, in pixels. */
const REACH = 6;
/** Half the width of an event's diamond, in pixels. */
export const DIAMOND = 6;

export type Side = "start" | "stop";

export interface SpanHit {
  span: Span;
  part: Side | "body";
}

/**
 * Returns the span at a pixel of a lane, or the edge of a span. If two edges are in reach, returns the nearer one. The
 * middle third of a narrow span is always its body. `undefined` if there is no span.
 */
export function hitSpan(spans: readonly Span[], pixel: number, scale: Scale): SpanHit | undefined {
  let best: SpanHit | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const span of spans) {
    const left = toPixel(scale, span.start);
    const right = Math.max(toPixel(scale, span.stop), left + 1);
    const inner = Math.min(REACH, (right - left) / 3);
    const sides: [Side, number, number][] = [
      ["start", pixel - left, inner],
      ["stop", right - pixel, inner],
    ];
    for (const [part, into, reach] of sides) {
      // From outside its span, an edge can be hit only from half of `REACH` away. An edge hit from inside its span
      // wins.
      const far = into < 0 ? 1 - into : into;
      if (into > reach || into < -REACH / 2 || far >= least) continue;
      least = far;
      best = { span, part };
    }
    if (!best && pixel >= left && pixel < right) best = { span, part: "body" };
  }
  return best;
}

/** Returns the event nearest to a pixel of a lane; `undefined` if none is in reach. */
export function hitEvent(
  events: readonly Moment[],
  pixel: number,
  scale: Scale,
): Moment | undefined {
  let best: Moment | undefined;
  let least = DIAMOND + 2;
  for (const event of events) {
    const far = Math.abs(toPixel(scale, event.time) - pixel);
    if (far > least) continue;
    least = far;
    best = event;
  }
  return best;
}
