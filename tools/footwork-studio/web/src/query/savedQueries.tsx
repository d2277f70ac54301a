import { createMemo, createSignal, For, Show } from "solid-js";
import { byName } from "../state/operations";
import { useStudio } from "../state/studio";
import { numberText } from "../ui/counts";
import { IconButton } from "../ui/icon";

/** The queries of the library's settings; a click runs one, and its text can be edited further. */
export function SavedQueries(props: { isOpen: boolean }) {
  const studio = useStudio();
  const queries = () => studio.library()?.queries ?? {};
  // Keyed by name, so that a row keeps what is typed in it when the library reloads.
  const names = createMemo(() => Object.keys(queries()).sort(byName));
  let list: HTMLUListElement | undefined;
  // The row that had the focus is gone: focus the one in its place, unless the user has moved on.
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
  // One Tab stop per query: the other actions have their own keys.
  const key = (event: KeyboardEvent) => {
    if (event.key === "F2") setIsRenaming(true);
    else if (event.key !== "Delete") return;
    // Holding the key removes one query, not those that move into its place.
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
