import { createEffect, createSignal, on, Show } from "solid-js";
import { useStudio } from "../state/studio";
import { setNumbers } from "./edits";
import type { TimelineModel } from "./model";
import { readNumber } from "./readNumber";
import { toPixel } from "./scale";
import "./numberEditor.css";

/** Fields that edit the numbers of the selected label. */
export function NumberEditor(props: { model: TimelineModel }) {
  const studio = useStudio();
  const { model } = props;
  const [problem, setProblem] = createSignal<string | undefined>(undefined);
  let start: HTMLInputElement | undefined;
  let stop: HTMLInputElement | undefined;
  const one = () => studio.selection()[0];
  const close = () => {
    model.setEditing(undefined);
    model.focus();
  };

  createEffect(
    on(model.editing, (editing) => {
      setProblem(undefined);
      if (editing) start?.select();
    }),
  );
  const save = (event: SubmitEvent) => {
    event.preventDefault();
    const labels = studio.labels();
    const selected = one();
    if (!labels || !selected) return;
    const change = setNumbers(labels, selected, {
      start: readNumber(start?.value ?? ""),
      stop: readNumber(stop?.value ?? ""),
    });
    if ("problem" in change) {
      setProblem(change.problem);
      return;
    }
    if (change.operations.length > 0) model.commit(change, labels.clip);
    close();
  };
  const key = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    close();
  };

  return (
    <Show when={model.editing() && one()} keyed>
      {(selected) => (
        <form
          class="number-editor"
          aria-label={`Numbers of ${selected.kind === "span" ? selected.tag : selected.event}`}
          style={{
            left: `${Math.min(Math.max(toPixel(model.scale(), model.editing()?.frame ?? 0), 4), Math.max(model.size().width - 270, 4))}px`,
            top: `${Math.min(Math.max(model.editing()?.y ?? 0, 0), Math.max(model.size().height - 84, 0))}px`,
          }}
          onSubmit={save}
          on:keydown={key}
        >
          <strong>{selected.kind === "span" ? selected.tag : selected.event}</strong>
          <div class="number-fields">
            <label>
              {selected.kind === "span" ? "Start" : "Frame"}
              <input
                ref={(input) => {
                  start = input;
                  queueMicrotask(() => input.select());
                }}
                inputmode="decimal"
                size="6"
                value={selected.kind === "span" ? selected.start : selected.time}
              />
            </label>
            <Show when={selected.kind === "span" && selected}>
              {(span) => (
                <label>
                  Stop
                  <input ref={stop} inputmode="numeric" size="6" value={span().stop} />
                </label>
              )}
            </Show>
            <button type="submit">Set</button>
          </div>
          <Show when={problem()}>
            <p role="alert">{problem()}</p>
          </Show>
        </form>
      )}
    </Show>
  );
}
