import { For, Show } from "solid-js";
import { useStudio } from "../state/studio";
import { Icon } from "../ui/icon";
import { Prose } from "../ui/prose";
import { suggestionOf, withSuggestion } from "./suggestion";

/** What is wrong with the query, and what may be meant in another way; a click takes what would be right. */
export function Mistakes() {
  const { query } = useStudio();
  const problem = () => query.problem();
  const mistakes = () => problem()?.mistakes ?? query.answer()?.hints ?? [];
  return (
    <>
      <Show when={problem() && mistakes().length === 0}>
        <div class="query-mistake">
          <Icon name="warning" />
          <div>
            <Prose text={problem()?.message ?? ""} />
            <div class="quiet">
              <Prose text={problem()?.hint ?? ""} />
            </div>
          </div>
        </div>
      </Show>
      <For each={mistakes()}>
        {(mistake) => (
          <div class="query-mistake" classList={{ hint: problem() === undefined }}>
            <Icon name="warning" />
            <div>
              <Prose text={mistake.message} />
              <Show
                when={suggestionOf(mistake)}
                fallback={
                  <div class="quiet">
                    <Prose text={mistake.hint ?? ""} />
                  </div>
                }
              >
                {(suggestion) => (
                  <div>
                    <button
                      type="button"
                      onClick={() => query.type(withSuggestion(query.text(), suggestion()))}
                    >
                      Write <code>{suggestion().text}</code>
                    </button>
                  </div>
                )}
              </Show>
            </div>
          </div>
        )}
      </For>
    </>
  );
}
