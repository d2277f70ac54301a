import { For, onCleanup, onMount, Show } from "solid-js";
import { SPEEDS } from "../state/clock";
import { showKey } from "../state/keymap";
import { useStudio } from "../state/studio";
import { TaggingStrip } from "../tagging/taggingStrip";
import { readNumber } from "../timeline/readNumber";
import { readTime, timeText } from "../timeline/ticks";
import { transportCommands } from "./commands";
import { Field } from "./field";
import { Icon } from "./icons";
import "./transport.css";

/** Playing: where, which way, how fast; and below it the keys that tag. */
export function Transport() {
  const studio = useStudio();
  const { clock } = studio;
  const commands = transportCommands(studio);
  onMount(() => onCleanup(studio.addCommands(commands)));

  const titleOf = (id: string, title: string) => {
    const key = studio.keymap().keysOf(id)[0];
    return key ? `${title} (${showKey(key)})` : title;
  };
  const button = (id: string, icon: Parameters<typeof Icon>[0]["name"]) => {
    const command = commands.find((one) => one.id === id);
    return (
      <button
        type="button"
        aria-label={command?.title}
        title={titleOf(id, command?.title ?? "")}
        onClick={() => command?.run()}
      >
        <Icon name={icon} />
      </button>
    );
  };
  const toLoop = () => studio.keymap().targets.find(({ id }) => id === "timeline.loop");
  const loop = () => {
    const target = toLoop();
    if (clock.loop()) clock.setLoop(undefined);
    else if (target?.kind === "command") target.command.run();
  };
  const speedText = (speed: number) => `${Number(speed.toFixed(2))}×`;
  const speeds = () => [...new Set([...SPEEDS, clock.speed()])].sort((a, b) => a - b);

  return (
    <div class="transport">
      <div class="transport-line" role="toolbar" aria-label="Playing">
        <div class="transport-group">
          {button("play.start", "start")}
          {button("play.stepBack", "back")}
          <button
            type="button"
            class="transport-play"
            aria-label={clock.isPlaying() ? "Pause" : "Play"}
            title={titleOf("play.toggle", clock.isPlaying() ? "Pause" : "Play")}
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
            title={titleOf("play.faster", "Speed")}
            value={String(clock.speed())}
            onChange={(event) => clock.setSpeed(Number(event.currentTarget.value))}
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
            title={titleOf("play.reverse", "Play backward")}
            onClick={() => clock.setBackward(!clock.isBackward())}
          >
            <Icon name="reverse" />
          </button>
          <button
            type="button"
            aria-label="Loop what is selected"
            aria-pressed={clock.loop() !== undefined}
            disabled={!clock.loop() && studio.selection().length === 0}
            title={titleOf(
              "timeline.loop",
              "Loop what is selected; Shift-drag on the ruler marks another",
            )}
            onClick={loop}
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
