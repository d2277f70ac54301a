import { createEffect, createMemo, For, onCleanup, onMount, Show } from "solid-js";
import { SPEEDS } from "../state/clock";
import { useStudio } from "../state/studio";
import { countText, numberText } from "../ui/counts";
import { IconButton } from "../ui/icon";
import { Decision } from "./decision";
import { focusQueue } from "./focusQueue";
import { ProposalQueue, totalText } from "./proposalQueue";
import { Quality } from "./quality";
import { Rejections } from "./rejections";
import "./proposals.css";

/** The queue of proposals, decided with a key each. */
export function ProposalsPanel() {
  const studio = useStudio();
  const { proposals } = studio;
  onMount(proposals.want);
  // The keys decide only while the proposals are in sight.
  onCleanup(proposals.deactivate);
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
        <KeysButton />
        <span role="status">
          {isLoading()
            ? "Looking…"
            : proposals.queue().length === 0
              ? ""
              : `${totalText(proposals.queue().length, left())} to decide`}
        </span>
        <IconButton
          icon="loop"
          label="Look again"
          title="Look again"
          disabled={isLoading()}
          onClick={proposals.reload}
        />
      </p>
      <Show when={proposals.queue().length > 0} fallback={<Empty isLoading={isLoading()} />}>
        <ProposalQueue />
        <ClipSpeed />
        <Bulk />
      </Show>
      <Quality />
      <Rejections />
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

/** Shows whether keys decide, and begins or ends that. */
function KeysButton() {
  const { proposals } = useStudio();
  // The press itself may end it.
  let wasActive = false;
  return (
    <button
      type="button"
      class="proposal-keys"
      aria-pressed={proposals.isActive()}
      title={
        proposals.isActive()
          ? "Keys act on the current proposal. Esc ends it"
          : "Click, or focus the list, to decide with keys"
      }
      onPointerDown={() => {
        wasActive = proposals.isActive();
      }}
      onClick={({ detail }) => {
        if (detail > 0 ? wasActive : proposals.isActive()) proposals.deactivate();
        else focusQueue();
      }}
    >
      {proposals.isActive() ? "Keys decide" : "Keys off"}
    </button>
  );
}

/** The speed of the key that plays a whole clip. */
function ClipSpeed() {
  const studio = useStudio();
  const speeds = () =>
    [...new Set([...SPEEDS, studio.preferences().reviewSpeed])].sort((a, b) => a - b);
  return (
    <label class="proposal-speed">
      <span>
        Whole clips <kbd>{studio.keyFor("proposals.playClip")}</kbd>
      </span>
      <select
        aria-label="Speed of whole clips"
        value={String(studio.preferences().reviewSpeed)}
        onChange={(event) => studio.prefer({ reviewSpeed: Number(event.currentTarget.value) })}
      >
        <For each={speeds()}>{(speed) => <option value={String(speed)}>{speed}×</option>}</For>
      </select>
    </label>
  );
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
        title={studio.titled("Accept all from this score on", "proposals.acceptAll")}
        disabled={proposals.bulk().length === 0}
        onClick={proposals.askAll}
      >
        Accept {numberText(proposals.bulk().length)}…
      </button>
    </div>
  );
}

function Empty(props: { isLoading: boolean }) {
  const studio = useStudio();
  const { proposals } = studio;
  const learned = () => proposals.about().get("learned");
  const findings = () => [...proposals.about().values()].flatMap(({ findings }) => findings);
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
