import { SPEEDS } from "../state/clock";
import type { Command } from "../state/keymap";
import type { Studio } from "../state/studio";

/** The next speed, up or down. */
export function nextSpeed(speed: number, direction: 1 | -1): number {
  const next =
    direction > 0
      ? SPEEDS.find((one) => one > speed + 1e-9)
      : SPEEDS.findLast((one) => one < speed - 1e-9);
  return next ?? speed;
}

const REPEATING = new Set(["stepBack", "step", "secondBack", "second", "faster", "slower"]);

/** The commands of playback, for keys and buttons. */
export function transportCommands({ clock }: Studio): Command[] {
  const command = (id: string, title: string, keys: string[], run: () => void): Command => ({
    id: `play.${id}`,
    title,
    group: "Playing",
    keys,
    repeats: REPEATING.has(id),
    run,
  });
  /** Like J and L in editing software: plays that way, or faster if it already does. */
  const shuttle = (isBackward: boolean) => {
    const isGoing = clock.isPlaying() && clock.isBackward() === isBackward;
    if (isGoing) {
      clock.setSpeed(nextSpeed(clock.speed(), 1));
      return;
    }
    clock.setBackward(isBackward);
    clock.setSpeed(1);
    clock.play();
  };
  const second = () => Math.round(clock.framesPerSec());
  return [
    command("toggle", "Play or pause", ["Space"], clock.toggle),
    command("stepBack", "One frame back", ["ArrowLeft", ","], () => clock.step(-1)),
    command("step", "One frame forward", ["ArrowRight", "."], () => clock.step(1)),
    command("secondBack", "One second back", ["Shift+ArrowLeft"], () => clock.step(-second())),
    command("second", "One second forward", ["Shift+ArrowRight"], () => clock.step(second())),
    command("backward", "Play backward, then faster", ["j"], () => shuttle(true)),
    command("pause", "Pause", ["k"], clock.pause),
    command("forward", "Play forward, then faster", ["l"], () => shuttle(false)),
    command("start", "Go to the first frame", ["Home"], () => clock.seek(clock.range().start)),
    command("stop", "Go to the last frame", ["End"], () => clock.seek(clock.range().stop - 1)),
    command("faster", "Faster", ["Shift+ArrowUp"], () =>
      clock.setSpeed(nextSpeed(clock.speed(), 1)),
    ),
    command("slower", "Slower", ["Shift+ArrowDown"], () =>
      clock.setSpeed(nextSpeed(clock.speed(), -1)),
    ),
    command("reverse", "Reverse the direction of playback", ["Shift+j"], () =>
      clock.setBackward(!clock.isBackward()),
    ),
  ];
}
