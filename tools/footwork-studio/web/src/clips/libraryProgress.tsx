import { createMemo, For, Show } from "solid-js";
import type { WorkState } from "../api/types";
import { useStudio } from "../state/studio";
import { progressOf, progressText, stateTitle } from "../state/workState";
import { numberText } from "../ui/counts";

const SHOWN: WorkState[] = ["reviewed", "done"];

/** A bar that shows how many clips of the library are done, and how many are reviewed. */
export function LibraryProgress() {
  const studio = useStudio();
  const progress = createMemo(() => progressOf(studio.clips()));
  return (
    <Show when={progress().clips > 0}>
      <div
        class="library-progress numbers"
        role="img"
        aria-label={progressText(progress())}
        title={progressText(progress())}
      >
        <span class="progress-bar">
          <For each={SHOWN}>
            {(state) => (
              <i
                class={state}
                title={stateTitle(state)}
                style={{ width: `${(100 * progress().counts[state]) / progress().clips}%` }}
              />
            )}
          </For>
        </span>
        <span>
          {numberText(progress().finished)} / {numberText(progress().clips)} done
        </span>
      </div>
    </Show>
  );
}
