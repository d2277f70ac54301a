import { createMemo, For, Match, onCleanup, Show, Switch } from "solid-js";
import type { LabelDifference } from "../api/types";
import { commandsOf } from "../state/keymap";
import { adjudicated, type Side } from "../state/review";
import { useStudio } from "../state/studio";
import { countText, numberText } from "../ui/counts";
import { stripPath } from "../ui/strip";
import { ClipName } from "./clipName";
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
  // The worst agreement comes first: those tags need discussion.
  const tags = createMemo(() =>
    [...(answer()?.tags ?? [])].sort((a, b) => (a.kappa ?? 2) - (b.kappa ?? 2)),
  );
  const go = (clip: string, { tag, start }: LabelDifference) => {
    studio.clock.pause();
    studio.timeline.setLane({ kind: "tag", name: tag });
    if (studio.clip() !== clip) void studio.open(clip, start);
    else studio.clock.seek(start);
  };
  const decide = (clip: string, one: LabelDifference, side: Side) => {
    const label = `${side === "ours" ? "keep" : "take"} ${side} ${one.tag}`;
    studio.editClips(label, [{ clip, operations: adjudicated(one, side) }]);
  };
  /** Goes to the next difference after the playhead, in this clip or a later one; the first clip follows the last. */
  const nextOne = () => {
    const all = review.open();
    const at = all.findIndex(({ clip }) => clip === studio.clip());
    const here = all[at]?.differences.toSorted((a, b) => a.start - b.start);
    const next = here?.find(({ start }) => start > studio.clock.frame());
    if (next) return go(all[at]?.clip ?? "", next);
    const [following] = at < 0 ? all : [...all.slice(at + 1), ...all.slice(0, at + 1)];
    const [first] = following?.differences ?? [];
    if (following && first) go(following.clip, first);
    else studio.notices.say({ kind: "news", text: "No difference is left" });
  };
  /** The difference at the playhead, of the active lane if it has one. */
  const hereOne = () => {
    const frame = studio.clock.frame();
    const own = review.open().find(({ clip }) => clip === studio.clip())?.differences ?? [];
    const under = own.filter(({ start, stop }) => start <= frame && frame < stop);
    return under.find(({ tag }) => tag === studio.timeline.lane()?.name) ?? under[0];
  };
  const decideHere = (side: Side) => () => {
    const one = hereOne();
    const clip = studio.clip();
    if (one && clip !== undefined) decide(clip, one, side);
    else studio.notices.say({ kind: "news", text: "No difference at the playhead" });
  };
  const command = commandsOf("Compare");
  onCleanup(
    studio.addCommands([
      command("compare.next", "Next difference", ["F6"], nextOne, "repeats"),
      command("compare.ours", "Keep ours at the playhead", ["F7"], decideHere("ours")),
      command("compare.theirs", "Take theirs at the playhead", ["F8"], decideHere("theirs")),
      command("compare.both", "Take both at the playhead", ["F9"], decideHere("both")),
    ]),
  );
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

/** The two versions, one above the other, and the choice between them. */
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
