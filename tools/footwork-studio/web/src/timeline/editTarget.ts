import type { ClipLabels } from "../api/types";
import type { Selected } from "../state/studio";
import type { LaneLabel } from "../state/timeline";
import { selectEvent, selectSpan } from "./edits";

/**
 * Returns the labels that an edit by a key, a button or the menu changes: the selection or, without one, the labels of
 * the active lane at the shown frame. Labels of other lanes are never changed accidentally.
 */
export function editTarget(
  labels: ClipLabels,
  selection: readonly Selected[],
  lane: LaneLabel | undefined,
  frame: number,
): readonly Selected[] {
  if (selection.length > 0 || !lane) return selection;
  if (lane.kind === "event")
    return labels.events
      .filter(({ event, time }) => event === lane.name && Math.floor(time) === frame)
      .map(selectEvent);
  return labels.spans
    .filter(({ tag, start, stop }) => tag === lane.name && start <= frame && frame < stop)
    .map(selectSpan);
}
