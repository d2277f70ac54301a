import { For, Show } from "solid-js";
import { KITS } from "../body/colours";
import { toPitch } from "../input/focus";
import { ACTION_NAMES, type KeySet, keyOf, keySetsOf } from "../input/playerKeys";
import { useMatch } from "../state/match";
import type { Tour } from "../state/tour";
import { TouchNote } from "./touchNote";

const MOVES = ["W A S D", "arrows"];

/** The card before the kick-off. It shows your team and its keys. Any of the keys starts the match. */
export function KickOffCard(props: { tour: Tour }) {
  const match = useMatch();
  const humans = () => match.scene()?.setup.humans ?? 0;
  const begin = () => {
    match.kickOff();
    toPitch();
  };
  return (
    <Show when={match.run().isWaiting}>
      <section class="card" aria-label="Before the kick-off">
        <For each={Array.from({ length: humans() }, (_, human) => human)}>
          {(human) => (
            <div class="card-player">
              <h2>
                {humans() === 1 ? "You play" : `Player ${human + 1} plays`} the{" "}
                <span class={`side team-${human}`}>{KITS[human === 0 ? 0 : 1].name}</span>, from{" "}
                {human === 0 ? "left to right" : "right to left"}
              </h2>
              <Keys human={human} humans={humans()} />
            </div>
          )}
        </For>
        <p class="card-begin">
          <button type="button" class="kick-off" onClick={begin}>
            Kick off
          </button>
          <button
            type="button"
            onClick={() => {
              props.tour.start();
              toPitch();
            }}
          >
            One-minute tour
          </button>
          <span>or press any of these keys</span>
        </p>
        <TouchNote />
        <p class="quiet keys-note">
          <kbd>H</kbd> lists all keys. Gamepads play too.
        </p>
      </section>
    </Show>
  );
}

export function Keys(props: { human: number; humans: number }) {
  const sets = () => keySetsOf(props.human, props.humans);
  const moves = () => (props.humans === 1 ? MOVES.join(" or ") : MOVES[props.human]);
  return (
    <dl class="card-keys">
      <dt>
        <kbd>{moves()}</kbd>
      </dt>
      <dd>Run</dd>
      <For each={ACTION_NAMES}>
        {([action, name]) => (
          <>
            <dt>
              <kbd>{keyOf(sets()[0] as KeySet, action)}</kbd>
            </dt>
            <dd>{name}</dd>
          </>
        )}
      </For>
    </dl>
  );
}
