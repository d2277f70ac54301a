import { For, Show } from "solid-js";
import { ACTION_NAMES, type KeySet, keyOf, keySetsOf } from "../input/playerKeys";
import { useMatch } from "../state/match";

/** The keys of each human, shown over the pitch. */
export function PlayerHints() {
  const match = useMatch();
  const humans = () => match.scene()?.setup.humans ?? 0;
  const sets = (human: number) => keySetsOf(human, humans());
  return (
    <Show when={humans() > 0}>
      <section class="hints" aria-label="Keys">
        <For each={Array.from({ length: humans() }, (_, human) => human)}>
          {(human) => (
            <div class={`hint-row human-${human}`}>
              <span class="hint">
                <kbd>{sets(human).map(moves).join(" or ")}</kbd> Run
              </span>
              <For each={ACTION_NAMES}>
                {([action, name]) => (
                  <span class="hint">
                    <kbd>{keyOf(sets(human)[0] as KeySet, action)}</kbd> {name}
                  </span>
                )}
              </For>
            </div>
          )}
        </For>
      </section>
    </Show>
  );
}

const moves = (set: KeySet) =>
  (["up", "left", "down", "right"] as const).map((way) => keyOf(set, way)).join("");
