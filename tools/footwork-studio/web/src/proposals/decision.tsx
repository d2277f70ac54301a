import { For, Show } from "solid-js";
import { labelId, showKey } from "../state/keymap";
import type { Proposal } from "../state/proposalQueue";
import { type Studio, useStudio } from "../state/studio";
import { isFinished } from "../state/workState";
import { focusQueue } from "./focusQueue";
import { durationText, framesText, scoreText } from "./texts";

/** The current proposal, or the question about a rejected one. */
export function Decision() {
  const { proposals } = useStudio();
  return (
    <Show
      when={proposals.question()}
      fallback={
        <Show when={proposals.current()}>{(proposal) => <Current proposal={proposal()} />}</Show>
      }
    >
      {(asked) => <Question asked={asked()} />}
    </Show>
  );
}

const keyFor = (studio: Studio, id: string) => {
  const key = studio.keyFor(`proposals.${id}`);
  return key === "Backspace" ? "⌫" : key;
};

function Current(props: { proposal: Proposal }) {
  const studio = useStudio();
  const { proposals } = studio;
  const row = () => studio.rowOf(props.proposal.clip);
  const perSec = () => (row()?.rate[0] ?? 30) / (row()?.rate[1] ?? 1);
  return (
    <section class="proposal-card" aria-label="Current proposal">
      <h2>
        <i class="proposal-swatch" style={{ "--swatch": studio.colour(props.proposal.name) }} />
        <span class="proposal-name">{props.proposal.name}</span>
        <Show when={props.proposal.possible}>
          <small class="quiet">possibly</small>
        </Show>
        <span class="numbers">{scoreText(props.proposal)}</span>
      </h2>
      <p class="quiet numbers">
        {framesText(props.proposal)} · {durationText(props.proposal, perSec())}
        <Show when={isFinished(row()?.state ?? "untouched")}> · the clip is done</Show>
      </p>
      <div class="proposal-buttons">
        <button type="button" class="main-button" onClick={() => proposals.accept()}>
          Accept <kbd>{keyFor(studio, "accept")}</kbd>
        </button>
        <button type="button" onClick={() => proposals.reject()}>
          Reject <kbd>{keyFor(studio, "reject")}</kbd>
        </button>
        <button
          type="button"
          aria-pressed={proposals.isGrid()}
          title="Show six proposals side by side"
          onClick={() => {
            focusQueue();
            proposals.toggleGrid();
          }}
        >
          Six <kbd>{keyFor(studio, "grid")}</kbd>
        </button>
      </div>
    </section>
  );
}

function Question(props: { asked: Proposal }) {
  const studio = useStudio();
  const { proposals } = studio;
  return (
    <section class="proposal-card proposal-question" aria-label="Rejected proposal">
      <h2>
        <span role="status">Not {props.asked.name}. What is it then?</span>
      </h2>
      <div class="proposal-answers">
        <button type="button" onClick={() => proposals.answer(undefined)}>
          Nothing <kbd>{keyFor(studio, "reject")}</kbd>
        </button>
        <For each={answersTo(studio, props.asked)}>
          {({ name, key }) => (
            <button type="button" onClick={() => proposals.answer(name)}>
              <span class="dot" style={{ background: studio.colour(name) }} />
              {name}
              <Show when={key}>{(key) => <kbd>{key()}</kbd>}</Show>
            </button>
          )}
        </For>
      </div>
    </section>
  );
}

/** The labels that a rejected proposal may be, those with a key first. */
function answersTo(studio: Studio, { kind, name: rejected }: Proposal) {
  const names = [...(kind === "tag" ? studio.tags() : studio.events()).keys()];
  const all = names.map((name) => {
    const key = studio.keymap().keysOf(labelId(kind, name))[0];
    return { name, key: key === undefined ? undefined : showKey(key) };
  });
  const others = all.filter(({ name }) => name !== rejected);
  return [...others.filter(({ key }) => key), ...others.filter(({ key }) => !key)];
}
