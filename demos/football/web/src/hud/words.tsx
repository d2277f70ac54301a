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

/** Covers the page when the server is gone or refuses the page. */
export function Lost() {
  const match = useMatch();
  return (
    <Show when={match.isConnected() === false}>
      <div class="lost" role="alert">
        <Show
          when={match.isRefused()}
          fallback={
            <>
              <p>
                <strong>The match's server does not answer.</strong>
              </p>
              <p>
                The picture is frozen. Start <code>cargo xtask match</code> again and open the
                address that it prints. If the computer only slept, this page resumes by itself.
              </p>
            </>
          }
        >
          <p>
            <strong>This address lacks the key of this launch.</strong>
          </p>
          <p>
            The server is there, but it answers only to the address that it printed in the terminal:
            open that one, with all that follows its <code>#</code>.
          </p>
        </Show>
      </div>
    </Show>
  );
}
