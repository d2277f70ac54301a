import { createMemo, Show } from "solid-js";
import { useStudio } from "../state/studio";
import type { LaneLabel } from "../state/timeline";
import { Popover } from "./popover";

/** Adds the label of the lane that is worked on to `footwork.toml`, where that does not have it. */
export function AddToVocabulary() {
  const studio = useStudio();
  const unknown = createMemo(() => {
    const lane = studio.timeline.lane();
    if (!lane || !studio.library()) return undefined;
    const labels = lane.kind === "tag" ? studio.tags() : studio.events();
    return labels.get(lane.name)?.known ? undefined : lane;
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
  const add = async (event: SubmitEvent & { currentTarget: HTMLFormElement }) => {
    event.preventDefault();
    const said = new FormData(event.currentTarget);
    const field = (name: string) => `${said.get(name) ?? ""}`.trim() || null;
    const { kind, name } = props.label;
    const label = {
      kind,
      name,
      colour: field("colour"),
      key: field("key"),
      description: field("description"),
    };
    if (await studio.history.addLabel(label)) props.close();
  };
  return (
    <form class="add-label" onSubmit={(event) => void add(event)}>
      <p class="popover-note">
        <code>footwork.toml</code> does not have the {props.label.kind}{" "}
        <strong>{props.label.name}</strong>. Nothing below is needed.
      </p>
      <label>
        Colour
        <input
          name="colour"
          autocomplete="off"
          pattern="#[0-9a-fA-F]{6}"
          title="# and six hexadecimal digits"
          placeholder={studio.colour(props.label.name)}
          ref={(input) => queueMicrotask(() => input.focus())}
        />
      </label>
      <label>
        Key
        <input name="key" autocomplete="off" placeholder="g" />
      </label>
      <label>
        Use
        <input name="description" autocomplete="off" placeholder="When to use it" />
      </label>
      <button type="submit">Add</button>
    </form>
  );
}
