import { createEffect, createMemo, createSignal, For, onCleanup, Show } from "solid-js";
import { commandsOf } from "../state/keymap";
import { useStudio } from "../state/studio";
import { IconButton } from "../ui/icon";
import { KeyConflicts } from "./keyConflicts";
import { createKeyRecorder } from "./keyRecorder";
import { KeyRowView } from "./keyRowView";
import { groupKeys } from "./remap";
import "../ui/ui.css";
import "./keyDialog.css";

/** The list of all commands and labels with their keys, which the user can change. */
export function KeyDialog() {
  const studio = useStudio();
  const recorder = createKeyRecorder(studio);
  const [isOpen, setIsOpen] = createSignal(false);
  const [search, setSearch] = createSignal("");
  let dialog: HTMLDialogElement | undefined;

  const groups = createMemo(() =>
    isOpen() ? groupKeys(studio.keymap(), recorder.chosen(), search()) : [],
  );
  createEffect(() => {
    if (isOpen() && !dialog?.open) {
      // The dialog receives the release of the keys held at this moment, so tell tagging now that they are released.
      studio.labelKeys.release(performance.now());
      setSearch("");
      dialog?.showModal();
    }
    if (!isOpen() && dialog?.open) dialog.close();
  });
  onCleanup(
    studio.addCommands([
      commandsOf("Page")("help.keys", "Show and change all keys", ["?"], () => setIsOpen(true)),
    ]),
  );

  return (
    <dialog
      ref={dialog}
      role="dialog"
      class="key-dialog"
      aria-labelledby="key-dialog-title"
      onClose={() => {
        setIsOpen(false);
        recorder.stop();
      }}
      onClick={(event) => event.target === dialog && setIsOpen(false)}
      on:keydown={{ capture: true, handleEvent: recorder.hear }}
    >
      <div class="key-sheet">
        <header>
          <h2 id="key-dialog-title">Keys</h2>
          <input
            type="text"
            class="key-search"
            aria-label="Search keys"
            placeholder="Search"
            value={search()}
            autofocus
            onInput={(event) => setSearch(event.currentTarget.value)}
          />
          <Show when={Object.keys(recorder.chosen()).length > 0}>
            <button type="button" onClick={recorder.resetAll}>
              Reset all
            </button>
          </Show>
          <IconButton icon="close" label="Close" onClick={() => setIsOpen(false)} />
        </header>
        <KeyConflicts conflicts={studio.keymap().conflicts} />
        <div class="key-groups">
          <For each={groups()} fallback={<p class="quiet">Nothing matches.</p>}>
            {(group) => (
              <section>
                <h3>{group.title}</h3>
                <ul>
                  <For each={group.rows}>
                    {(row) => <KeyRowView row={row} recorder={recorder} />}
                  </For>
                </ul>
              </section>
            )}
          </For>
        </div>
        <label class="key-shortest">
          While paused, a tag's key paints after it has been held for
          <input
            type="number"
            min="0"
            max="2000"
            step="10"
            value={studio.preferences().shortestHoldMs}
            onChange={(event) => {
              const ms = event.currentTarget.valueAsNumber;
              studio.prefer({
                shortestHoldMs: Number.isFinite(ms) ? Math.min(Math.max(ms, 0), 2000) : 150,
              });
              event.currentTarget.value = String(studio.preferences().shortestHoldMs);
            }}
          />
          ms
        </label>
        <footer class="quiet">
          Click a key to change it. Keys of tags and events come from <code>footwork.toml</code>;
          your changes here apply to this browser only. Tag keys and editing keys work only while
          the timeline has a frame: click the timeline, or press <kbd>Esc</kbd> and then{" "}
          <kbd>Enter</kbd>. <kbd>Esc</kbd> ends tagging.
        </footer>
      </div>
    </dialog>
  );
}
