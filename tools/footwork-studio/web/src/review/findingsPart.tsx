import { createMemo, createSignal, For, Match, onCleanup, Show, Switch } from "solid-js";
import type { Checked } from "../api/types";
import { suggestColour } from "../state/namespaceColours";
import { type FindingGroup, fixesOf, groupFindings, MAX_CLIPS_MOTION } from "../state/review";
import { useStudio } from "../state/studio";
import { countText, numberText } from "../ui/counts";
import { Icon } from "../ui/icon";
import { Prose } from "../ui/prose";
import { ClipName } from "./clipName";
import { Contracts } from "./contracts";
import { Rows } from "./rows";

const ROW_PX = 62;

/**
 * Shortens a title with a tag so that it fits a button. The last part of the tag stays, because it distinguishes tags;
 * the tooltip has the whole title.
 */
const shortTitle = (title: string) =>
  title.length > 14
    ? `${title.split(" ", 1)[0]} ${title.slice(title.lastIndexOf(".") + 1)}`
    : title;

type Row = { group: FindingGroup } | { finding: Checked };

/** The findings of `footwork check`. A click on a finding goes to its place. A finding that has a fix has a button. */
export function FindingsPart() {
  const studio = useStudio();
  const { review } = studio;
  const [closed, setClosed] = createSignal<ReadonlySet<string>>(new Set());
  const answer = () => review.findings.answer();
  const rows = createMemo((): Row[] =>
    groupFindings(review.allFindings()).flatMap((group) => [
      { group },
      ...(closed().has(group.code) ? [] : group.findings.map((finding) => ({ finding }))),
    ]),
  );
  const fold = (code: string) =>
    setClosed((before) => {
      const now = new Set(before);
      if (!now.delete(code)) now.add(code);
      return now;
    });
  onCleanup(() => studio.mark(undefined));
  const go = ({ clip, span, label, joint }: Checked) => {
    if (clip === null) return;
    studio.mark(joint === null ? undefined : { clip, joint });
    const frame = span?.[0] ?? 0;
    studio.clock.pause();
    const isTag = label !== null && studio.tags().has(label);
    if (label !== null) studio.timeline.setLane({ kind: isTag ? "tag" : "event", name: label });
    if (studio.clip() !== clip) void studio.open(clip, frame);
    else studio.clock.seek(frame);
  };
  /** Returns the tag or event of a finding, if the vocabulary lacks it. */
  const unknown = ({ code, label, clip }: Checked) =>
    code === "not-in-vocabulary" && clip !== null ? label : null;
  const declare = (name: string) => {
    const kind = studio.tags().has(name) ? ("tag" as const) : ("event" as const);
    const colour = suggestColour(name, [...studio.tags().values(), ...studio.events().values()]);
    void studio.history.addLabel({ kind, name, colour, key: null, description: null });
  };
  const fix = (findings: readonly Checked[], what: string) => {
    studio.editClips(what, fixesOf(findings));
  };
  return (
    <>
      <Show when={answer() && !answer()?.hasMotion && studio.clips().length > MAX_CLIPS_MOTION}>
        <p class="review-note">
          The motion was not read.{" "}
          <button type="button" class="link" onClick={() => review.checkMotion()}>
            Read {countText(studio.clips().length, "clip")}
          </button>
        </p>
      </Show>
      <Show when={(answer()?.contracts.length ?? 0) > 0}>
        <Contracts contracts={answer()?.contracts ?? []} />
      </Show>
      <Switch>
        <Match when={review.findings.problem()}>
          {(problem) => <p class="review-note error">{problem().message}</p>}
        </Match>
        <Match when={answer() === undefined}>
          <p class="review-note quiet">Looking…</p>
        </Match>
        <Match when={rows().length === 0}>
          <div class="empty">
            <h2>Nothing found</h2>
            <p>
              The check of labels, settings{answer()?.hasMotion ? " and motion" : ""} found nothing.
            </p>
          </div>
        </Match>
        <Match when={rows().length > 0}>
          <Rows
            label="Findings"
            rows={rows()}
            height={ROW_PX}
            row={(row) => (
              <Show
                when={"finding" in row() && (row() as { finding: Checked }).finding}
                fallback={
                  <Show when={"group" in row() && (row() as { group: FindingGroup }).group}>
                    {(group) => (
                      <div class="finding-group">
                        <button
                          type="button"
                          class="finding-fold"
                          aria-expanded={!closed().has(group().code)}
                          onClick={() => fold(group().code)}
                        >
                          <Icon name={closed().has(group().code) ? "right" : "down"} />
                          <span class={`severity ${group().severity}`}>{group().severity}</span>
                          <strong>{group().code}</strong>
                          <span class="quiet numbers">{numberText(group().findings.length)}</span>
                        </button>
                        <Show when={group().fixes > 1}>
                          <button
                            type="button"
                            onClick={() => fix(group().findings, `fix ${group().code}`)}
                          >
                            Fix all {numberText(group().fixes)}
                          </button>
                        </Show>
                      </div>
                    )}
                  </Show>
                }
              >
                {(finding) => (
                  <div class="finding">
                    <button
                      type="button"
                      class="finding-go"
                      disabled={finding().clip === null}
                      title={finding().message}
                      onClick={() => go(finding())}
                    >
                      <span class="finding-where">
                        <ClipName name={finding().clip ?? finding().file ?? ""} />
                        <Show when={finding().span}>
                          {(span) => (
                            <span class="numbers quiet">
                              {span()[0]} – {span()[1]}
                            </span>
                          )}
                        </Show>
                      </span>
                      <span class="finding-message">
                        <Prose text={finding().message} />
                      </span>
                    </button>
                    <Show when={unknown(finding())}>
                      {(name) => (
                        <button
                          type="button"
                          title={`Add ${name()} to the vocabulary in footwork.toml`}
                          aria-label={`Declare ${name()}`}
                          onClick={() => declare(name())}
                        >
                          Declare
                        </button>
                      )}
                    </Show>
                    <span class="finding-fixes">
                      <For each={finding().fixes}>
                        {(one) => (
                          <button
                            type="button"
                            title={one.title}
                            aria-label={`${one.title}: ${finding().message}`}
                            onClick={() =>
                              fix([{ ...finding(), fixes: [one] }], `fix ${finding().code}`)
                            }
                          >
                            {shortTitle(one.title)}
                          </button>
                        )}
                      </For>
                    </span>
                  </div>
                )}
              </Show>
            )}
          />
        </Match>
      </Switch>
      <p class="unseen" role="status">
        {countText(review.allFindings().length, "finding")}
      </p>
    </>
  );
}
