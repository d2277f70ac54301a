import { createEffect, createSignal, onCleanup, Show } from "solid-js";
import { useMatch } from "../state/match";

const SHOWN_MS = 5000;

/** A line about what just happened, for a few seconds. */
export function Words() {
  const match = useMatch();
  const [isShown, setShown] = createSignal(false);
  createEffect(() => {
    if (!match.word()) return;
    setShown(true);
    const timer = setTimeout(() => setShown(false), SHOWN_MS);
    onCleanup(() => clearTimeout(timer));
  });
  return (
    <div class="words" role="status">
      <Show when={isShown() && match.word()}>
        {(word) => <p class={`word ${word().tone}`}>{word().text}</p>}
      </Show>
    </div>
  );
}

/** Says that the server is gone, over everything. */
export function Lost() {
  const match = useMatch();
  return (
    <Show when={match.isConnected() === false}>
      <div class="lost" role="alert">
        <p>
          <strong>The match's server does not answer.</strong>
        </p>
        <p>
          The picture stands still. Start <code>footwork match</code> again and open the address
          that it prints; if it only slept, this page goes on by itself.
        </p>
      </div>
    </Show>
  );
}
