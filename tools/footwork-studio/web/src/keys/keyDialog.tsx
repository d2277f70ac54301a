import { createEffect, createMemo, createSignal, For, onCleanup, Show } from "solid-js";
import { keyOf, showKey, type Target } from "../state/keymap";
import { useStudio } from "../state/studio";
import { Icon } from "../ui/icon";
import { groupKeys, refusal, titleOf, withKeys, withoutKeys } from "./remap";
import "../ui/ui.css";
import "./keyDialog.css";

const MODIFIERS = new Set(["Shift", "Control", "Alt", "Meta", "AltGraph", "CapsLock"]);

/** All keys and what they do, where each can be changed. */
export function KeyDialog() {
  const studio = useStudio();
  const [isOpen, setIsOpen] = createSignal(false);
  const [search, setSearch] = createSignal("");
  const [recorded, setRecorded] = createSignal<Target | undefined>(undefined);
  const [refused, setRefused] = createSignal<string | undefined>(undefined);
  let dialog: HTMLDialogElement | undefined;

  const chosen = () => studio.preferences().keys;
  const groups = createMemo(() => (isOpen() ? groupKeys(studio.keymap(), chosen(), search()) : []));
  const stopRecording = () => {
    setRecorded(undefined);
    setRefused(undefined);
  };
  const record = (event: KeyboardEvent) => {
    const target = recorded();
    if (!target) return;
    event.preventDefault();
    event.stopPropagation();
    if (MODIFIERS.has(event.key) || event.repeat) return;
    if (event.key === "Escape") return stopRecording();
    const isRemoval = event.key === "Backspace";
    const key = keyOf(event);
    const why = isRemoval ? undefined : refusal(key, target.kind !== "command");
    setRefused(why);
    if (why !== undefined) return;
    studio.prefer({ keys: withKeys(chosen(), target.id, isRemoval ? [] : [key]) });
    stopRecording();
  };
  createEffect(() => {
    if (isOpen() && !dialog?.open) {
      // Keys that are down now go up outside of what tagging hears.
      studio.labelKeys.release(performance.now());
      dialog?.showModal();
    }
    if (!isOpen() && dialog?.open) dialog.close();
  });
  onCleanup(
    studio.addCommands([
      {
        id: "help.keys",
        title: "All keys, and to change them",
        group: "Page",
        keys: ["?"],
        run: () => setIsOpen(true),
      },
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
        stopRecording();
      }}
      onClick={(event) => event.target === dialog && setIsOpen(false)}
      on:keydown={{ capture: true, handleEvent: record }}
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
          <Show when={Object.keys(chosen()).length > 0}>
            <button type="button" onClick={() => studio.prefer({ keys: {} })}>
              Reset all
            </button>
          </Show>
          <button
            type="button"
            class="icon-button"
            aria-label="Close"
            onClick={() => setIsOpen(false)}
          >
            <Icon name="close" />
          </button>
        </header>
        <Show when={studio.keymap().conflicts.length > 0}>
          <ul class="key-conflicts">
            <For each={studio.keymap().conflicts}>
              {({ key, winner, losers }) => (
                <li>
                  <Icon name="warning" />
                  <span>
                    <kbd>{showKey(key)}</kbd> is for <b>{titleOf(winner)}</b>, and not for{" "}
                    {losers.map(titleOf).join(", ")}
                  </span>
                </li>
              )}
            </For>
          </ul>
        </Show>
        <div class="key-groups">
          <For each={groups()} fallback={<p class="quiet">Nothing is called so.</p>}>
            {(group) => (
              <section>
                <h3>{group.title}</h3>
                <ul>
                  <For each={group.rows}>
                    {(row) => {
                      const isRecorded = () => recorded()?.id === row.target.id;
                      return (
                        <li classList={{ recorded: isRecorded() }}>
                          <span class="key-title" title={row.title}>
                            <Show when={row.target.kind !== "command"}>
                              <span class="dot" style={{ background: studio.colour(row.title) }} />
                            </Show>
                            <span>{row.title}</span>
                          </span>
                          <Show when={row.isChanged && !isRecorded()}>
                            <button
                              type="button"
                              class="icon-button key-reset"
                              aria-label={`Reset the key of ${row.title}`}
                              title="As it was"
                              onClick={() =>
                                studio.prefer({ keys: withoutKeys(chosen(), row.target.id) })
                              }
                            >
                              <Icon name="undo" />
                            </button>
                          </Show>
                          <button
                            type="button"
                            class="key-change"
                            aria-label={`${row.keys.map((key) => showKey(key)).join(" ") || "–"}: change the key of ${row.title}`}
                            onClick={() => {
                              setRefused(undefined);
                              setRecorded(isRecorded() ? undefined : row.target);
                            }}
                            onBlur={() => isRecorded() && stopRecording()}
                          >
                            <Show
                              when={!isRecorded()}
                              fallback={<span class="key-prompt">Press a key</span>}
                            >
                              <For each={row.keys} fallback={<span class="quiet">–</span>}>
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
                              {refused() ?? "Backspace removes the key, Esc leaves it."}
                            </span>
                          </Show>
                          <Show when={!isRecorded() && row.keys.length === 0 && row.lost[0]}>
                            {(lost) => (
                              <span class="key-note">
                                <kbd>{showKey(lost().key)}</kbd> is for {titleOf(lost().to)}
                              </span>
                            )}
                          </Show>
                        </li>
                      );
                    }}
                  </For>
                </ul>
              </section>
            )}
          </For>
        </div>
        <footer class="quiet">
          Click a key to change it. Keys of tags and events come from <code>footwork.toml</code>;
          what you change here holds in this browser.
        </footer>
      </div>
    </dialog>
  );
}
