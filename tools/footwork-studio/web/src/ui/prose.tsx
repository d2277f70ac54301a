import { For, Show } from "solid-js";

/** A sentence of the server, in which text between backticks is code. */
export function Prose(props: { text: string }) {
  return (
    <For each={props.text.split("`")}>
      {(part, place) => (
        <Show when={place() % 2 === 1} fallback={part}>
          <code>{part}</code>
        </Show>
      )}
    </For>
  );
}
