import { createEffect, createSignal, Index, on, Show } from "solid-js";
import type { ClipLabels } from "../api/types";
import { useStudio } from "../state/studio";
import { IconButton } from "../ui/icon";

/** The notes of a clip. Each is in a field that saves its text when it loses the focus. */
export function Notes(props: { labels: ClipLabels }) {
  const studio = useStudio();
  const set = (old: string | null, text: string | null) =>
    studio.edit("note", [{ kind: "setNote", old, new: text }]);
  return (
    <section aria-labelledby="clip-notes">
      <h3 id="clip-notes">Notes</h3>
      <Index each={props.labels.notes}>
        {(note, place) => (
          <div class="note">
            <Field
              label={`Note ${place + 1}`}
              text={note()}
              isReadOnly={props.labels.readOnly !== null}
              save={(text) => set(note(), text === "" ? null : text)}
            />
            <Show when={props.labels.readOnly === null}>
              <IconButton
                icon="close"
                label={`Remove note ${place + 1}`}
                onClick={() => set(note(), null)}
              />
            </Show>
          </div>
        )}
      </Index>
      <Show when={props.labels.readOnly === null}>
        <div class="note">
          <Field
            label="New note"
            text=""
            placeholder="Add a note"
            isReadOnly={false}
            save={(text) => text !== "" && set(null, text)}
          />
        </div>
      </Show>
    </section>
  );
}

/** A text field. Leaving the field or Ctrl Enter saves the text; Escape restores it. */
function Field(props: {
  label: string;
  text: string;
  placeholder?: string;
  isReadOnly: boolean;
  save(text: string): void;
}) {
  const studio = useStudio();
  const [typed, setTyped] = createSignal<string | undefined>(undefined);
  let field: HTMLTextAreaElement | undefined;
  const shown = () => typed() ?? props.text;
  // The clip, or the text on disk, changed. Leaving the field has already saved the typed text.
  createEffect(on([studio.clip, () => props.text], () => setTyped(undefined), { defer: true }));
  const save = () => {
    const text = typed()?.trim();
    setTyped(undefined);
    if (field) field.value = props.text;
    if (text !== undefined && text !== props.text) props.save(text);
  };
  const pressed = (event: KeyboardEvent) => {
    if (event.key === "Escape") {
      event.preventDefault();
      setTyped(undefined);
      if (field) field.value = props.text;
      field?.blur();
    } else if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      event.stopPropagation();
      save();
    }
  };
  return (
    <textarea
      ref={field}
      aria-label={props.label}
      placeholder={props.placeholder}
      maxLength={10_000}
      rows={Math.min(Math.max(shown().split("\n").length, Math.ceil(shown().length / 38), 1), 8)}
      readOnly={props.isReadOnly}
      value={shown()}
      onInput={(event) => setTyped(event.currentTarget.value)}
      onBlur={save}
      onKeyDown={pressed}
    />
  );
}
