import { createMemo, Show } from "solid-js";
import { useStudio } from "../state/studio";
import { eventsOf, relabel, relabelEvents, spansOf } from "./edits";
import { LabelDialog } from "./labelDialog";
import { LabelSearch } from "./labelSearch";
import type { TimelineModel } from "./model";
import "./relabelPicker.css";

/** A dialog that chooses another tag for the selected spans, or another event for the selected events. */
export function RelabelPicker(props: { model: TimelineModel }) {
  const studio = useStudio();
  const { model } = props;
  /** The kind of labels that change. In a mixed selection, only the spans change. */
  const kind = createMemo((): "tag" | "event" | undefined =>
    spansOf(studio.selection()).length > 0
      ? "tag"
      : eventsOf(studio.selection()).length > 0
        ? "event"
        : undefined,
  );
  const close = () => {
    model.setRelabelling(false);
    model.focus();
  };
  const take = (name: string) => {
    const labels = studio.labels();
    if (!labels) return;
    const change = (kind() === "tag" ? relabel : relabelEvents)(labels, studio.selection(), name);
    close();
    if (change.operations.length === 0) return;
    studio.timeline.setLane({ kind: kind() ?? "tag", name });
    model.commit(change, labels.clip);
  };
  return (
    <Show when={model.relabelling() && kind()} keyed>
      {(kind) => (
        <LabelDialog
          label="Change the label"
          close={close}
          hide={() => model.setRelabelling(false)}
        >
          <LabelSearch
            kinds={[kind]}
            title={kind === "tag" ? "Change to which tag?" : "Change to which event?"}
            take={({ name }) => take(name)}
          />
        </LabelDialog>
      )}
    </Show>
  );
}
