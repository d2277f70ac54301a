import { For, onCleanup, onMount, Show } from "solid-js";
import { SPEEDS } from "../state/clock";
import { useStudio } from "../state/studio";
import { TaggingStrip } from "../tagging/taggingStrip";
import { readNumber } from "../timeline/readNumber";
import { readTime, timeText } from "../timeline/ticks";
import { backAfterPointer } from "../ui/backAfterPointer";
import { transportCommands } from "./commands";
import { Field } from "./field";
import { Icon } from "./icons";
import "./transport.css";

/** The playback controls for position, direction and speed. Below them are the keys that tag. */
export function Transport() {
  const studio = useStudio();
  const { clock } = studio;
  const commands = transportCommands(studio);
  onMount(() => onCleanup(studio.addCommands(commands)));

  const button = (id: string, icon: Parameters<typeof Icon>[0]["name"]) => {
    const command = commands.find((one) => one.id === id);
    return (
      <button
        type="button"
        aria-label={command?.title}
        title={studio.titled(command?.title ?? "", id)}
        onClick={() => command?.run()}
      >
        <Icon name={icon} />
      </button>
    );
  };
  const speedText = (speed: number) => `${Number(speed.toFixed(2))}×`;
  const speeds = () => [...new Set([...SPEEDS, clock.speed()])].sort((a, b) => a - b);

  return (
    <div class="transport" inert={studio.clip() === undefined}>
      <div class="transport-line" role="toolbar" aria-label="Playing">
        <div class="transport-group">
          {button("play.start", "start")}
          {button("play.stepBack", "back")}
          <button
            type="button"
            class="transport-play"
            aria-label={clock.isPlaying() ? "Pause" : "Play"}
            title={studio.titled(clock.isPlaying() ? "Pause" : "Play", "play.toggle")}
            onClick={clock.toggle}
          >
            <Icon name={clock.isPlaying() ? "pause" : clock.isBackward() ? "reverse" : "play"} />
          </button>
          {button("play.step", "forward")}
          {button("play.stop", "stop")}
        </div>
        <div class="transport-where own-layer">
          <Field
            label="Frame"
            width={5}
            value={String(clock.frame())}
            take={(text) => {
              const frame = readNumber(text);
              if (!Number.isInteger(frame)) return false;
              clock.pause();
              clock.seek(frame);
              return true;
            }}
          />
          <span class="transport-total">/ {clock.frames()}</span>
          <Field
            label="Time"
            width={7}
            value={timeText(clock.frame() / clock.framesPerSec())}
            take={(text) => {
              const secs = readTime(text);
              if (secs === undefined) return false;
              clock.pause();
              clock.seek(Math.round(secs * clock.framesPerSec()));
              return true;
            }}
          />
          <span class="transport-total">
            / {timeText(clock.frames() / clock.framesPerSec())}
            <span class="transport-rate"> · {Number(clock.framesPerSec().toFixed(2))} fps</span>
          </span>
        </div>
        <div class="transport-group transport-how">
          <select
            aria-label="Speed"
            title={studio.titled("Speed", "play.faster")}
            value={String(clock.speed())}
            onChange={(event) => clock.setSpeed(Number(event.currentTarget.value))}
            {...backAfterPointer()}
          >
            <For each={speeds()}>
              {(speed) => (
                <option value={String(speed)} selected={speed === clock.speed()}>
                  {speedText(speed)}
                </option>
              )}
            </For>
          </select>
          <button
            type="button"
            aria-label="Backward"
            aria-pressed={clock.isBackward()}
            title={studio.titled("Play backward", "play.reverse")}
            onClick={() => clock.setBackward(!clock.isBackward())}
          >
            <Icon name="reverse" />
          </button>
          <button
            type="button"
            aria-label="Loop"
            aria-pressed={clock.repeats()}
            title={studio.titled(
              "Loop the clip; Shift-drag on the ruler marks frames to loop",
              "play.loop",
            )}
            onClick={() => commands.find(({ id }) => id === "play.loop")?.run()}
          >
            <Icon name="loop" />
          </button>
          <Show when={clock.loop()}>
            {(range) => (
              <span class="transport-loop">
                {range().start} – {range().stop}
              </span>
            )}
          </Show>
        </div>
      </div>
      <TaggingStrip />
    </div>
  );
}
