import { createEffect, createMemo, For, onCleanup, onMount, Show } from "solid-js";
import { labelId, showKey } from "../state/keymap";
import { useStudio } from "../state/studio";
import { isFinished } from "../state/workState";
import { countText, numberText } from "../ui/counts";
import { ProposalQueue, totalText } from "./proposalQueue";
import { Quality } from "./quality";
import { durationText, framesText, scoreText } from "./texts";
import "./proposals.css";

/** The queue of proposals: what programs suggest, decided with a key each. */
export function ProposalsPanel() {
  const studio = useStudio();
  const { proposals } = studio;
  onMount(proposals.want);
  // Without a library there is nothing to ask for yet.
  createEffect(() => {
    if (studio.clips().length > 0) proposals.want();
  });
  const isLoading = () => proposals.loading().size > 0;
  const left = () => {
    const answers = [...proposals.about().values()].filter(({ source }) =>
      proposals.sources().has(source),
    );
    const total = answers.reduce((sum, answer) => sum + answer.total - answer.proposals.length, 0);
    return total + proposals.queue().length;
  };
  return (
    <div class="proposals" classList={{ "proposals-active": proposals.isActive() }}>
      <Filters />
      <Show when={proposals.problem()}>
        {(problem) => <p class="proposal-note error">{problem().message}</p>}
      </Show>
      <Decision />
      <p class="proposal-status">
        <span role="status">
          {isLoading()
            ? "Looking…"
            : proposals.queue().length === 0
              ? ""
              : `${totalText(proposals.queue().length, left())} to decide`}
        </span>
        <button
          type="button"
          class="quiet-button"
          disabled={isLoading()}
          onClick={proposals.reload}
        >
          Look again
        </button>
      </p>
      <Show when={proposals.queue().length > 0} fallback={<Empty isLoading={isLoading()} />}>
        <ProposalQueue />
        <Bulk />
      </Show>
      <Quality />
    </div>
  );
}

/** The sources and the tag. */
function Filters() {
  const studio = useStudio();
  const { proposals } = studio;
  const selected = createMemo(() => {
    const [one, ...more] = studio.selection();
    const clip = studio.clip();
    if (one?.kind !== "span" || more.length > 0 || clip === undefined) return undefined;
    return { tag: one.tag, clip, start: one.start, stop: one.stop };
  });
  const toggle = (id: (typeof proposals.SOURCES)[number]["id"]) => {
    const like = selected();
    if (id === "similar" && !proposals.sources().has(id)) {
      if (like) proposals.findLike(like);
      else
        studio.notices.say({
          kind: "news",
          text: "Select a span first: places like it are proposed",
        });
    } else proposals.toggleSource(id);
  };
  return (
    <div class="proposal-filters">
      <div class="proposal-sources" role="group" aria-label="Sources">
        <For each={proposals.SOURCES}>
          {({ id, title, help }) => (
            <button
              type="button"
              title={help}
              aria-pressed={proposals.sources().has(id)}
              onClick={() => toggle(id)}
            >
              {title}
            </button>
          )}
        </For>
      </div>
      <select
        aria-label="Tag of the proposals"
        value={proposals.tag()}
        onChange={(event) => proposals.setTag(event.currentTarget.value)}
      >
        <option value="">All tags</option>
        <For each={[...studio.tags().keys(), ...studio.events().keys()]}>
          {(name) => <option value={name}>{name}</option>}
        </For>
      </select>
    </div>
  );
}

