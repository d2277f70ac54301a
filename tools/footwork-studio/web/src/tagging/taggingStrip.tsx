import {
  createEffect,
  createMemo,
  createSignal,
  For,
  on,
  onCleanup,
  onMount,
  Show,
} from "solid-js";
import { commandsOf, labelId, showKey } from "../state/keymap";
import { useStudio } from "../state/studio";
import { createTagging } from "./tagging";
import "./tagging.css";

/** The keys of labels, with held keys marked, and the mode of tagging with keys. */
export function TaggingStrip() {
  const studio = useStudio();
  const tagging = createTagging(studio);
  const { preferences, prefer } = studio;

  // Keep the order of the vocabulary in every clip, because keys that change places are hard to learn.
  const keyed = createMemo(() =>
    studio.keymap().targets.flatMap((target) => {
      if (target.kind === "command") return [];
      const key = studio.keymap().keysOf(labelId(target.kind, target.label.name))[0];
      return key === undefined ? [] : [{ kind: target.kind, label: target.label, key }];
    }),
  );
  const [isWhole, setIsWhole] = createSignal(false);
  const [hidden, setHidden] = createSignal(0);
  let keys: HTMLDivElement | undefined;
  const countHidden = () => {
    if (!keys) return;
    const bottom = keys.offsetTop + keys.clientHeight;
    const all = [...keys.children].filter((key) => key instanceof HTMLElement);
    setHidden(all.filter(({ offsetTop }) => offsetTop + 4 >= bottom).length);
  };
  onMount(() => {
    if (!keys) return;
    const watcher = new ResizeObserver(countHidden);
    watcher.observe(keys);
    onCleanup(() => watcher.disconnect());
  });
  createEffect(on(keyed, countHidden));
  // Scroll the held key into view.
  createEffect(() => {
    if (tagging.holds().length === 0) return;
    keys?.querySelector(".tagging-held")?.scrollIntoView({ block: "nearest" });
  });
  const mode = (to: "hold" | "tap", title: string, about: string) => (
    <button
      type="button"
      aria-pressed={preferences().tagging === to}
      title={about}
      onClick={() => prefer({ tagging: to })}
    >
      {title}
    </button>
  );

  onMount(() => {
    onCleanup(
      studio.addCommands([
        commandsOf("Tagging")(
          "tagging.mode",
          "Tag by holding keys, or by tapping them",
          ["Shift+t"],
          () => prefer({ tagging: preferences().tagging === "hold" ? "tap" : "hold" }),
        ),
      ]),
    );
    const cancel = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || !tagging.cancel()) return;
      event.preventDefault();
      event.stopPropagation();
    };
    window.addEventListener("keydown", cancel, true);
    onCleanup(() => window.removeEventListener("keydown", cancel, true));
  });

  return (
    <div
      class="tagging"
      classList={{ "tagging-off": !studio.arming.isArmed() }}
      role="group"
      aria-label="Tagging by keys"
    >
      <div class="tagging-how">
        <div class="tagging-modes" role="group" aria-label="How keys tag">
          {mode("hold", "Hold", "A tag is painted while its key is held")}
          {mode("tap", "Tap", "One press starts a tag, another one stops it")}
        </div>
        <label title="Your reaction time: subtracted from each press during playback">
          Lag
          <input
            type="number"
            min="0"
            max="1000"
            step="10"
            value={preferences().lagMs}
            onKeyDown={(event) => {
              if (event.key === "Enter") event.currentTarget.blur();
            }}
            onChange={(event) => {
              const ms = event.currentTarget.valueAsNumber;
              prefer({ lagMs: Number.isFinite(ms) ? Math.min(Math.max(ms, 0), 1000) : 0 });
              event.currentTarget.value = String(preferences().lagMs);
            }}
          />
          ms
        </label>
      </div>
      <div class="tagging-keys" classList={{ "tagging-whole": isWhole() }} ref={keys}>
        <For
          each={keyed()}
          fallback={
            <p class="tagging-none">
              No tag or event has a key. Assign keys in footwork.toml or in the list of keys.
            </p>
          }
        >
          {({ kind, label, key }) => (
            <button
              type="button"
              class="tagging-key"
              classList={{ "tagging-held": kind === "tag" && tagging.has(label.name) }}
              aria-pressed={kind === "tag" ? tagging.has(label.name) : undefined}
              title={label.description ? `${label.name}: ${label.description}` : label.name}
              style={{ "--swatch": studio.colour(label.name) }}
              onClick={() => tagging.activate(kind, label.name)}
            >
              <kbd>{showKey(key)}</kbd>
              <i classList={{ "tagging-event": kind === "event" }} />
              <span>{shortName(label.name)}</span>
            </button>
          )}
        </For>
      </div>
      <Show when={isWhole() || hidden() > 0}>
        <button
          type="button"
          class="tagging-more"
          aria-expanded={isWhole()}
          aria-label={isWhole() ? "Fewer tag keys" : `+${hidden()} tag keys`}
          title={isWhole() ? "Show fewer keys" : `Show all ${keyed().length} tag keys`}
          onClick={() => setIsWhole(!isWhole())}
        >
          {isWhole() ? "Fewer" : `+${hidden()}`}
        </button>
      </Show>
      <Show when={tagging.holds().length > 0}>
        <span class="unseen" role="status">
          {tagging
            .holds()
            .map(({ tag }) => tag)
            .join(", ")}
        </span>
      </Show>
    </div>
  );
}

/**
 * Returns the last part of a name, together with the part before it if the last part is a side or direction such as
 * `Left`.
 */
function shortName(name: string): string {
  const parts = name.split(".");
  const last = parts.at(-1) ?? name;
  return parts.length > 1 && /^(left|right|up|down|back|forward|hands)$/i.test(last)
    ? parts.slice(-2).join(".")
    : last;
}
