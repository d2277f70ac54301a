import { createMemo, For, Match, Show, Switch } from "solid-js";
import type { LabelDifference } from "../api/types";
import type { Side } from "../state/review";
import { useStudio } from "../state/studio";
import { countText, numberText } from "../ui/counts";
import { stripPath } from "../ui/strip";
import { ClipName } from "./clipName";
import { comparing } from "./compareCommands";
import { Rows } from "./rows";

const ROW_PX = 58;
const COLUMNS = 120;

type Row = { clip: string; count: number } | { clip: string; difference: LabelDifference };

/** The agreement with the second labeller by tag, and the differences to decide. */
export function ComparePart() {
  const studio = useStudio();
  const { review } = studio;
  const answer = () => review.agreement.answer();
  const rows = createMemo((): Row[] =>
    review
      .open()
      .flatMap(({ clip, differences }) => [
        { clip, count: differences.length },
        ...differences.map((difference) => ({ clip, difference })),
      ]),
  );
  // The tags with the worst agreement come first, because they need discussion.
  const tags = createMemo(() =>
    [...(answer()?.tags ?? [])].sort((a, b) => (a.kappa ?? 2) - (b.kappa ?? 2)),
  );
  const { go, decide } = comparing(studio);
  return (
    <Switch>
      <Match when={review.agreement.problem()}>
        {(problem) => <p class="review-note error">{problem().message}</p>}
      </Match>
      <Match when={answer() === undefined}>
        <p class="review-note quiet">Comparing…</p>
      </Match>
      <Match when={answer()}>
        {(now) => (
          <>
            <p class="review-note">
              {countText(now().clips.length, "clip")} labelled here and in{" "}
              <strong>{studio.library()?.second}</strong>
              <Show when={now().onlyOne > 0}>
                <span class="quiet">, {numberText(now().onlyOne)} by only one of the two</span>
              </Show>
              <Show when={now().leftOut[0]}>
                {(first) => (
                  <span class="quiet">
                    . Left out: {first().clip}, {first().why}
                    {now().leftOut.length > 1 && ` (and ${now().leftOut.length - 1} more)`}
                  </span>
                )}
              </Show>
            </p>
            <For each={now().warnings}>
              {(warning) => <p class="review-note warning">{warning}</p>}
            </For>
            <label class="review-note review-tolerance">
              <span>Ignore edges up to</span>
              <input
                type="number"
                min="0"
                max="1000"
                value={studio.preferences().toleranceFrames}
                onInput={(event) => {
                  const frames = event.currentTarget.valueAsNumber;
                  if (Number.isInteger(frames) && frames >= 0)
                    studio.prefer({ toleranceFrames: frames });
                }}
              />
              <span>frames apart</span>
            </label>
            {/* The table scrolls, so it must be reachable by keys. */}
            <div class="agreement" role="group" aria-label="Agreement by tag" tabindex="0">
              <table>
                <thead>
                  <tr>
                    <th scope="col">Tag</th>
                    <th
                      scope="col"
                      title="Frames tagged by both, as a share of those tagged by either"
                    >
                      Common
                    </th>
                    <th
                      scope="col"
                      title="Cohen's kappa: 1 if they agree on every frame, 0 if no more than by chance"
                    >
                      κ
                    </th>
                  </tr>
                </thead>
                <tbody>
                  <For each={tags()}>
                    {(tag) => (
                      <tr>
                        <th scope="row">
                          <span class="dot" style={{ background: studio.colour(tag.tag) }} />{" "}
                          {tag.tag}
                        </th>
                        <td
                          title={`${tag.both} both, ${tag.onlyOurs} only ours, ${tag.onlyTheirs} only theirs`}
                        >
                          {commonText(tag)}
                        </td>
                        <td>{tag.kappa === null ? "–" : tag.kappa.toFixed(2)}</td>
                      </tr>
                    )}
                  </For>
                </tbody>
              </table>
            </div>
            <Show
              when={rows().length > 0}
              fallback={
                <div class="empty">
                  <p>No difference is left to decide.</p>
                </div>
              }
            >
              <Rows
                label="Differences"
                rows={rows()}
                height={ROW_PX}
                row={(row) => (
                  <Show
                    when={
                      "difference" in row() && (row() as { difference: LabelDifference }).difference
                    }
                    fallback={
                      <div class="review-clip">
                        <ClipName name={row().clip} />
                        <span class="quiet numbers">{(row() as { count?: number }).count}</span>
                      </div>
                    }
                  >
                    {(one) => (
                      <Difference
                        one={one()}
                        go={() => go(row().clip, one())}
                        decide={(side) => decide(row().clip, one(), side)}
                      />
                    )}
                  </Show>
                )}
              />
            </Show>
          </>
        )}
      </Match>
    </Switch>
  );
}

/** The two versions of a difference, ours above theirs, and the buttons that choose between them. */
function Difference(props: { one: LabelDifference; go(): void; decide(side: Side): void }) {
  const studio = useStudio();
  const strip = (ranges: readonly (readonly [number, number])[]) => {
    const { start, stop } = props.one;
    const moved = ranges.map(([from, to]) => [from - start, to - start] as const);
    return stripPath(moved, stop - start, COLUMNS);
  };
  const about = () => `${props.one.tag}, ${props.one.start} – ${props.one.stop}`;
  return (
    <div class="difference">
      <button type="button" class="finding-go" onClick={() => props.go()}>
        <span class="finding-where">
          <span class="rule-tag">
            <span class="dot" style={{ background: studio.colour(props.one.tag) }} />
            <span>{props.one.tag}</span>
          </span>
          <span class="numbers quiet">
            {props.one.start} – {props.one.stop}
          </span>
        </span>
        <svg
          class="difference-strip"
          viewBox={`0 0 ${COLUMNS} 2.4`}
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          <path d={strip(props.one.ours)} />
          <path class="theirs" transform="translate(0 1.4)" d={strip(props.one.theirs)} />
        </svg>
      </button>
      <span class="difference-choice">
        <For each={["ours", "theirs", "both"] as const}>
          {(side) => (
            <button
              type="button"
              aria-label={`${side === "ours" ? "Keep" : "Take"} ${side}: ${about()}`}
              onClick={() => props.decide(side)}
            >
              {side === "ours" ? "Ours" : side === "theirs" ? "Theirs" : "Both"}
            </button>
          )}
        </For>
      </span>
    </div>
  );
}

function commonText(tag: { both: number; onlyOurs: number; onlyTheirs: number }): string {
  const any = tag.both + tag.onlyOurs + tag.onlyTheirs;
  return any === 0 ? "–" : `${Math.round((100 * tag.both) / any)} %`;
}
