import { createMemo, createSignal, Show } from "solid-js";
import { useStudio } from "../state/studio";
import { countText } from "../ui/counts";
import { LabelDialog } from "./labelDialog";
import type { TimelineModel } from "./model";
import { shiftAll } from "./moving";
import { readNumber } from "./readNumber";
import "./relabelPicker.css";

/** A form that shifts all labels of the clip by a number of frames, as one undo step. */
export function ShiftAll(props: { model: TimelineModel }) {
  return (
    <Show when={props.model.shifting()}>
      <Fields model={props.model} />
    </Show>
  );
}

function Fields(props: { model: TimelineModel }) {
  const studio = useStudio();
  const { model } = props;
  const [text, setText] = createSignal("");
  const by = () => {
    const number = readNumber(text());
    return Number.isInteger(number) ? number : 0;
  };
  const change = createMemo(() => {
    const labels = studio.labels();
    return labels && by() !== 0 ? shiftAll(labels, by()) : undefined;
  });
  const moved = () => {
    const now = change();
    return now ? now.selection.length - now.stayed : 0;
  };
  const close = () => {
    model.setShifting(false);
    model.focus();
  };
  const shift = (event: SubmitEvent) => {
    event.preventDefault();
    const labels = studio.labels();
    const now = change();
    if (!labels || !now || now.operations.length === 0) return;
    close();
    model.commit(now, labels.clip);
  };
  return (
    <LabelDialog label="Shift all labels" close={close} hide={() => model.setShifting(false)}>
      <form class="shift-all" onSubmit={shift}>
        <label>
          Frames to shift by, below 0 for earlier
          <input
            type="text"
            inputmode="numeric"
            autocomplete="off"
            value={text()}
            ref={(input) => queueMicrotask(() => input.focus())}
            onInput={(event) => setText(event.currentTarget.value)}
          />
        </label>
        <button type="submit" disabled={moved() === 0}>
          Shift {countText(moved(), "label")}
        </button>
        <p class="popover-note" role="status">
          <Show when={(change()?.stayed ?? 0) > 0}>
            {countText(change()?.stayed ?? 0, "label stays", "labels stay")}: no room in the clip
          </Show>
        </p>
      </form>
    </LabelDialog>
  );
}
