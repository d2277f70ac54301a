import { For } from "solid-js";
import { OVERLAY_KEYS } from "../input/commandKeys";
import { useMatch } from "../state/match";

/** A button per overlay, with its key. */
export function OverlayBar(props: { areTextsOpen: boolean; toggleTexts(): void }) {
  const match = useMatch();
  return (
    <div class="bar overlay-bar" role="toolbar" aria-label="Overlays">
      <For each={OVERLAY_KEYS}>
        {({ name, digit, title, what }) => (
          <button
            type="button"
            aria-pressed={match.isOn(name)}
            title={`Show ${what}`}
            onClick={() => match.toggleOverlay(name)}
          >
            <kbd>{digit}</kbd> {title}
          </button>
        )}
      </For>
      <button
        type="button"
        aria-pressed={props.areTextsOpen}
        title="Edit the wind and the speed"
        onClick={props.toggleTexts}
      >
        <kbd>T</kbd> Wind, speed
      </button>
    </div>
  );
}
