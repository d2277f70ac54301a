import { createEffect, createSignal, onCleanup, Show } from "solid-js";
import { useMatch } from "../state/match";

const SHOWN_MS = 5000;

/** A line about the latest event, shown for a few seconds. */
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

/** Covers the page when the match cannot begin or has stopped. */
export function Failed() {
  const match = useMatch();
  return (
    <Show when={match.failure()}>
      {(why) => (
        <div class="lost" role="alert">
          <p>
            <strong>The match cannot be played.</strong>
          </p>
          <p>{why()}</p>
        </div>
      )}
    </Show>
  );
}
