import { For, Show } from "solid-js";
import { type Conflict, showKey } from "../state/keymap";
import { Icon } from "../ui/icon";
import { titleOf } from "./remap";

/** Lists keys that several commands or labels claim, and which of them gets each key. */
export function KeyConflicts(props: { conflicts: readonly Conflict[] }) {
  return (
    <Show when={props.conflicts.length > 0}>
      <ul class="key-conflicts">
        <For each={props.conflicts}>
          {({ key, winner, losers }) => (
            <li>
              <Icon name="warning" />
              <span>
                <kbd>{showKey(key)}</kbd> is for <b>{titleOf(winner)}</b>, not for{" "}
                {losers.map(titleOf).join(", ")}
              </span>
            </li>
          )}
        </For>
      </ul>
    </Show>
  );
}
