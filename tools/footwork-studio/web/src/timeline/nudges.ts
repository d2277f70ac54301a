import { createEffect, on, onCleanup } from "solid-js";
import type { ClipLabels } from "../api/types";
import type { Selected, Studio } from "../state/studio";
import type { Change } from "./edits";
import { editTarget } from "./editTarget";
import type { TimelineModel } from "./model";

/** An edit by a key that is still down. */
interface Nudge {
  id: string;
  clip: string;
  /** The labels and the nudged selection when the key went down: as in a drag, labels passed over come back. */
  labels: ClipLabels;
  target: readonly Selected[];
  times: number;
  change: Change;
}

/** What a nudge would do when repeated some times. */
type Make = (labels: ClipLabels, target: readonly Selected[], times: number) => Change;

/**
 * Edits by small steps, which a held key repeats: shown while it is down, and committed when it is up, so
 * that one hold is one step of undo.
 */
export function createNudges(studio: Studio, model: TimelineModel) {
  let nudge: Nudge | undefined;

  const press = (id: string, make: Make) => {
    if (nudge?.id !== id) end();
    const labels = nudge?.labels ?? studio.labels();
    if (!labels) return;
    const target =
      nudge?.target ??
      editTarget(labels, studio.selection(), studio.timeline.lane(), studio.clock.frame());
    const times = (nudge?.times ?? 0) + 1;
    const change = make(labels, target, times);
    const isPossible = change.operations.length > 0 && !labels.readOnly;
    if (isPossible) {
      nudge = { id, clip: labels.clip, labels, target, times, change };
      model.setDrag({ clip: labels.clip, change, isByKey: true });
    } else if (!nudge) {
      const why = labels.readOnly ?? "Nothing can move that way";
      studio.notices.say({ kind: labels.readOnly ? "error" : "news", text: why });
    }
  };
  /** The key is up, or does no longer count. */
  const end = () => {
    const ended = nudge;
    nudge = undefined;
    if (!ended) return;
    model.setDrag(undefined);
    model.commit(ended.change, ended.clip);
  };
  createEffect(on(studio.clip, end, { defer: true }));
  onCleanup(end);

  return {
    press,
    end,
    /** The selection, as shown. */
    selection: () => nudge?.change.selection ?? studio.selection(),
    /** Discards the uncommitted nudge; returns whether there was one. */
    cancel() {
      if (!nudge) return false;
      nudge = undefined;
      model.setDrag(undefined);
      return true;
    },
  };
}

export type Nudges = ReturnType<typeof createNudges>;
