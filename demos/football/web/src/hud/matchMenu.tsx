import { createSignal, For, onCleanup, Show } from "solid-js";
import { toPitch } from "../input/focus";
import { useMatch } from "../state/match";
import type { Tour } from "../state/tour";
import type { Setup } from "../worker/messages";

/** The menu for a new match and for files: a recording of inputs, and a replay as GLB. */
export function MatchMenu(props: {
  isSoundOn: boolean;
  toggleSound(): void;
  toggleHelp(): void;
  tour: Tour;
}) {
  const match = useMatch();
  const [isOpen, setOpen] = createSignal(false);
  let file!: HTMLInputElement;
  /** The address of the site around the page, if there is one. */
  const home = document.getElementById("app")?.dataset.home;
  const setup = () => match.scene()?.setup ?? { aSide: 5, humans: 1, seed: "0" };
  /** The settings of the next match that differ from this one. */
  const [change, setChange] = createSignal<Partial<Setup>>({});
  const chosen = () => ({ ...setup(), ...change() });
  const choose = (more: Partial<Setup>) => setChange({ ...change(), ...more });
  const [asks, setAsks] = createSignal(false);
  /** Whether a new match would end a running one. */
  const isRunning = () => !match.run().isWaiting && !match.isOver();
  const begin = () => {
    if (isRunning() && !asks()) return setAsks(true);
    match.restart(chosen());
    close();
  };
  const close = () => {
    show(false);
    toPitch();
  };
  const show = (is: boolean) => {
    setChange({});
    setAsks(false);
    setOpen(is);
  };
  // Listen on the window: a click on the pitch moves the focus out of the menu.
  const escape = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || !isOpen()) return;
    close();
  };
  window.addEventListener("keydown", escape);
  onCleanup(() => window.removeEventListener("keydown", escape));
  return (
    <div class="bar match-bar">
      <button type="button" aria-pressed={props.isSoundOn} onClick={props.toggleSound}>
        <kbd>N</kbd> Sound
      </button>
      <button type="button" onClick={props.toggleHelp}>
        <kbd>H</kbd> Keys
      </button>
      <button
        type="button"
        aria-expanded={isOpen()}
        aria-controls="match-menu"
        onClick={() => show(!isOpen())}
      >
        Match
      </button>
      <section class="panel menu" id="match-menu" aria-label="Match" hidden={!isOpen()}>
        <h2>Another match</h2>
        <div class="choice" role="group" aria-label="Footballers in a team">
          <For each={[5, 11]}>
            {(aSide) => (
              <button
                type="button"
                aria-pressed={chosen().aSide === aSide}
                onClick={() => choose({ aSide })}
              >
                {aSide} a side
              </button>
            )}
          </For>
        </div>
        <div class="choice" role="group" aria-label="Humans">
          <For each={["Watch", "1 player", "2 players"]}>
            {(name, humans) => (
              <button
                type="button"
                aria-pressed={chosen().humans === humans()}
                onClick={() => choose({ humans: humans() })}
              >
                {name}
              </button>
            )}
          </For>
        </div>
        <label class="seed">
          Seed
          <input
            inputmode="numeric"
            pattern="[0-9]*"
            maxlength={15}
            value={chosen().seed}
            onChange={(event) =>
              /^\d+$/.test(event.currentTarget.value) && choose({ seed: event.currentTarget.value })
            }
          />
        </label>
        <Show when={asks()}>
          <p role="alert">
            This match ends at {match.board.score[0]}–{match.board.score[1]} then.
          </p>
        </Show>
        <div class="choice">
          <button type="button" class="begin" onClick={begin}>
            {asks() ? "End it, and begin another" : "New match"}
          </button>
          <Show when={asks()}>
            <button type="button" onClick={() => setAsks(false)}>
              Play on
            </button>
          </Show>
        </div>
        <h2>Tour</h2>
        <div class="choice">
          <button
            type="button"
            onClick={() => {
              props.tour.start();
              close();
            }}
          >
            One-minute tour
          </button>
        </div>
        <h2>Files</h2>
        <div class="choice">
          <button type="button" onClick={match.saveRecording}>
            Save recording
          </button>
          <button type="button" onClick={() => file.click()}>
            Load recording
          </button>
          <button type="button" onClick={match.saveReplay}>
            Replay as GLB
          </button>
        </div>
        <input
          ref={file}
          class="unseen"
          type="file"
          tabindex={-1}
          aria-label="A recording"
          onChange={() => {
            const [recording] = file.files ?? [];
            if (recording) match.loadRecording(recording);
            file.value = "";
            show(false);
          }}
        />
        <Show when={home}>
          <a href={home}>All of Footwork</a>
        </Show>
      </section>
    </div>
  );
}
