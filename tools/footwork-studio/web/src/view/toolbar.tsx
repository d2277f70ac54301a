import { For, Show } from "solid-js";
import { showKey } from "../state/keymap";
import { useStudio } from "../state/studio";
import type { Stage } from "./stage/stage";
import { LOOKS, setGhostFrames, TOGGLES, toggle, viewOf } from "./viewCommands";

/** The buttons over the picture: what it shows, and from where. */
export function Toolbar(props: { stage: Stage | undefined }) {
  const studio = useStudio();
  const view = () => viewOf(studio.preferences());
  const withKey = (hint: string, id: string) => {
    const [key] = studio.keymap().keysOf(id);
    return key === undefined ? hint : `${hint} (${showKey(key)})`;
  };
  return (
    <div class="view-toolbar" role="toolbar" aria-label="3D view">
      <div class="view-buttons">
        <For each={TOGGLES}>
          {({ name, id, title, hint }) => (
            <button
              type="button"
              aria-pressed={view()[name]}
              title={withKey(hint, id)}
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
      </div>
      <div class="view-buttons">
        <For each={LOOKS}>
          {({ how, id, title }) => (
            <button
              type="button"
              disabled={!props.stage}
              title={withKey(`Look from the ${how}`, id)}
              onClick={() => props.stage?.look(how)}
            >
              {title}
            </button>
          )}
        </For>
        <button
          type="button"
          disabled={!props.stage}
          title={withKey("Frame the character", "view.fit")}
          onClick={() => props.stage?.fit()}
        >
          Fit
        </button>
      </div>
    </div>
  );
}
