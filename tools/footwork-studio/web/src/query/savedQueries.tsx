import { createMemo, createSignal, For, Show } from "solid-js";
import { byName } from "../state/operations";
import { useStudio } from "../state/studio";
import { numberText } from "../ui/counts";
import { Icon } from "../ui/icon";

/** The queries of the library's own file; a click runs one, and its text can be written on. */
export function SavedQueries(props: { isOpen: boolean }) {
  const studio = useStudio();
  const queries = () => studio.library()?.queries ?? {};
  // By their names, so that a row, and what is typed in it, stays when the library is told anew.
  const names = createMemo(() => Object.keys(queries()).sort(byName));
  return (
    <Show when={names().length > 0}>
      <details class="saved-queries" open={props.isOpen}>
        <summary>
          Saved queries <span class="quiet numbers">{numberText(names().length)}</span>
        </summary>
        <ul>
          <For each={names()}>
            {(name) => (
              <li>
                <SavedQuery name={name} text={queries()[name] ?? ""} />
              </li>
            )}
          </For>
        </ul>
      </details>
    </Show>
  );
}

/** A saved query, or the field for another name of it: Enter gives that name, Escape leaves it. */
function SavedQuery(props: { name: string; text: string }) {
  const studio = useStudio();
  const [isRenaming, setIsRenaming] = createSignal(false);
  let run: HTMLButtonElement | undefined;
  const stop = () => {
    setIsRenaming(false);
    run?.focus();
  };
  const remove = () => void studio.history.removeQuery(props.name);
  // One stop of the Tab key for each query: what else can be done has keys of its own there.
  const key = (event: KeyboardEvent) => {
    if (event.key === "F2") setIsRenaming(true);
    else if (event.key === "Delete") remove();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const finish = async (to: string) => {
    if (to === "" || to === props.name || (await studio.history.renameQuery(props.name, to)))
      stop();
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
          aria-label={`Another name for ${props.name}`}
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
      <button
        type="button"
        class="saved-action"
        tabindex="-1"
        aria-label={`Rename ${props.name}`}
        title="Rename"
        onClick={() => setIsRenaming(true)}
      >
        <Icon name="pen" />
      </button>
      <button
        type="button"
        class="saved-action"
        tabindex="-1"
        aria-label={`Remove ${props.name}`}
        title="Remove"
        onClick={remove}
      >
        <Icon name="close" />
      </button>
    </div>
  );
}
