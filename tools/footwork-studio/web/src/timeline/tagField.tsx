import { createMemo, createSignal, createUniqueId, For, Show } from "solid-js";
import { useStudio } from "../state/studio";
import { findLabels } from "./findLabels";

/** The maximum number of listed tags. */
const SHOWN = 40;

/** A field for the name of a tag, with suggestions below it. */
export function TagField(props: { value: string; set(to: string): void }) {
  const studio = useStudio();
  const id = createUniqueId();
  const [isOpen, setIsOpen] = createSignal(false);
  const [at, setAt] = createSignal(-1);
  const found = createMemo(() =>
    findLabels(
      [...studio.tags().keys()].map((name) => ({ kind: "tag" as const, name })),
      props.value,
    )
      .slice(0, SHOWN)
      .map(({ name }) => name),
  );
  const isShown = () => isOpen() && found().length > 0;
  const take = (name: string) => {
    props.set(name);
    setIsOpen(false);
    setAt(-1);
  };
  const key = (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by !== undefined) {
      setAt(isShown() ? Math.min(Math.max(at() + by, 0), found().length - 1) : 0);
      setIsOpen(true);
      document.getElementById(`${id}-${at()}`)?.scrollIntoView({ block: "nearest" });
    } else if ((event.key === "Enter" || event.key === "Tab") && isShown() && at() >= 0) {
      take(found()[at()] ?? props.value);
      // Tab accepts the tag and still moves the focus to the numbers.
      if (event.key === "Tab") return;
    } else if (event.key === "Escape" && isShown()) {
      setIsOpen(false);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div class="tag-field">
      <input
        role="combobox"
        aria-label="Tag"
        aria-autocomplete="list"
        aria-expanded={isShown()}
        aria-controls={`${id}-list`}
        aria-activedescendant={isShown() && at() >= 0 ? `${id}-${at()}` : undefined}
        placeholder="Tag"
        spellcheck={false}
        autocomplete="off"
        value={props.value}
        ref={(input) => queueMicrotask(() => input.focus())}
        onInput={(event) => {
          props.set(event.currentTarget.value);
          setIsOpen(true);
          setAt(0);
        }}
        onBlur={() => setIsOpen(false)}
        on:keydown={key}
      />
      <Show when={isShown()}>
        <ul class="popover-list tag-list" id={`${id}-list`} role="listbox" aria-label="Tags">
          <For each={found()}>
            {(name, place) => (
              <li
                id={`${id}-${place()}`}
                role="option"
                aria-selected={place() === at()}
                // Handle the press before the field loses the focus, which would close the list.
                onPointerDown={(event) => {
                  event.preventDefault();
                  take(name);
                }}
              >
                <i class="lane-swatch" style={{ "--swatch": studio.colour(name) }} />
                <span>{name}</span>
              </li>
            )}
          </For>
        </ul>
      </Show>
    </div>
  );
}
