import { Show } from "solid-js";
import { useStudio } from "../state/studio";
import { countText, numberText } from "../ui/counts";
import { Icon } from "../ui/icon";
import { Prose } from "../ui/prose";
import { ApplyTag } from "./applyTag";
import { Explain } from "./explain";
import { MatchList } from "./matchList";
import { Mistakes } from "./mistakes";
import { PlaceList } from "./placeList";
import { SavedQueries } from "./savedQueries";
import { SaveQuery } from "./saveQuery";
import { StepThrough } from "./stepThrough";
import "../ui/ui.css";
import "./queryResult.css";

/** The matches in all clips, with actions on the matches. */
export function QueryResult() {
  const studio = useStudio();
  const { query } = studio;
  /** Whether the clip indices in `places` refer to the current list of clips. */
  const isCurrent = () => query.answer()?.generation === studio.generation();
  const hasText = () => query.text().trim() !== "";

  return (
    <div class="query-result">
      <Show
        when={hasText()}
        fallback={
          <>
            <NoQuery />
            <SavedQueries isOpen={true} />
          </>
        }
      >
        <Mistakes />
        <Show when={query.answer()}>
          {(answer) => (
            <div class="result" classList={{ old: query.problem() !== undefined }}>
              <Show when={query.problem()}>
                <p class="result-of">
                  Result of the last complete query: <code>{answer().normal}</code>
                </p>
              </Show>
              <dl class="totals numbers">
                <div>
                  <dt>{answer().frames === 1 ? "frame" : "frames"}</dt>
                  <dd>{numberText(answer().frames)}</dd>
                </div>
                <div>
                  <dt>{answer().ranges === 1 ? "range" : "ranges"}</dt>
                  <dd>{numberText(answer().ranges)}</dd>
                </div>
                <div>
                  <dt>of {countText(studio.clips().length, "clip")}</dt>
                  <dd>{numberText(answer().matches.length)}</dd>
                </div>
              </dl>
              <Show when={!query.problem() && answer().normal !== query.text().trim()}>
                <div class="normal" title="How the query was parsed">
                  <span class="quiet">Parsed as</span> <code>{answer().normal}</code>
                </div>
              </Show>
              <Show when={answer().notes.length > 0}>
                <details class="notes">
                  <summary>
                    <Icon name="warning" />
                    {countText(answer().notes.length, "note")}: not all clips could be searched
                  </summary>
                  <ul>
                    {answer()
                      .notes.slice(0, 50)
                      .map((note) => (
                        <li>
                          <Prose text={note} />
                        </li>
                      ))}
                  </ul>
                </details>
              </Show>
              <StepThrough />
              <Show when={answer().places.length > 0 && isCurrent()} fallback={<MatchList />}>
                <PlaceList places={answer().places} />
              </Show>
              <div class="result-actions">
                <ApplyTag />
                <SaveQuery />
                <Explain />
              </div>
            </div>
          )}
        </Show>
        <SavedQueries isOpen={false} />
      </Show>
    </div>
  );
}

/** An introduction to queries, shown while there is no query. */
function NoQuery() {
  const studio = useStudio();
  // The examples use names of this library.
  const examples = () => {
    const [first, second] = studio.library()?.tags.filter(({ clips }) => clips > 0) ?? [];
    const some = [{ text: "{ speed > 1 }", means: "frames faster than 1 m/s" }];
    if (!first) return some;
    some.unshift(
      { text: `!${first.name}`, means: "frames without the tag" },
      { text: `longer(${first.name}, 0.5s)`, means: "ranges of half a second or more" },
    );
    if (second)
      some.unshift({ text: `${first.name} | ${second.name}`, means: "frames with either tag" });
    return some;
  };
  return (
    <div class="empty">
      <h2>Find frames</h2>
      <p>
        Press <kbd>{studio.keymap().keysOf("query.focus")[0] ?? "/"}</kbd> and write a query.
        Results appear as you type: here, in the list of clips and as a lane of the timeline.
      </p>
      <ul class="examples">
        {examples().map(({ text, means }) => (
          <li>
            <button type="button" class="example" onClick={() => studio.query.type(text)}>
              <code>{text}</code>
              <span class="quiet">{means}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
