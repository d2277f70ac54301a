import { createMemo, createSignal, createUniqueId, For, Show } from "solid-js";
import { useStudio } from "../state/studio";
import type { LaneLabel } from "../state/timeline";
import { findLabels } from "./findLabels";
import { isName } from "./names";

const SHOWN = 60;

/** A field that finds tags, events or both by name. The user can also type the name of a new label. */
export function LabelSearch(props: {
  kinds: readonly LaneLabel["kind"][];
  title: string;
  take(label: LaneLabel): void;
}) {
  const studio = useStudio();
  const id = createUniqueId();
  const [text, setText] = createSignal("");
  const [at, setAt] = createSignal(0);
  const found = createMemo((): (LaneLabel & { isNew?: boolean })[] => {
    const known = props.kinds.flatMap((kind) =>
      [...(kind === "tag" ? studio.tags() : studio.events()).keys()].map((name) => ({
        kind,
        name,
      })),
    );
    const some = findLabels(known, text()).slice(0, SHOWN);
    const name = text().trim();
    if (!isName(name) || known.some((label) => label.name === name)) return some;
    return [...some, ...props.kinds.map((kind) => ({ kind, name, isNew: true }))];
  });
  const take = (label: LaneLabel | undefined) => {
    if (label) props.take({ kind: label.kind, name: label.name });
  };
  const key = (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by !== undefined) {
      event.preventDefault();
      setAt(Math.min(Math.max(at() + by, 0), found().length - 1));
      document.getElementById(`${id}-${at()}`)?.scrollIntoView({ block: "nearest" });
    } else if (event.key === "Enter") {
      event.preventDefault();
      take(found()[at()]);
    }
  };
  return (
    <>
      <input
        class="popover-input"
        role="combobox"
        aria-label={props.title}
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-activedescendant={`${id}-${at()}`}
        placeholder={props.title}
        ref={(input) => queueMicrotask(() => input.focus())}
        onInput={(event) => {
          setText(event.currentTarget.value);
          setAt(0);
        }}
        on:keydown={key}
      />
      <ul class="popover-list" id={`${id}-list`} role="listbox" aria-label="Labels">
        <For each={found()}>
          {(label, place) => (
            <li
              id={`${id}-${place()}`}
              role="option"
              aria-selected={place() === at()}
              onPointerMove={() => setAt(place())}
              onClick={() => take(label)}
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
          No label has this name, and it is not valid for a new one. The parts of a name begin with
          a letter, continue with letters, digits and <code>_</code>, and are joined by dots. Quote
          a part with other characters: <code>Gait."Slow walk"</code>.
        </p>
      </Show>
    </>
  );
}