/** The current proposal, or the question about a rejected one. */
function Decision() {
  const studio = useStudio();
  const { proposals } = studio;
  const key = (id: string) => studio.keyFor(`proposals.${id}`) ?? "";
  const perSec = (clip: string) => {
    const row = studio.rowOf(clip);
    return row ? (row.rate[0] ?? 30) / (row.rate[1] ?? 1) : 30;
  };
  return (
    <Show
      when={proposals.question()}
      fallback={
        <Show when={proposals.current()}>
          {(proposal) => (
            <section class="proposal-card" aria-label="Current proposal">
              <p class="proposal-mode" role="status">
                {proposals.isActive()
                  ? "Keys decide"
                  : `Keys off: click here, or press ${key("start")}`}
              </p>
              <h3>
                <i class="proposal-swatch" style={{ "--swatch": studio.colour(proposal().name) }} />
                {proposal().name}
                <Show when={proposal().possible}>
                  <small class="quiet">possibly</small>
                </Show>
                <span class="numbers">{scoreText(proposal())}</span>
              </h3>
              <p class="quiet numbers">
                {framesText(proposal())} · {durationText(proposal(), perSec(proposal().clip))}
                <Show when={isFinished(studio.rowOf(proposal().clip)?.state ?? "untouched")}>
                  {" "}
                  · the clip is done
                </Show>
              </p>
              <div class="proposal-buttons">
                <button type="button" class="main-button" onClick={() => proposals.accept()}>
                  Accept <kbd>{key("accept")}</kbd>
                </button>
                <button type="button" onClick={() => proposals.reject()}>
                  Reject <kbd>{key("reject")}</kbd>
                </button>
                <button
                  type="button"
                  aria-pressed={proposals.isGrid()}
                  title="Show six proposals side by side"
                  onClick={() => {
                    proposals.activate();
                    proposals.toggleGrid();
                    document.querySelector<HTMLElement>(".proposal-queue")?.focus();
                  }}
                >
                  Six <kbd>{key("grid")}</kbd>
                </button>
              </div>
            </section>
          )}
        </Show>
      }
    >
      {(asked) => (
        <section class="proposal-card proposal-question" aria-label="Rejected proposal">
          <p class="proposal-mode" role="status">
            Not {asked().name}. What is it then?
          </p>
          <div class="proposal-answers">
            <For each={labelsFor(studio, asked().kind)}>
              {({ name, key }) => (
                <button type="button" onClick={() => proposals.answer(name)}>
                  <span class="dot" style={{ background: studio.colour(name) }} />
                  {name} <Show when={key}>{(key) => <kbd>{key()}</kbd>}</Show>
                </button>
              )}
            </For>
            <button type="button" onClick={() => proposals.answer(undefined)}>
              Nothing <kbd>{key("reject")}</kbd>
            </button>
          </div>
        </section>
      )}
    </Show>
  );
}

/** The labels that a rejected proposal may be, those with a key first. */
function labelsFor(studio: ReturnType<typeof useStudio>, kind: "tag" | "event") {
  const names = [...(kind === "tag" ? studio.tags() : studio.events()).keys()];
  const all = names.map((name) => {
    const key = studio.keymap().keysOf(labelId(kind, name))[0];
    return { name, key: key === undefined ? undefined : showKey(key) };
  });
  return [...all.filter(({ key }) => key), ...all.filter(({ key }) => !key)];
}

/** Accepting all proposals above a score. */
function Bulk() {
  const studio = useStudio();
  const { proposals } = studio;
  return (
    <div class="proposal-bulk">
      <label>
        <span>Score</span>
        <input
          type="range"
          min="0.5"
          max="1"
          step="0.01"
          value={proposals.least()}
          aria-valuetext={`${proposals.least().toFixed(2)}: ${countText(proposals.bulk().length, "proposal")}`}
          onInput={(event) => proposals.setLeast(event.currentTarget.valueAsNumber)}
        />
        <span class="numbers">{proposals.least().toFixed(2)}</span>
      </label>
      <button
        type="button"
        disabled={proposals.bulk().length === 0}
        onClick={() => proposals.setIsConfirming(true)}
      >
        Accept {numberText(proposals.bulk().length)}…{" "}
        <kbd>{studio.keyFor("proposals.acceptAll")}</kbd>
      </button>
    </div>
  );
}

function Empty(props: { isLoading: boolean }) {
  const studio = useStudio();
  const { proposals } = studio;
  const learned = () => proposals.about().get("learned");
  const findings = () => [...proposals.about().values()].flatMap(({ findings }) => findings);
  onCleanup(() => {});
  return (
    <div class="empty">
      <Show when={!props.isLoading && proposals.about().size > 0}>
        <h2>{proposals.sources().size === 0 ? "Choose a source" : "Nothing to decide"}</h2>
        <p>
          {proposals.sources().has("learned") && (learned()?.labelled ?? 0) < 2
            ? "Label a few clips first: their tags are then proposed for the others."
            : "All clips are labelled or decided. Label more, or choose another source."}
        </p>
        <Show when={findings().length > 0}>
          <p>
            {countText(findings().length, "clip")} without proposals: {findings()[0]?.message}
          </p>
        </Show>
      </Show>
    </div>
  );
}
