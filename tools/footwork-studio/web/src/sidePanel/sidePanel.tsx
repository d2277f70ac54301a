import { type Component, createEffect, For, onCleanup, Show } from "solid-js";
import { Dynamic } from "solid-js/web";
import { commandsOf } from "../state/keymap";
import { useStudio } from "../state/studio";
import { IconButton } from "../ui/icon";
import "./sidePanel.css";

export interface Panel {
  id: string;
  title: string;
  view: Component;
}

/** Tabbed panels. One is open at a time, or none, which leaves more room for the motion. */
export function SidePanel(props: { panels: Panel[] }) {
  const studio = useStudio();
  const isClosed = () => studio.preferences().panel === "";
  const open = () =>
    props.panels.find(({ id }) => id === studio.preferences().panel) ?? props.panels[0];
  /** The panel that the toggle opens again. */
  let last = props.panels[0]?.id ?? "";
  createEffect(() => {
    if (!isClosed()) last = studio.preferences().panel;
  });
  const toggle = () => studio.prefer({ panel: isClosed() ? last : "" });
  const choose = (panel: Panel | undefined) => panel && studio.prefer({ panel: panel.id });
  const buttons = new Map<string, HTMLButtonElement>();

  const moved = (event: KeyboardEvent) => {
    const { panels } = props;
    const at = panels.findIndex(({ id }) => id === open()?.id);
    const places: Record<string, number> = {
      ArrowRight: (at + 1) % panels.length,
      ArrowLeft: (at + panels.length - 1) % panels.length,
      Home: 0,
      End: panels.length - 1,
    };
    const place = places[event.key];
    if (place === undefined || event.altKey) return;
    event.preventDefault();
    choose(panels[place]);
    buttons.get(panels[place]?.id ?? "")?.focus();
  };

  onCleanup(
    studio.addCommands([
      commandsOf("Page")("panel.toggle", "Close or open the panels", ["Mod+b"], toggle),
      ...props.panels.map(({ id, title }, place) =>
        commandsOf("Page")(`panel.${id}`, `Show: ${title}`, [`Alt+${place + 1}`], () =>
          choose(props.panels[place]),
        ),
      ),
    ]),
  );

  return (
    <Show
      when={!isClosed()}
      fallback={
        <div class="side-rail">
          <IconButton
            icon="openPanel"
            label="Open the panels"
            title={studio.titled("Open the panels", "panel.toggle")}
            onClick={toggle}
          />
        </div>
      }
    >
      <div class="side-panel">
        <div class="side-bar">
          <div class="side-tabs" role="tablist" aria-label="Details" onKeyDown={moved}>
            <For each={props.panels}>
              {(panel) => (
                <button
                  type="button"
                  role="tab"
                  id={`tab-${panel.id}`}
                  ref={(button) => buttons.set(panel.id, button)}
                  aria-selected={open()?.id === panel.id}
                  aria-controls="side-panel"
                  tabindex={open()?.id === panel.id ? 0 : -1}
                  onClick={() => choose(panel)}
                >
                  {panel.title}
                </button>
              )}
            </For>
          </div>
          <IconButton
            icon="closePanel"
            label="Close the panels"
            title={studio.titled("Close the panels", "panel.toggle")}
            onClick={toggle}
          />
        </div>
        <div
          class="side-view"
          id="side-panel"
          role="tabpanel"
          aria-labelledby={`tab-${open()?.id ?? ""}`}
        >
          <Dynamic component={open()?.view} />
        </div>
      </div>
    </Show>
  );
}
