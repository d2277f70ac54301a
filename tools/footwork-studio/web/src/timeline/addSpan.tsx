import { createSignal, Show } from "solid-js";
import { useStudio } from "../state/studio";
import { commitChange } from "./commitChange";
import { addSpan } from "./edits";
import { readNumber } from "./readNumber";
import { TagField } from "./tagField";

/**
 * A form that adds a span by its tag and its frames, without a pointer. Enter adds the span, Escape closes the form.
 */
export function AddSpan(props: { close(): void }) {
  const studio = useStudio();
  const { clock } = studio;
  const [tag, setTag] = createSignal("");
  const [problem, setProblem] = createSignal<string | undefined>(undefined);
  // Suggest the frames of the loop or, without a loop, one second from the shown frame.
  const range = clock.loop() ?? {
    start: clock.frame(),
    stop: Math.min(clock.frame() + Math.round(clock.framesPerSec()), clock.frames()),
  };
  let form: HTMLFormElement | undefined;
  let start: HTMLInputElement | undefined;
  let stop: HTMLInputElement | undefined;

  const add = (event: SubmitEvent) => {
    event.preventDefault();
    const labels = studio.labels();
    if (!labels) return;
    const change = addSpan(labels, {
      tag: tag().trim(),
      start: readNumber(start?.value ?? ""),
      stop: readNumber(stop?.value ?? ""),
    });
    if ("problem" in change) {
      setProblem(change.problem);
      return;
    }
    setProblem(undefined);
    commitChange(studio, change, labels.clip);
    // Select the tag, so that the form is ready for the next span.
    form?.querySelector<HTMLInputElement>("[role=combobox]")?.select();
  };
  const number = (name: string, value: number, take: (input: HTMLInputElement) => void) => (
    <label>
      {name}
      <input inputmode="numeric" autocomplete="off" size="5" value={value} ref={take} />
    </label>
  );
  return (
    <form
      class="add-span"
      aria-label="Add a span"
      ref={form}
      onSubmit={add}
      on:keydown={(event: KeyboardEvent) => {
        if (event.key !== "Escape") return;
        event.preventDefault();
        event.stopPropagation();
        props.close();
      }}
    >
      <TagField value={tag()} set={setTag} />
      <div class="add-span-numbers">
        {number("Start", range.start, (input) => (start = input))}
        {number("Stop", range.stop, (input) => (stop = input))}
        <button type="submit">Add</button>
      </div>
      <Show when={problem()}>
        <p class="label-problem" role="alert">
          {problem()}
        </p>
      </Show>
    </form>
  );
}
