import { For, Show } from "solid-js";
import { useStudio } from "../state/studio";
import { Icon } from "../ui/icon";
import { Prose } from "../ui/prose";
import { suggestionOf, withSuggestion } from "./suggestion";

/** The query's mistakes, and warnings about what may be meant differently; clicking a suggestion accepts it. */
export function Mistakes() {
  const { query } = useStudio();
  const problem = () => query.problem();
  const mistakes = () => problem()?.mistakes ?? query.answer()?.hints ?? [];
  return (
    <>
      <Show when={problem() && mistakes().length === 0}>
        <div class="query-mistake">
          <Icon name="warning" />
          <p>
            <Prose text={problem()?.message ?? ""} />
            <Show when={problem()?.hint}>
              {(hint) => (
                <span class="quiet">
                  {": "}
                  <Prose text={hint()} />
                </span>
              )}
            </Show>
          </p>
        </div>
      </Show>
      <For each={mistakes()}>
        {(mistake) => (
          <div class="query-mistake" classList={{ hint: problem() === undefined }}>
            <Icon name="warning" />
            <Show
              when={suggestionOf(mistake)}
              fallback={
                <p>
                  <Prose text={mistake.message} />
                  <Show when={mistake.hint}>
                    {(hint) => (
                      <span class="quiet">
                        {": "}
                        <Prose text={hint()} />
                      </span>
                    )}
                  </Show>
                </p>
              }
            >
              {(suggestion) => (
                <>
                  <p>
                    <Prose text={mistake.message} />
                  </p>
                  <button
                    type="button"
                    onClick={() => query.type(withSuggestion(query.text(), suggestion()))}
                  >
                    Write <code>{suggestion().text}</code>
                  </button>
                </>
              )}
            </Show>
          </div>
        )}
      </For>
    </>
  );
}
