import { SPEEDS } from "../state/clock";
import { type Command, commandsOf } from "../state/keymap";
import type { Studio } from "../state/studio";

/** Returns the next higher (1) or lower (-1) speed. */
export function nextSpeed(speed: number, direction: 1 | -1): number {
  const next =
    direction > 0
      ? SPEEDS.find((one) => one > speed + 1e-9)
      : SPEEDS.findLast((one) => one < speed - 1e-9);
  return next ?? speed;
}

/** Returns the commands of playback, for keys and buttons. */
export function transportCommands({ clock, preferences, prefer }: Studio): Command[] {
  const command = commandsOf("Playing");
  const change = (by: 1 | -1) => clock.setSpeed(nextSpeed(clock.speed(), by));
  /** Plays in a direction, or faster if the clip plays in that direction already, like J and L in editing software. */
  const shuttle = (isBackward: boolean) => {
    const isGoing = clock.isPlaying() && clock.isBackward() === isBackward;
    if (isGoing) return change(1);
    clock.setBackward(isBackward);
    clock.setSpeed(1);
    clock.play();
  };
  const second = () => Math.round(clock.framesPerSec());
  return [
    command("play.toggle", "Play or pause", ["Space"], clock.toggle),
    command("play.stepBack", "One frame back", ["ArrowLeft", ","], () => clock.step(-1), "repeats"),
    command("play.step", "One frame forward", ["ArrowRight", "."], () => clock.step(1), "repeats"),
    command(
      "play.secondBack",
      "One second back",
      ["Shift+ArrowLeft"],
      () => clock.step(-second()),
      "repeats",
    ),
    command(
      "play.second",
      "One second forward",
      ["Shift+ArrowRight"],
      () => clock.step(second()),
      "repeats",
    ),
    command("play.backward", "Play backward, then faster", ["j"], () => shuttle(true)),
    command("play.pause", "Pause", ["k"], clock.pause),
    command("play.forward", "Play forward, then faster", ["l"], () => shuttle(false)),
    command("play.start", "Go to the first frame", ["Home"], () => clock.seek(clock.range().start)),
    command("play.stop", "Go to the last frame", ["End"], () => clock.seek(clock.range().stop - 1)),
    command("play.faster", "Faster", ["Shift+ArrowUp"], () => change(1), "repeats"),
    command("play.slower", "Slower", ["Shift+ArrowDown"], () => change(-1), "repeats"),
    command("play.loop", "Loop the clip, or end the loop", ["Shift+u"], () => {
      if (clock.loop()) clock.setLoop(undefined);
      else prefer({ loopClip: !preferences().loopClip });
    }),
    command("play.reverse", "Reverse the direction of playback", ["Shift+j"], () =>
      clock.setBackward(!clock.isBackward()),
    ),
  ];
}
