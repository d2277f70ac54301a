import { createSignal, For, Show } from "solid-js";
import type { ClipEdit, ClipRow, Operation } from "../api/types";
import { peopleOf } from "../state/reviewQueue";
import { useStudio } from "../state/studio";
import { assigned, STATES, signed, stateTitle } from "../state/workState";
import { countText } from "../ui/counts";
import { IconButton } from "../ui/icon";

/** Controls that edit several clips together. Each edit is one undo step. */
export function ChosenBar(props: { rows: readonly ClipRow[]; clear(): void }) {
  const studio = useStudio();
  const [tag, setTag] = createSignal("");
  /** The selected clips without mirrored twins, which follow their originals. */
  const originals = () => props.rows.filter((row) => row.mirrorOf === null);
  const edit = (label: string, make: (row: ClipRow) => Operation[]) =>
    studio.editClips(
      label,
      originals().map((row): ClipEdit => ({ clip: row.name, operations: make(row) })),
    );
  const give = (state: string) => {
    const chosen = STATES.find(({ id }) => id === state);
    if (!chosen) return;
    const said = signed(chosen.id, studio.preferences().name, new Date());
    edit(`state ${stateTitle(chosen.id)}`, () => [{ kind: "setState", state: said }]);
  };
  const [assignee, setAssignee] = createSignal("");
  const assign = (event: SubmitEvent) => {
    event.preventDefault();
    const name = assignee().trim();
    edit(name === "" ? "remove the assignment" : `assign to ${name}`, ({ signed }) => [
      { kind: "setState", state: assigned(signed, name) },
    ]);
  };
  const isKnown = () => studio.tags().has(tag().trim());
  const places = () =>
    (studio.library()?.tags ?? []).findIndex(({ name }) => name === tag().trim());
  const have = () => originals().filter((row) => row.tags.includes(places()));
  const paint = () => {
    const name = tag().trim();
    edit(`tag ${name}`, ({ frames }) => [{ kind: "paint", tag: name, start: 0, stop: frames }]);
  };
  const erase = () => {
    const name = tag().trim();
    const some = have();
    studio.editClips(
      `remove ${name}`,
      some.map(({ name: clip, frames }) => ({
        clip,
        operations: [{ kind: "erase", tag: name, start: 0, stop: frames }],
      })),
    );
  };
  return (
    <section class="chosen-bar" aria-label="Selected clips">
      <header>
        <strong aria-live="polite">{countText(props.rows.length, "clip")} selected</strong>
        <IconButton icon="close" label="Select only the open clip" onClick={() => props.clear()} />
      </header>
      <label class="chosen-line">
        <span>State</span>
        <select
          aria-label="State of the selected clips"
          onChange={(event) => {
            give(event.currentTarget.value);
            event.currentTarget.value = "";
          }}
        >
          <option value="" selected hidden>
            Set…
          </option>
          <For each={STATES}>{({ id, title }) => <option value={id}>{title}</option>}</For>
        </select>
      </label>
      <form class="chosen-line" onSubmit={assign}>
        <input
          type="text"
          list="people"
          placeholder="Person"
          aria-label="Person to assign the selected clips to"
          maxLength={200}
          spellcheck={false}
          autocomplete="off"
          value={assignee()}
          onInput={(event) => setAssignee(event.currentTarget.value)}
        />
        <datalist id="people">
          <For each={peopleOf(studio.clips())}>{(name) => <option value={name} />}</For>
        </datalist>
        <button type="submit" title="Assign the labelling, or the review if a clip is done">
          Assign
        </button>
      </form>
      <div class="chosen-line">
        <input
          type="text"
          list="chosen-tags"
          placeholder="Tag"
          aria-label="Tag for the selected clips"
          spellcheck={false}
          autocomplete="off"
          value={tag()}
          onInput={(event) => setTag(event.currentTarget.value)}
        />
        <datalist id="chosen-tags">
          <For each={[...studio.tags().keys()]}>{(name) => <option value={name} />}</For>
        </datalist>
        <button
          type="button"
          disabled={tag().trim() === ""}
          title="Tag all frames of these clips"
          onClick={paint}
        >
          Add
        </button>
        <button
          type="button"
          disabled={!isKnown() || have().length === 0}
          title="Remove the tag from these clips"
          onClick={erase}
        >
          Remove
        </button>
      </div>
      <Show when={originals().length < props.rows.length}>
        <p class="quiet">Mirrored twins follow their originals.</p>
      </Show>
    </section>
  );
}
