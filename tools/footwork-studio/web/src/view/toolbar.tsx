import { For, Show } from "solid-js";
import { useStudio } from "../state/studio";
import type { Stage } from "./stage/stage";
import { LOOKS, setGhostFrames, TOGGLES, toggle, viewOf } from "./viewCommands";

/** The buttons over the 3D view, which choose what it shows and from where. */
export function Toolbar(props: { stage: Stage | undefined }) {
  const studio = useStudio();
  const view = () => viewOf(studio.preferences());
  return (
    <div class="view-toolbar" role="toolbar" aria-label="3D view">
      <div class="view-buttons">
        <For each={TOGGLES}>
          {({ name, title, hint }) => (
            <button
              type="button"
              aria-pressed={view()[name]}
              title={studio.titled(hint, `view.${name}`)}
              onClick={() => toggle(studio, name)}
            >
              {title}
            </button>
          )}
        </For>
        <Show when={view().ghosts}>
          <label class="ghost-frames" title="How many frames lie between ghosts">
            <span>every</span>
            <input
              type="number"
              min="1"
              max="60"
              value={view().ghostFrames}
              aria-label="Frames between ghosts"
              onInput={(event) => setGhostFrames(studio, event.currentTarget.valueAsNumber)}
            />
          </label>
        </Show>
        <button
          type="button"
          aria-pressed={studio.beside.isAsked()}
          title={studio.titled("Show a second clip", "view.beside")}
          onClick={() => studio.run("view.beside")}
        >
          Beside
        </button>
      </div>
      <div class="view-buttons">
        <For each={LOOKS}>
          {({ how, id, title }) => (
            <button
              type="button"
              disabled={!props.stage}
              title={studio.titled(`Look from the ${how}`, id)}
              onClick={() => props.stage?.look(how)}
            >
              {title}
            </button>
          )}
        </For>
        <button
          type="button"
          disabled={!props.stage}
          title={studio.titled("Frame the character", "view.fit")}
          onClick={() => props.stage?.fit()}
        >
          Frame
        </button>
      </div>
    </div>
  );
}
