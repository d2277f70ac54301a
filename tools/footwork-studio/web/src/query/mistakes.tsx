import { For, Show } from "solid-js";
import { useStudio } from "../state/studio";
import { Icon } from "../ui/icon";
import { Prose } from "../ui/prose";
import { suggestionOf, withSuggestion } from "./suggestion";

/** The mistakes of the query, and warnings about ambiguous parts. A click on a suggestion applies it. */
export function Mistakes() {
  const { query } = useStudio();
  const problem = () => query.problem();
  const mistakes = () => problem()?.mistakes ?? query.answer()?.hints ?? [];
  return (
    <>
      <Show when={problem() && mistakes().length === 0}>
        <div class="query-mistake">
          <Icon name="warning" />
          <Told message={problem()?.message ?? ""} hint={problem()?.hint} />
        </div>
      </Show>
      <For each={mistakes()}>
        {(mistake) => (
          <div class="query-mistake" classList={{ hint: problem() === undefined }}>
            <Icon name="warning" />
            <Show
              when={suggestionOf(mistake)}
              fallback={<Told message={mistake.message} hint={mistake.hint} />}
            >
              {(suggestion) => (
                <>
                  <Told message={mistake.message} hint={null} />
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

function Told(props: { message: string; hint: string | null | undefined }) {
  return (
    <p>
      <Prose text={props.message} />
      <Show when={props.hint}>
        {(hint) => (
          <span class="quiet">
            {": "}
            <Prose text={hint()} />
          </span>
        )}
      </Show>
    </p>
  );
}
