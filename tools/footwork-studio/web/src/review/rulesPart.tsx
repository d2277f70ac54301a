import { createMemo, For, Match, Show, Switch } from "solid-js";
import type { RuleChange } from "../api/types";
import { framesIn } from "../clips/arrange";
import { useStudio } from "../state/studio";
import { countText, numberText } from "../ui/counts";
import { stripPath } from "../ui/strip";
import { ClipName } from "./clipName";
import { Rows } from "./rows";
import { SuggestedRules } from "./suggestedRules";

const ROW_PX = 34;
const COLUMNS = 80;

type Row = { clip: string; count: number } | { change: RuleChange };

/** The rules of the library, the changes that they would make now, and buttons that accept the changes clip by clip. */
export function RulesPart() {
  const studio = useStudio();
  const { review } = studio;
  const answer = () => review.rules.answer();
  const byClip = createMemo(() => {
    const clips = new Map<string, RuleChange[]>();
    for (const change of answer()?.changes ?? [])
      clips.set(change.clip, [...(clips.get(change.clip) ?? []), change]);
    return clips;
  });
  const rows = createMemo((): Row[] =>
    [...byClip()].flatMap(([clip, changes]) => [
      { clip, count: changes.length },
      ...changes.map((change) => ({ change })),
    ]),
  );
  const go = ({ clip, tag, added, removed }: RuleChange) => {
    const frame = Math.min(...[...added, ...removed].map(([start]) => start));
    studio.clock.pause();
    studio.timeline.setLane({ kind: "tag", name: tag });
    if (studio.clip() !== clip) void studio.open(clip, frame);
    else studio.clock.seek(frame);
  };
  return (
    <>
      <SuggestedRules />
      <Switch>
        <Match when={review.rules.problem()}>
          {(problem) => <p class="review-note error">{problem().message}</p>}
        </Match>
        <Match when={answer() === undefined}>
          <p class="review-note quiet">Running the rules…</p>
        </Match>
        <Match when={answer()?.rules.length === 0}>
          <div class="empty">
            <h2>No rules yet</h2>
            <p>
              A rule is a query in <code>footwork.toml</code> that places a tag. Its spans follow
              the motion and never change the tags that people set:
            </p>
            <pre>
              [rules]{"\n"}"Gait.Run" = "{"{ mean(speed, 0.3s) > 2 }"}"
            </pre>
          </div>
        </Match>
        <Match when={answer()}>
          {(now) => (
            <>
              <details class="review-rules">
                <summary>
                  {countText(now().rules.length, "rule")}
                  <span class="quiet">
                    {now().changes.length === 0
                      ? ": nothing to change"
                      : `, ${countText(now().changes.length, "change")} in ${countText(byClip().size, "clip")}`}
                  </span>
                </summary>
                <dl>
                  <For each={now().rules}>
                    {({ tag, query }) => (
                      <>
                        <dt>
                          <span class="dot" style={{ background: studio.colour(tag) }} /> {tag}
                        </dt>
                        <dd>
                          <code>{query}</code>
                        </dd>
                      </>
                    )}
                  </For>
                </dl>
              </details>
              <Show when={byClip().size > 0}>
                <p class="review-note review-all">
                  <span class="quiet">
                    <span class="added">■</span> added <span class="removed">■</span> removed
                  </span>
                  <button
                    type="button"
                    class="main-button"
                    onClick={() => studio.history.followRules([...byClip().keys()])}
                  >
                    Accept in all {numberText(byClip().size)}
                  </button>
                </p>
                <Rows
                  label="What the rules would change"
                  rows={rows()}
                  height={ROW_PX}
                  row={(row) => (
                    <Show
                      when={"change" in row() && (row() as { change: RuleChange }).change}
                      fallback={
                        <ClipHead
                          clip={(row() as { clip: string }).clip ?? ""}
                          accept={(clip) => studio.history.followRules([clip])}
                        />
                      }
                    >
                      {(change) => (
                        <button
                          type="button"
                          class="rule-change"
                          title={changeTitle(change())}
                          onClick={() => go(change())}
                        >
                          <span class="rule-tag">
                            <span class="dot" style={{ background: studio.colour(change().tag) }} />
                            <span>{change().tag}</span>
                          </span>
                          <svg
                            class="rule-strip"
                            viewBox={`0 0 ${COLUMNS} 1`}
                            preserveAspectRatio="none"
                            aria-hidden="true"
                          >
                            <path
                              class="added"
                              d={stripPath(change().added, change().frames, COLUMNS)}
                            />
                            <path
                              class="removed"
                              d={stripPath(change().removed, change().frames, COLUMNS)}
                            />
                          </svg>
                          <span class="numbers rule-count">
                            +{framesIn(change().added)} −{framesIn(change().removed)}
                          </span>
                        </button>
                      )}
                    </Show>
                  )}
                />
              </Show>
            </>
          )}
        </Match>
      </Switch>
    </>
  );
}

function ClipHead(props: { clip: string; accept(clip: string): void }) {
  return (
    <div class="review-clip">
      <ClipName name={props.clip} />
      <button
        type="button"
        aria-label={`Accept in ${props.clip}`}
        onClick={() => props.accept(props.clip)}
      >
        Accept
      </button>
    </div>
  );
}

const rangesText = (ranges: readonly (readonly [number, number])[]) =>
  ranges.map(([start, stop]) => `${start} – ${stop}`).join(", ");

function changeTitle({ tag, added, removed }: RuleChange): string {
  const parts = [
    added.length > 0 && `added on ${rangesText(added.slice(0, 6))}`,
    removed.length > 0 && `removed on ${rangesText(removed.slice(0, 6))}`,
  ];
  return `${tag}: ${parts.filter(Boolean).join("; ")}`;
}
