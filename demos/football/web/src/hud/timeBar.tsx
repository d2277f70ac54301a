import { Show } from "solid-js";
import { useMatch } from "../state/match";

/** Controls for pause, single steps, slow motion and rewinding by ten seconds, and the progress of a replay. */
export function TimeBar() {
  const match = useMatch();
  const run = match.run;
  return (
    <div class="bar time-bar" role="toolbar" aria-label="Time">
      <button type="button" title="Back 10 seconds" onClick={match.rewind}>
        <kbd>⌫</kbd> −10 s
      </button>
      <button type="button" aria-pressed={run().isPaused} onClick={match.togglePause}>
        <kbd>P</kbd> {run().isPaused ? "Go on" : "Pause"}
      </button>
      <button type="button" title="One frame on" onClick={match.step}>
        <kbd>.</kbd> Frame
      </button>
      <button
        type="button"
        aria-pressed={run().isSlow}
        title="Slow motion"
        onClick={match.toggleSlow}
      >
        <kbd>,</kbd> Slow
      </button>
      <Show when={!run().isPaused && match.times()}>
        {(times) => (
          <span class="times quiet" title="The time to simulate a frame, and frames per second">
            {times().frameMs.toFixed(1)} ms · {times().perSec.toFixed(0)} Hz
          </span>
        )}
      </Show>
      <Show when={run().ahead > 0}>
        <button
          type="button"
          class="replaying"
          title="To the end of the replay"
          onClick={match.catchUp}
        >
          <kbd>End</kbd> Replay, {(run().ahead / 60).toFixed(0)} s left
        </button>
      </Show>
    </div>
  );
}
