import { createMemo, createSignal, For, Show } from "solid-js";
import { byName } from "../state/operations";
import { useStudio } from "../state/studio";
import { numberText } from "../ui/counts";
import { IconButton } from "../ui/icon";

/** The saved queries of `footwork.toml`. A click runs a query and puts its text into the query box. */
export function SavedQueries(props: { isOpen: boolean }) {
  const studio = useStudio();
  const queries = () => studio.library()?.queries ?? {};
  // Keyed by name, so that a row keeps its typed text when the library reloads.
  const names = createMemo(() => Object.keys(queries()).sort(byName));
  let list: HTMLUListElement | undefined;
  // If the row with the focus is gone, focus the row in its place, unless the user has moved the focus.
  const goTo = (place: number) => {
    if (document.activeElement !== document.body) return;
    const rows = list?.querySelectorAll<HTMLElement>(".saved-run");
    rows?.[Math.min(place, rows.length - 1)]?.focus();
  };
  return (
    <Show when={names().length > 0}>
      <details class="saved-queries" open={props.isOpen}>
        <summary>
          Saved queries <span class="quiet numbers">{numberText(names().length)}</span>
        </summary>
        <ul ref={list}>
          <For each={names()}>
            {(name, place) => (
              <li>
                <SavedQuery
                  name={name}
                  text={queries()[name] ?? ""}
                  renamed={(to) => goTo(names().indexOf(to))}
                  remove={async () => {
                    const at = place();
                    if (await studio.history.removeQuery(name)) goTo(at);
                  }}
                />
              </li>
            )}
          </For>
        </ul>
      </details>
    </Show>
  );
}

/** A saved query, or the field that renames it: Enter renames, Escape cancels. */
function SavedQuery(props: {
  name: string;
  text: string;
  renamed(to: string): void;
  remove(): Promise<void>;
}) {
  const studio = useStudio();
  const [isRenaming, setIsRenaming] = createSignal(false);
  let run: HTMLButtonElement | undefined;
  const stop = () => {
    setIsRenaming(false);
    run?.focus();
  };
  // Only one Tab stop per query: renaming and removing have keys.
  const key = (event: KeyboardEvent) => {
    if (event.key === "F2") setIsRenaming(true);
    else if (event.key !== "Delete") return;
    // A held Delete key removes only one query, not also the queries that move into its place.
    else if (!event.repeat) void props.remove();
    event.preventDefault();
    event.stopPropagation();
  };
  const finish = async (to: string) => {
    const { renamed } = props;
    if (to === "" || to === props.name) stop();
    else if (await studio.history.renameQuery(props.name, to)) renamed(to);
  };
  return (
    <div class="saved-query">
      <Show
        when={isRenaming()}
        fallback={
          <button
            type="button"
            class="saved-run"
            classList={{ now: studio.query.text() === props.text }}
            title={`Run ${props.name}; F2 renames it, Delete removes it`}
            aria-keyshortcuts="F2 Delete"
            ref={run}
            on:keydown={key}
            onClick={() => studio.query.type(props.text)}
          >
            <span class="saved-name">{props.name}</span>
            <code class="quiet">{props.text}</code>
          </button>
        }
      >
        <input
          type="text"
          aria-label={`New name for ${props.name}`}
          autocomplete="off"
          spellcheck={false}
          value={props.name}
          ref={(field) => queueMicrotask(() => field.select())}
          onKeyDown={(event) => {
            if (event.key === "Enter") void finish(event.currentTarget.value.trim());
            else if (event.key === "Escape") stop();
            else return;
            event.preventDefault();
            event.stopPropagation();
          }}
          onBlur={() => setIsRenaming(false)}
        />
      </Show>
      <IconButton
        icon="pen"
        class="saved-action"
        tabindex="-1"
        label={`Rename ${props.name}`}
        title="Rename"
        onClick={() => setIsRenaming(true)}
      />
      <IconButton
        icon="close"
        class="saved-action"
        tabindex="-1"
        label={`Remove ${props.name}`}
        title="Remove"
        onClick={() => void props.remove()}
      />
    </div>
  );
}
