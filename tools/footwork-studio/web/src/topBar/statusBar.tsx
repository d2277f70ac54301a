import { createEffect, For, onCleanup, Show } from "solid-js";
import type { Preferences } from "../state/preferences";
import { useStudio } from "../state/studio";
import { Icon, type IconName } from "../ui/icon";
import { workText } from "../ui/workText";
import { Findings } from "./findings";
import { saveWord } from "./saveState";
import "../ui/ui.css";
import "./topBar.css";

const THEMES: Preferences["theme"][] = ["system", "dark", "light"];
const THEME_TITLES = { system: "Like the system", dark: "Dark", light: "Light" };

/** The state of the library: whether it is saved, and its findings; and the buttons of every page. */
export function StatusBar() {
  const studio = useStudio();
  const saved = () =>
    saveWord({
      state: studio.queue.state(),
      pending: studio.queue.pending().length,
      unsaved: studio.history.unsaved().length + studio.earlier().length,
      isOver: studio.queue.isOver(),
      isConnected: studio.isConnected(),
    });
  const icon = (): IconName => (saved().kind === "saved" ? "check" : "save");
  const theme = () => studio.preferences().theme;
  const nextTheme = () =>
    studio.prefer({
      theme: THEMES[(THEMES.indexOf(theme()) + 1) % THEMES.length] ?? "system",
    });
  createEffect(() => {
    if (theme() === "system") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme();
  });

  onCleanup(
    studio.addCommands([
      { id: "edit.undo", title: "Undo", group: "Editing", keys: ["Mod+z"], run: studio.undo },
      {
        id: "edit.redo",
        title: "Redo",
        group: "Editing",
        keys: ["Mod+Shift+z", "Mod+y"],
        run: studio.redo,
      },
      {
        id: "edit.save",
        title: "Save now (the studio saves by itself)",
        group: "Editing",
        keys: ["Mod+s"],
        run() {
          studio.queue.hurry();
          if (saved().kind === "saved")
            studio.notices.say({ kind: "done", text: "All edits are saved already" });
        },
      },
      {
        id: "page.theme",
        title: "Dark, light or like the system",
        group: "Page",
        keys: [],
        run: nextTheme,
      },
    ]),
  );

  return (
    <div class="status-bar">
      <For each={studio.work().map(({ what }) => what)}>{(what) => <WorkState what={what} />}</For>
      <span class={`save-state ${saved().kind}`} role="status">
        <Icon name={icon()} />
        {saved().text}
      </span>
      <Findings />
      <span class="bar-group">
        <button
          type="button"
          class="icon-button"
          aria-label="Undo"
          title={studio.titled("Undo", "edit.undo")}
          onClick={studio.undo}
        >
          <Icon name="undo" />
        </button>
        <button
          type="button"
          class="icon-button"
          aria-label="Redo"
          title={studio.titled("Redo", "edit.redo")}
          onClick={studio.redo}
        >
          <Icon name="redo" />
        </button>
      </span>
      <span class="bar-group">
        <button
          type="button"
          class="icon-button"
          aria-label={`Colours: ${THEME_TITLES[theme()]}`}
          title={`Colours: ${THEME_TITLES[theme()]}`}
          onClick={nextTheme}
        >
          <Icon name={theme()} />
        </button>
        <button
          type="button"
          class="icon-button"
          aria-label="Keys"
          title={studio.titled("Keys", "help.keys")}
          onClick={() => studio.run("help.keys")}
        >
          <Icon name="keyboard" />
        </button>
      </span>
    </div>
  );
}

/** The progress of work. Screen readers hear once what it is; the progress itself is only visible. */
function WorkState(props: { what: string }) {
  const studio = useStudio();
  const work = () => studio.work().find(({ what }) => what === props.what);
  return (
    <Show when={work()}>
      {(work) => (
        <div class="work" role="status">
          <span>{workText(work()).what}</span>
          <progress max={work().of} value={work().done} aria-label={workText(work()).what} />
          <span aria-hidden="true">{workText(work()).far}</span>
        </div>
      )}
    </Show>
  );
}
