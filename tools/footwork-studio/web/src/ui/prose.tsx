import { For, Show } from "solid-js";
import { nameParts, rangeParts } from "./nameParts";

/**
 * A sentence. Text between backticks is shown as code, names can break at their separators, and ranges of frames do not
 * break.
 */
export function Prose(props: { text: string }) {
  return (
    <For each={props.text.split("`")}>
      {(part, place) => (
        <Show when={place() % 2 === 1} fallback={<Breakable text={part} />}>
          <code>
            <Breakable text={part} />
          </code>
        </Show>
      )}
    </For>
  );
}

function Breakable(props: { text: string }) {
  return (
    <For each={rangeParts(props.text)}>
      {(part, place) => (
        <Show when={place() % 2 === 1} fallback={<Names text={part} />}>
          <span class="unbroken">{part}</span>
        </Show>
      )}
    </For>
  );
}

function Names(props: { text: string }) {
  return (
    <For each={nameParts(props.text)}>
      {(part, place) => (
        <>
          <Show when={place() > 0}>
            <wbr />
          </Show>
          {part}
        </>
      )}
    </For>
  );
}
