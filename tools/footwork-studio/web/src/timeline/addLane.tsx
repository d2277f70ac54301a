import { createMemo, createSignal, For, Show } from "solid-js";
import { useStudio } from "../state/studio";
import type { LaneLabel } from "../state/timeline";
import { findLabels } from "./findLabels";
import { isName } from "./names";
import { Popover } from "./popover";

const SHOWN = 60;

/** Adds the lane of a label that the clip does not have yet. */
export function AddLane() {
  return (
    <Popover title="+ Lane" label="Add a lane">
      {(close) => <Search close={close} />}
    </Popover>
  );
}

function Search(props: { close(): void }) {
  const studio = useStudio();
  const [text, setText] = createSignal("");
  const [at, setAt] = createSignal(0);
  const found = createMemo((): (LaneLabel & { isNew?: boolean })[] => {
    const known = [
      ...[...studio.tags().keys()].map((name) => ({ kind: "tag" as const, name })),
      ...[...studio.events().keys()].map((name) => ({ kind: "event" as const, name })),
    ];
    const some = findLabels(known, text()).slice(0, SHOWN);
    const name = text().trim();
    if (!isName(name) || known.some((label) => label.name === name)) return some;
    return [...some, { kind: "tag", name, isNew: true }, { kind: "event", name, isNew: true }];
  });
  const add = (label: LaneLabel | undefined) => {
    if (!label) return;
    studio.timeline.pin({ kind: label.kind, name: label.name });
    studio.timeline.setLane({ kind: label.kind, name: label.name });
    props.close();
  };
  const key = (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by !== undefined) {
      event.preventDefault();
      setAt(Math.min(Math.max(at() + by, 0), found().length - 1));
      document.getElementById(`add-lane-${at()}`)?.scrollIntoView({ block: "nearest" });
    } else if (event.key === "Enter") {
      event.preventDefault();
      add(found()[at()]);
    }
  };
  return (
    <>
      <input
        class="popover-input"
        role="combobox"
        aria-label="Find a tag or an event"
        aria-expanded="true"
        aria-controls="add-lane-list"
        aria-activedescendant={`add-lane-${at()}`}
        placeholder="Find a tag or an event"
        ref={(input) => queueMicrotask(() => input.focus())}
        onInput={(event) => {
          setText(event.currentTarget.value);
          setAt(0);
        }}
        on:keydown={key}
      />
      <ul class="popover-list" id="add-lane-list" role="listbox" aria-label="Labels">
        <For each={found()}>
          {(label, place) => (
            <li
              id={`add-lane-${place()}`}
              role="option"
              aria-selected={place() === at()}
              onPointerMove={() => setAt(place())}
              onClick={() => add(label)}
            >
              <i
                class="lane-swatch"
                classList={{ "lane-diamond": label.kind === "event" }}
                style={{ "--swatch": studio.colour(label.name) }}
              />
              <span>{label.name}</span>
              <small>{label.isNew ? `new ${label.kind}` : label.kind}</small>
            </li>
          )}
        </For>
      </ul>
      <Show when={found().length === 0}>
        <p class="popover-note">
          No label has this name, and no new one can: the parts of a name begin with a letter,
          continue with letters, digits and <code>_</code>, and are joined by dots. A part with a
          space or another character is quoted: <code>Gait."Slow walk"</code>.
        </p>
      </Show>
    </>
  );
}
