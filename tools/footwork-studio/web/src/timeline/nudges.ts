import { createEffect, on, onCleanup } from "solid-js";
import type { ClipLabels } from "../api/types";
import type { Selected, Studio } from "../state/studio";
import type { Change } from "./edits";
import { editTarget } from "./editTarget";
import type { TimelineModel } from "./model";

/** An edit by a held key. */
interface Nudge {
  id: string;
  clip: string;
  /**
   * The labels and the selection when the key was pressed. Every repetition starts from them, so that labels passed
   * over reappear.
   */
  labels: ClipLabels;
  target: readonly Selected[];
  times: number;
  change: Change;
}

/** Computes the effect of a nudge repeated several times. */
type Make = (labels: ClipLabels, target: readonly Selected[], times: number) => Change;

/**
 * Edits in small steps, repeated while a key is held. They are shown while the key is down and committed on its
 * release, so that one hold is one undo step.
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
  /** Commits the nudge: the key was released, another key was pressed, or another clip opened. */
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
    /** The selection as the timeline shows it, which includes an uncommitted nudge. */
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
