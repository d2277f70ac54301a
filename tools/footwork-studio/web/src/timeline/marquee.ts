import type { Selected } from "../state/studio";
import { selectEvent, selectSpan } from "./edits";
import type { PlacedLane } from "./lanes";
import { type Scale, toPixel } from "./scale";
import type { ByName } from "./scene";

/** A rectangle in pixels from the top of all lanes. */
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Returns the spans and events that a rectangle touches. */
export function enclosed(
  box: Box,
  lanes: readonly PlacedLane[],
  byName: Pick<ByName, "spans" | "events">,
  scale: Scale,
): Selected[] {
  const touched = lanes.filter(({ top, height }) => top < box.bottom && top + height > box.top);
  return touched.flatMap(({ lane }): Selected[] => {
    if (lane.kind === "tag")
      return (byName.spans.get(lane.name) ?? [])
        .filter(
          ({ start, stop }) => toPixel(scale, start) < box.right && toPixel(scale, stop) > box.left,
        )
        .map(selectSpan);
    if (lane.kind !== "event") return [];
    return (byName.events.get(lane.name) ?? [])
      .filter(({ time }) => {
        const x = toPixel(scale, time);
        return x >= box.left && x <= box.right;
      })
      .map(selectEvent);
  });
}
