import { createEffect, For, Show } from "solid-js";
import { type Command, showKey } from "../state/keymap";
import { useStudio } from "../state/studio";
import { canEdit } from "./commands";
import type { TimelineModel } from "./model";
import "./editMenu.css";

const ITEMS = [
  ["edit.relabel", "edit.numbers", "edit.remove"],
  ["edit.split", "edit.merge", "edit.trimStart", "edit.trimStop"],
  ["edit.cut", "edit.copy", "edit.paste", "edit.pasteHere", "edit.pasteScaled"],
  ["edit.selectLane", "timeline.fitSelected", "timeline.loop", "similar.find", "edit.shiftAll"],
];

/** A menu next to the pointer, with the commands for the selection. */
export function EditMenu(props: { model: TimelineModel; commands: readonly Command[] }) {
  const studio = useStudio();
  const { model } = props;
  let menu: HTMLDivElement | undefined;
  const find = (id: string) => props.commands.find((command) => command.id === id);
  const close = () => model.setMenu(undefined);
  const items = () => [...(menu?.querySelectorAll<HTMLButtonElement>("[role=menuitem]") ?? [])];

  createEffect(() => {
    const at = model.menu();
    if (!at || !menu) return;
    // Keep the menu inside the page.
    const { width, height } = menu.getBoundingClientRect();
    menu.style.left = `${Math.min(at.x, window.innerWidth - width - 8)}px`;
    menu.style.top = `${Math.max(Math.min(at.y, window.innerHeight - height - 8), 8)}px`;
    items()
      .find((item) => !item.disabled)
      ?.focus();
  });
  const key = (event: KeyboardEvent) => {
    const all = items().filter((item) => !item.disabled);
    const at = all.indexOf(document.activeElement as HTMLButtonElement);
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by !== undefined) all[(at + by + all.length) % all.length]?.focus();
    else if (event.key === "Home") all[0]?.focus();
    else if (event.key === "End") all.at(-1)?.focus();
    else if (event.key === "Escape" || event.key === "Tab") close();
    else if (event.key === "Enter" || event.key === " ") return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <Show when={model.menu()}>
      <div
        class="edit-menu"
        role="menu"
        tabindex="-1"
        aria-label="Edit labels"
        ref={menu}
        on:keydown={key}
        onFocusOut={(event) => {
          const to = event.relatedTarget;
          if (!(to instanceof Node) || !event.currentTarget.contains(to)) close();
        }}
      >
        <For each={ITEMS}>
          {(group) => (
            <div class="edit-menu-group">
              <For each={group.map(find).filter((command) => command !== undefined)}>
                {(command) => (
                  <button
                    type="button"
                    role="menuitem"
                    disabled={!canEdit(studio, command.id)}
                    onClick={() => {
                      close();
                      command.run();
                    }}
                  >
                    <span>{command.title}</span>
                    <Show when={studio.keymap().keysOf(command.id)[0]}>
                      {(key) => <kbd>{showKey(key())}</kbd>}
                    </Show>
                  </button>
                )}
              </For>
            </div>
          )}
        </For>
      </div>
    </Show>
  );
}
