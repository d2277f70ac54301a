import { createSignal, For, onCleanup } from "solid-js";
import { toPitch } from "../input/focus";
import { useMatch } from "../state/match";

/** A new match, and files: a recording of inputs, and a replay as GLB. */
export function MatchMenu(props: { isSoundOn: boolean; toggleSound(): void; toggleHelp(): void }) {
  const match = useMatch();
  const [isOpen, setOpen] = createSignal(false);
  let file!: HTMLInputElement;
  const setup = () => match.scene()?.setup ?? { aSide: 5, humans: 1, seed: "0" };
  const begin = (change: { aSide?: number; humans?: number; seed?: string }) => {
    match.restart({ ...setup(), ...change });
    setOpen(false);
    toPitch();
  };
  // Wherever the focus is: a click on the pitch takes it along.
  const escape = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || !isOpen()) return;
    setOpen(false);
    toPitch();
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
        onClick={() => setOpen(!isOpen())}
      >
        Match
      </button>
      <section class="panel menu" id="match-menu" aria-label="Match" hidden={!isOpen()}>
        <h2>New match</h2>
        <div class="choice" role="group" aria-label="Footballers in a team">
          <For each={[5, 11]}>
            {(aSide) => (
              <button
                type="button"
                aria-pressed={setup().aSide === aSide}
                onClick={() => begin({ aSide })}
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
                aria-pressed={setup().humans === humans()}
                onClick={() => begin({ humans: humans() })}
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
            value={setup().seed}
            onChange={(event) =>
              /^\d+$/.test(event.currentTarget.value) && begin({ seed: event.currentTarget.value })
            }
          />
        </label>
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
            const [chosen] = file.files ?? [];
            if (chosen) match.loadRecording(chosen);
            file.value = "";
            setOpen(false);
          }}
        />
      </section>
    </div>
  );
}
