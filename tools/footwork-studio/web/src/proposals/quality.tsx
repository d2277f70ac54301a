import { For, Show } from "solid-js";
import { useStudio } from "../state/studio";
import { countText } from "../ui/counts";
import { shareText } from "./texts";

/** How good learned proposals are on this library: each labelled clip, or a fifth of them, is left out in turn. */
export function Quality() {
  const studio = useStudio();
  const learned = () => studio.proposals.about().get("learned");
  return (
    <Show when={learned()}>
      {(answer) => (
        <details
          class="proposal-quality"
          onToggle={({ currentTarget }) => currentTarget.scrollIntoView({ block: "end" })}
        >
          <summary>
            How good they are
            <span class="quiet">
              {answer().threshold === null
                ? ": no score is safe yet"
                : `: 97 % right from ${answer().threshold?.toFixed(2)}`}
            </span>
          </summary>
          <p class="quiet">
            Measured on {countText(answer().labelled ?? 0, "labelled clip")}, left out in turn.
          </p>
          <Show when={answer().quality.length > 0} fallback={<p>Not enough labels yet</p>}>
            <table>
              <thead>
                <tr>
                  <th scope="col">Tag</th>
                  <th scope="col">Spans</th>
                  <th scope="col" title="Share of correct proposals">
                    Right
                  </th>
                  <th scope="col" title="Share of labelled spans with a proposal">
                    Found
                  </th>
                </tr>
              </thead>
              <tbody>
                <For each={answer().quality}>
                  {({ tag, spans, precision, recall }) => (
                    <tr>
                      <th scope="row">{tag}</th>
                      <td>{spans}</td>
                      <Show
                        when={precision !== null}
                        fallback={
                          <td colspan="2" class="quiet">
                            not enough labels yet
                          </td>
                        }
                      >
                        <td>{shareText(precision)}</td>
                        <td>{shareText(recall)}</td>
                      </Show>
                    </tr>
                  )}
                </For>
              </tbody>
            </table>
          </Show>
        </details>
      )}
    </Show>
  );
}
