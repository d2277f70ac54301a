import { createMemo, createSignal, Show } from "solid-js";
import { refusal, titleOf } from "../keys/remap";
import { keyNamed, showKey } from "../state/keymap";
import { suggestColour } from "../state/namespaceColours";
import { useStudio } from "../state/studio";
import type { LaneLabel } from "../state/timeline";
import { Popover } from "./popover";

/** A form that adds the label of the active lane to `footwork.toml`. Shown only if the label is not declared there. */
export function AddToVocabulary() {
  const studio = useStudio();
  const unknown = createMemo(() => {
    const lane = studio.timeline.lane();
    if (!lane || !studio.library()) return undefined;
    const labels = lane.kind === "tag" ? studio.tags() : studio.events();
    return labels.get(lane.name)?.place == null ? lane : undefined;
  });
  return (
    <Show when={unknown()} keyed>
      {(label) => (
        <Popover title="+ Vocabulary" label={`Add ${label.name} to the vocabulary`}>
          {(close) => <Fields label={label} close={close} />}
        </Popover>
      )}
    </Show>
  );
}

function Fields(props: { label: LaneLabel; close(): void }) {
  const studio = useStudio();
  const [key, setKey] = createSignal("");
  const named = () => keyNamed(key().trim());
  const taken = () => studio.keymap().targetOf(named());
  const suggested = () =>
    suggestColour(props.label.name, [...studio.tags().values(), ...studio.events().values()]);
  const add = async (event: SubmitEvent & { currentTarget: HTMLFormElement }) => {
    event.preventDefault();
    const said = new FormData(event.currentTarget);
    const field = (name: string) => `${said.get(name) ?? ""}`.trim() || null;
    const { kind, name } = props.label;
    const label = {
      kind,
      name,
      colour: field("colour") ?? suggested(),
      key: field("key"),
      description: field("description"),
    };
    if (await studio.history.addLabel(label)) props.close();
  };
  return (
    <form class="add-label" onSubmit={(event) => void add(event)}>
      <p class="popover-note">
        <code>footwork.toml</code> does not declare the {props.label.kind}{" "}
        <strong>{props.label.name}</strong>. Everything below is optional.
      </p>
      <label>
        Colour
        <input
          name="colour"
          autocomplete="off"
          pattern="#[0-9a-fA-F]{6}"
          title="# and six hexadecimal digits"
          placeholder={suggested()}
          ref={(input) => queueMicrotask(() => input.focus())}
        />
      </label>
      <label>
        Key
        <input
          name="key"
          autocomplete="off"
          placeholder="A letter, or F2"
          onInput={(event) => setKey(event.currentTarget.value)}
        />
      </label>
      <p class="popover-note" role="status">
        <Show when={refusal(named(), true) === undefined} fallback={refusal(named(), true)}>
          <Show when={taken()}>
            {(target) => (
              <>
                <kbd>{showKey(named())}</kbd> is already used by{" "}
                <strong>{titleOf(target())}</strong>.
              </>
            )}
          </Show>
        </Show>
      </p>
      <label>
        Use
        <input name="description" autocomplete="off" placeholder="When to use it" />
      </label>
      <button type="submit">Add</button>
    </form>
  );
}
