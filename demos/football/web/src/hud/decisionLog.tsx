import { createEffect, For, Show } from "solid-js";
import { useMatch } from "../state/match";
import { clockText } from "./scoreboard";

/** The log of control changes with their reasons, and of the reasons to keep control since. The newest is last. */
export function DecisionLog() {
  const match = useMatch();
  let list: HTMLOListElement | undefined;
  createEffect(() => {
    if (match.log().length > 0) queueMicrotask(() => list?.scrollTo({ top: list.scrollHeight }));
  });
  return (
    <section class="panel log" aria-label="Decisions">
      <h2>Decisions</h2>
      <Show
        when={match.log().length > 0}
        fallback={
          <p class="quiet">
            {(match.scene()?.setup.humans ?? 0) === 0
              ? "No footballer is controlled."
              : "No decisions yet."}
          </p>
        }
      >
        <ol ref={list} tabindex={0} aria-label="Decisions and their reasons">
          <For each={match.log()}>
            {(entry) => (
              <li class={`human-${entry.human}`} classList={{ stays: !entry.isSwitch }}>
                <span class="log-clock">{clockText(entry.at)}</span>
                <span>
                  <strong>{entry.what}</strong> {entry.reason}
                </span>
              </li>
            )}
          </For>
        </ol>
      </Show>
    </section>
  );
}
