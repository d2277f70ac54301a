import type { MatchState } from "../state/match";
import type { HumanInput } from "../worker/messages";
import { COMMANDS, type CommandHost } from "./commandKeys";
import { isControl, isTyping, toPitch } from "./focus";
import { type Button, goesDown, isSame, merged, padInput, withoutMute } from "./gamepads";
import { AT_REST, inputOf, keySetsOf, LEFT_KEYS, RIGHT_KEYS } from "./playerKeys";

/** Listens to keyboard and gamepads, and sends the input of a human when it changes. Returns a function to stop. */
export function listenToPlayers(match: MatchState, host: CommandHost): () => void {
  const held = new Set<string>();
  /** Buttons that started the kick-off. They do nothing else until released. */
  const mute = [new Set<Button>(), new Set<Button>()] as const;
  const sent: [HumanInput, HumanInput] = [AT_REST, AT_REST];
  /** The last input of each gamepad: held buttons do not start the kick-off. */
  const said: [HumanInput, HumanInput] = [AT_REST, AT_REST];
  const tell = () => {
    const humans = match.scene()?.setup.humans ?? 0;
    const pads = navigator.getGamepads().filter((pad) => pad !== null);
    const { isWaiting } = match.run();
    for (const human of [0, 1] as const) {
      const pad = pads[human];
      const before = said[human];
      said[human] = pad ? padInput(pad) : AT_REST;
      let input = AT_REST;
      // A human who does not play sends no input.
      if (human < humans) {
        if (isWaiting && goesDown(before, said[human])) match.kickOff();
        input = merged(inputOf(held, keySetsOf(human, humans)), said[human]);
      }
      input = withoutMute(input, mute[human], isWaiting);
      if (isSame(input, sent[human])) continue;
      sent[human] = input;
      match.send({ do: "input", human, input });
    }
  };
  const isOfPlayers = (code: string) =>
    LEFT_KEYS[code] !== undefined || RIGHT_KEYS[code] !== undefined;
  const down = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    const { code } = event;
    if (code === "Escape" && isControl(event.target)) return toPitch();
    // A focused button keeps the keys that activate it.
    if (isControl(event.target) && /^(Space|Enter|Arrow)/.test(code)) return;
    const humans = match.scene()?.setup.humans ?? 0;
    if (humans > 0 && isOfPlayers(code)) {
      event.preventDefault();
      held.add(code);
      if (match.run().isWaiting && !event.repeat) match.kickOff();
      return tell();
    }
    if (code === "Enter" && !event.repeat && match.run().isWaiting) return match.kickOff();
    const command = COMMANDS.find(
      (it) => it.code === code || (event.key === "?" && it.code === "KeyH"),
    );
    if (!command || (event.repeat && command.group !== "Time")) return;
    event.preventDefault();
    command.run(host);
  };
  const up = (event: KeyboardEvent) => {
    if (held.delete(event.code)) tell();
  };
  // The page does not see keys released elsewhere, so release all of them.
  const drop = () => {
    held.clear();
    tell();
  };
  const focused = (event: FocusEvent) => {
    if (isTyping(event.target)) drop();
  };
  const poll = setInterval(() => {
    if (navigator.getGamepads().some((pad) => pad !== null)) tell();
  }, 1000 / 60);
  window.addEventListener("keydown", down);
  window.addEventListener("keyup", up);
  window.addEventListener("blur", drop);
  window.addEventListener("focusin", focused);
  return () => {
    clearInterval(poll);
    window.removeEventListener("keydown", down);
    window.removeEventListener("keyup", up);
    window.removeEventListener("blur", drop);
    window.removeEventListener("focusin", focused);
  };
}
