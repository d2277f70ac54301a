import { For, Show } from "solid-js";
import { ReferenceFields } from "../reference/referenceFields";
import { useStudio } from "../state/studio";
import { STATES, signedText, stateOf } from "../state/workState";
import { secsText } from "../ui/counts";
import { Fallback } from "../ui/fallback";
import { Icon } from "../ui/icon";
import { StateIcon } from "../ui/stateIcon";
import { Notes } from "./notes";
import "./clipPanel.css";

/** The panel about the open clip: its state and its notes. */
export function ClipPanel() {
  const studio = useStudio();
  const row = () => studio.rowOf(studio.clip());
  const state = () => {
    const labels = studio.labels();
    return labels && stateOf(labels);
  };
  let group: HTMLDivElement | undefined;
  const moved = (event: KeyboardEvent) => {
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    const at = STATES.findIndex(({ id }) => id === state());
    const next = by && STATES[at + by];
    if (!by || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    if (!next) return;
    studio.clipStates.give(next.id);
    group?.querySelectorAll<HTMLElement>("[role=radio]")[at + by]?.focus();
  };
  return (
    <Show
      when={studio.labels()}
      fallback={<Fallback text={studio.clip() === undefined ? "No clip is open." : "Reading…"} />}
    >
      {(labels) => (
        <div class="clip-panel">
          <header>
            <h2>{labels().clip.slice(labels().clip.lastIndexOf("/") + 1)}</h2>
            <p class="quiet">
              <Show when={labels().clip.includes("/")}>
                {labels().clip.slice(0, labels().clip.lastIndexOf("/"))} ·{" "}
              </Show>
              <span class="unbroken">{labels().frames} frames</span> ·{" "}
              <span class="unbroken">
                {secsText((labels().frames * (labels().rate[1] ?? 1)) / (labels().rate[0] ?? 1))}
              </span>
            </p>
          </header>
          <section aria-labelledby="work-state">
            <h3 id="work-state">State</h3>
            <div
              class="state-choice"
              role="radiogroup"
              aria-labelledby="work-state"
              ref={group}
              onKeyDown={moved}
            >
              <For each={STATES}>
                {({ id, title, help }) => (
                  <button
                    type="button"
                    role="radio"
                    aria-checked={state() === id}
                    tabindex={state() === id ? 0 : -1}
                    title={help}
                    disabled={labels().readOnly !== null}
                    onClick={() => studio.clipStates.give(id)}
                  >
                    <StateIcon state={id} />
                    {title}
                  </button>
                )}
              </For>
            </div>
            <p class="quiet state-said" aria-live="polite">
              <Show when={labels().state} fallback="Set automatically from the labels.">
                {(said) => signedText(said())}
              </Show>
              <Show when={labels().state && labels().readOnly === null}>
                {" "}
                <button
                  type="button"
                  class="link"
                  onClick={() => studio.clipStates.give(undefined)}
                >
                  Clear
                </button>
              </Show>
            </p>
            <label class="state-name">
              <span>Sign as</span>
              <input
                type="text"
                maxLength={200}
                placeholder="no name"
                autocomplete="name"
                spellcheck={false}
                value={studio.preferences().name}
                title="Adds your name and the date to states"
                onChange={(event) => studio.prefer({ name: event.currentTarget.value })}
              />
            </label>
            <label class="state-name">
              <span>Next by</span>
              <input
                type="text"
                maxLength={200}
                placeholder="anybody"
                autocomplete="off"
                spellcheck={false}
                value={labels().state?.assignee ?? ""}
                title="Assigns the next step: the review of a done clip"
                disabled={labels().readOnly !== null}
                onChange={(event) => studio.clipStates.assign(event.currentTarget.value)}
              />
            </label>
            <button
              type="button"
              class="main-button state-next"
              title={studio.titled(
                "Mark done, and open the next unfinished clip",
                "clip.doneAndNext",
              )}
              disabled={labels().readOnly !== null}
              onClick={() => studio.run("clip.doneAndNext")}
            >
              <Icon name="check" />
              Mark done, open next
            </button>
          </section>
          <ReferenceFields labels={labels()} />
          <Notes labels={labels()} />
          <Show when={row()?.mirrorOf}>
            {(of) => <p class="quiet">Mirrored twin of {of()}. Its labels follow the original.</p>}
          </Show>
        </div>
      )}
    </Show>
  );
}
