import { createMemo, For, Show } from "solid-js";
import { byName } from "../state/operations";
import { useStudio } from "../state/studio";
import { numberText } from "../ui/counts";

/** The queries of the library's own file; a click runs one, and its text can be written on. */
export function SavedQueries(props: { isOpen: boolean }) {
  const studio = useStudio();
  const queries = createMemo(() =>
    Object.entries(studio.library()?.queries ?? {}).sort(([a], [b]) => byName(a, b)),
  );
  return (
    <Show when={queries().length > 0}>
      <details class="saved-queries" open={props.isOpen}>
        <summary>
          Saved queries <span class="quiet numbers">{numberText(queries().length)}</span>
        </summary>
        <ul>
          <For each={queries()}>
            {([name, text]) => (
              <li>
                <button
                  type="button"
                  classList={{ now: studio.query.text() === text }}
                  title={`Run ${name}`}
                  onClick={() => studio.query.type(text)}
                >
                  <span class="saved-name">{name}</span>
                  <code class="quiet">{text}</code>
                </button>
              </li>
            )}
          </For>
        </ul>
      </details>
    </Show>
  );
}
