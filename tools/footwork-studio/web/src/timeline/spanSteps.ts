import type { ClipLabels } from "../api/types";
import type { Selected } from "../state/studio";
import type { LaneLabel } from "../state/timeline";
import { isSelected, selectEvent, selectSpan } from "./edits";

const startOf = (one: Selected) => (one.kind === "span" ? one.start : one.time);
const lastOf = (one: Selected) => (one.kind === "span" ? one.stop - 1 : one.time);

/**
 * Returns the next or previous label of a lane, or of the whole clip if `lane` is `undefined`. The search starts from
 * the selected label. Without a selection it starts from the playhead, and a label at the playhead comes first.
 */
export function nextLabel(
  labels: ClipLabels,
  selection: readonly Selected[],
  lane: LaneLabel | undefined,
  frame: number,
  by: 1 | -1,
): Selected | undefined {
  const all: Selected[] = [
    ...labels.spans
      .filter(({ tag }) => !lane || (lane.kind === "tag" && tag === lane.name))
      .map(selectSpan),
    ...labels.events
      .filter(({ event }) => !lane || (lane.kind === "event" && event === lane.name))
      .map(selectEvent),
  ].sort((a, b) => startOf(a) - startOf(b));
  const at = selection.length === 1 ? all.findIndex((one) => isSelected(selection, one)) : -1;
  if (at >= 0) return all[at + by];
  return by > 0
    ? all.find((one) => lastOf(one) >= frame)
    : all.findLast((one) => startOf(one) <= frame);
}

/** Returns the edge of a selected span or the time of a selected event, whichever is nearest to `frame`. */
export function nearestEdge(selection: readonly Selected[], frame: number): number | undefined {
  const edges = selection.flatMap((one) =>
    one.kind === "span" ? [one.start, one.stop] : [Math.floor(one.time)],
  );
  return edges.sort((a, b) => Math.abs(a - frame) - Math.abs(b - frame))[0];
}
