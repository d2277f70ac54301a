import { createSignal, Show } from "solid-js";
import { useStudio } from "../state/studio";
import { countText } from "../ui/counts";
import { isName } from "./names";
import { Popover } from "./popover";

/** A form that renames the tag of the active lane in the whole library. */
export function RenameTag() {
  const studio = useStudio();
  const tag = () => {
    const lane = studio.timeline.lane();
    return lane?.kind === "tag" && studio.tags().has(lane.name) ? lane.name : undefined;
  };
  return (
    <Show when={tag()} keyed>
      {(name) => (
        <Popover title="Rename" label={`Rename ${name} in the whole library`}>
          {(close) => <Fields name={name} close={close} />}
        </Popover>
      )}
    </Show>
  );
}

function Fields(props: { name: string; close(): void }) {
  const studio = useStudio();
  const [to, setTo] = createSignal(props.name);
  const count = () => studio.tags().get(props.name)?.clips ?? 0;
  const isTaken = () => to().trim() !== props.name && studio.tags().has(to().trim());
  const can = () => isName(to().trim()) && to().trim() !== props.name;
  const rename = async (event: SubmitEvent) => {
    event.preventDefault();
    const [old, name] = [props.name, to().trim()];
    if (!can() || !(await studio.history.renameTag(old, name))) return;
    const isPinned = studio.pins.isPinned({ kind: "tag", name: old });
    props.close();
    studio.pins.unpin({ kind: "tag", name: old });
    if (isPinned) studio.pins.pin({ kind: "tag", name });
    studio.timeline.setLane({ kind: "tag", name });
  };
  return (
    <form class="add-label" onSubmit={(event) => void rename(event)}>
      <p class="popover-note">
        Renames <strong>{props.name}</strong>, and tags below it, in {countText(count(), "clip")}{" "}
        and in <code>footwork.toml</code>, as one undo step.
      </p>
      <label>
        Name
        <input
          autocomplete="off"
          spellcheck={false}
          value={to()}
          ref={(input) => queueMicrotask(() => input.select())}
          onInput={(event) => setTo(event.currentTarget.value)}
        />
      </label>
      <p class="popover-note" role="status">
        <Show when={!isName(to().trim())}>A name is words joined by dots.</Show>
        <Show when={isTaken()}>
          <strong>{to().trim()}</strong> exists: the two become one tag.
        </Show>
      </p>
      <button type="submit" disabled={!can()}>
        Rename
      </button>
    </form>
  );
}
