import { For, Show } from "solid-js";
import { showKey } from "../state/keymap";
import { useStudio } from "../state/studio";
import { IconButton } from "../ui/icon";
import type { KeyRecorder } from "./keyRecorder";
import { type KeyRow, titleOf } from "./remap";

/** A command or label with its keys. A click on the keys records another key. */
export function KeyRowView(props: { row: KeyRow; recorder: KeyRecorder }) {
  const studio = useStudio();
  const isRecorded = () => props.recorder.isFor(props.row.target);
  const spoken = () => props.row.keys.map((key) => showKey(key)).join(" ") || "–";

  return (
    <li classList={{ recorded: isRecorded() }}>
      <span class="key-title" title={props.row.title}>
        <Show when={props.row.target.kind !== "command"}>
          <span class="dot" style={{ background: studio.colour(props.row.title) }} />
        </Show>
        <span>{props.row.title}</span>
      </span>
      <Show when={props.row.isChanged && !isRecorded()}>
        <IconButton
          icon="undo"
          class="icon-button key-reset"
          label={`Reset the key of ${props.row.title}`}
          title="Reset"
          onClick={() => props.recorder.reset(props.row.target)}
        />
      </Show>
      <button
        type="button"
        class="key-change"
        aria-label={`${spoken()}: change the key of ${props.row.title}`}
        onClick={() => props.recorder.toggle(props.row.target)}
        onBlur={() => isRecorded() && props.recorder.stop()}
      >
        <Show when={!isRecorded()} fallback={<span class="key-prompt">Press a key</span>}>
          <For each={props.row.keys} fallback={<span class="quiet">–</span>}>
            {(key) => (
              <>
                <kbd>{showKey(key)}</kbd>{" "}
              </>
            )}
          </For>
        </Show>
      </button>
      <Show when={isRecorded()}>
        <span class="key-note" role="status">
          {props.recorder.refused() ?? "Backspace removes the key, Esc keeps it."}
        </span>
      </Show>
      <Show when={!isRecorded() && props.row.keys.length === 0 && props.row.lost[0]}>
        {(lost) => (
          <span class="key-note">
            <kbd>{showKey(lost().key)}</kbd> is for {titleOf(lost().to)}
          </span>
        )}
      </Show>
    </li>
  );
}
