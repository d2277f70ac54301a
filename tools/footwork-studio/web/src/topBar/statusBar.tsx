import { createEffect, For, onCleanup, Show } from "solid-js";
import { commandsOf } from "../state/keymap";
import type { Preferences } from "../state/preferences";
import { useStudio } from "../state/studio";
import { Icon, IconButton, type IconName } from "../ui/icon";
import { workText } from "../ui/workText";
import { Findings } from "./findings";
import { saveWord } from "./saveState";
import "../ui/ui.css";
import "./topBar.css";

const THEMES: Preferences["theme"][] = ["system", "dark", "light"];
const THEME_TITLES = { system: "System", dark: "Dark", light: "Light" };

/** The save state and the findings of the library, and buttons for the whole page. */
export function StatusBar() {
  const studio = useStudio();
  const saved = () =>
    saveWord({
      state: studio.queue.state(),
      pending: studio.queue.pending().length,
      unsaved: studio.history.unsaved().length + studio.earlier().length,
      isOver: studio.queue.isOver(),
      isConnected: studio.isConnected() && studio.lost() === undefined,
    });
  const icon = (): IconName => {
    const { kind } = saved();
    return kind === "saved" ? "check" : kind === "away" ? "close" : "save";
  };
  const theme = () => studio.preferences().theme;
  const nextTheme = () =>
    studio.prefer({
      theme: THEMES[(THEMES.indexOf(theme()) + 1) % THEMES.length] ?? "system",
    });
  createEffect(() => {
    if (theme() === "system") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme();
  });

  const editing = commandsOf("Editing");
  onCleanup(
    studio.addCommands([
      editing("edit.undo", "Undo", ["Mod+z"], studio.undo),
      editing("edit.redo", "Redo", ["Mod+Shift+z", "Mod+y"], studio.redo),
      editing("edit.save", "Save now (the studio saves by itself)", ["Mod+s"], () => {
        studio.queue.hurry();
        if (saved().kind === "saved")
          studio.notices.say({ kind: "done", text: "All edits are saved already" });
      }),
      commandsOf("Page")("page.theme", "Switch to dark, light or system colours", [], nextTheme),
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
        <IconButton
          icon="undo"
          label="Undo"
          title={studio.titled("Undo", "edit.undo")}
          onClick={studio.undo}
        />
        <IconButton
          icon="redo"
          label="Redo"
          title={studio.titled("Redo", "edit.redo")}
          onClick={studio.redo}
        />
      </span>
      <span class="bar-group">
        <IconButton
          icon={theme()}
          label={`Colours: ${THEME_TITLES[theme()]}`}
          title={`Colours: ${THEME_TITLES[theme()]}`}
          onClick={nextTheme}
        />
        <IconButton
          icon="keyboard"
          label="Keys"
          title={studio.titled("Keys", "help.keys")}
          onClick={() => studio.run("help.keys")}
        />
      </span>
    </div>
  );
}

/** The progress of work. Screen readers announce only the start of the work; its progress is only visible. */
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
