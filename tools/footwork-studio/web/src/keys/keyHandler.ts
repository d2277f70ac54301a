import { type Command, isForKey, isTyping, keyOf } from "../state/keymap";
import type { Studio } from "../state/studio";
import { placeOf } from "./places";
import { repeatSteps } from "./repeatSteps";
import { createTypedText } from "./typedText";

/**
 * Handles all keys of the page: runs their commands and arms tagging. A key that can be part of text changes labels
 * only in two ways: through `down` while tagging is armed, or through the focused element if `heard` does not treat the
 * key as typed text.
 */
export function createKeyHandler(studio: Studio) {
  const { arming, bursts, proposals } = studio;
  const text = createTypedText();
  let isByPointer = false;
  /** The codes of held keys that belong to typed text. */
  const typed = new Set<string>();
  /** The effect of a held key, the key's position on the keyboard, and how to stop its repeats. */
  let held: { code: string; hold: NonNullable<Command["hold"]>; stop(): void } | undefined;
  const endHold = () => {
    const ended = held;
    held = undefined;
    ended?.stop();
    ended?.hold.end();
  };

  // A button clicked with the mouse keeps the focus, and Space should still start playback.
  const isForButton = (event: KeyboardEvent) =>
    !isByPointer &&
    (event.key === " " || event.key === "Enter") &&
    event.target instanceof HTMLElement &&
    event.target.matches("button, summary, a, [role=button], [role=tab], [role=option]");

  /** Handles Esc: returns to the lanes and disarms tagging. In the lanes, clears the selection. */
  const escape = (event: KeyboardEvent) => {
    event.preventDefault();
    const lanes = document.querySelector<HTMLElement>(".time");
    const { activeElement } = document;
    if (activeElement === document.body || activeElement === lanes) studio.select([]);
    lanes?.focus({ preventScroll: true });
    arming.disarm();
    proposals.deactivate();
  };

  /** Runs a command by its key. */
  const run = (command: Command, { code, repeat }: KeyboardEvent) => {
    // The repeats of the keyboard. A key whose modifier is released first repeats as another key.
    if (held) return;
    const { hold } = command;
    if (hold && !repeat) held = { code, hold, stop: repeatSteps(hold.press) };
    else if (!hold && isForKey(command, repeat)) command.run();
  };

  const down = (event: KeyboardEvent) => {
    // Finish the effect of the held key before that of another one, or of the same one if its release got lost.
    if (event.code !== held?.code || !event.repeat) endHold();
    if (event.defaultPrevented || event.isComposing || isForButton(event)) return;
    const mode = proposals.isActive() ? "proposals" : undefined;
    const key = keyOf(event, mode);
    if (key === "Escape" && !isInDialog(event.target)) return escape(event);
    if (isTyping(event.target) && !isForAnywhere(event, key)) return;
    if (key === "Enter" && !arming.isArmed() && placeOf(event.target) === "timeline") {
      event.preventDefault();
      return arming.arm();
    }
    const target = studio.keymap().targetOf(key, mode);
    // After a rejection, the key of a label says which label is right.
    const label = proposals.question() && studio.keymap().targetOf(key);
    if (label && label.kind !== "command") {
      event.preventDefault();
      if (label.kind === proposals.question()?.kind) proposals.answer(label.label.name);
      return;
    }
    if (!target) return;
    event.preventDefault();
    if (!arming.allows(target, key)) return;
    if (target.kind === "command") run(target.command, event);
    else if (!event.repeat)
      studio.labelKeys.down(
        event.code,
        { label: target.label, kind: target.kind },
        event.timeStamp,
      );
  };

  return {
    down,
    /** Handles a key press before any other part of the page. */
    heard(event: KeyboardEvent) {
      const { key, code, timeStamp } = event;
      bursts.key(timeStamp);
      if (key === "Escape") {
        arming.escaped();
        // Other parts may stop the event. The held key does nothing more until it is pressed again.
        held?.stop();
      }
      // Esc and Tab also move the focus, which then no longer comes from the pointer.
      if (key === "Escape" || key === "Tab") isByPointer = false;
      typed.delete(code);
      if (!text.pressed(event) || arming.isArmed() || proposals.isActive()) return;
      typed.add(code);
      event.preventDefault();
      event.stopImmediatePropagation();
      endHold();
      studio.notices.say({ kind: "news", ...TYPED });
    },
    up(event: KeyboardEvent) {
      bursts.keyUp(event.timeStamp);
      // A Mac sends no keyup of a key pressed with Cmd.
      if (event.code === held?.code || event.key === "Meta") endHold();
      // Without its modifier the key no longer means the same.
      else if (MODIFIERS.has(event.key)) held?.stop();
      if (studio.labelKeys.up(event.code, event.timeStamp) || typed.delete(event.code))
        event.preventDefault();
      // If Space was pressed to start playback, its release must not click the focused button.
      else if (event.key === " " && isByPointer && !isTyping(event.target)) event.preventDefault();
    },
    /** Releases all keys, because the page no longer receives keys. */
    release() {
      endHold();
      studio.labelKeys.release(performance.now());
    },
    /** Handles a press of the pointer. */
    pointed({ target }: Pick<PointerEvent, "target">) {
      endHold();
      isByPointer = true;
      text.end();
      bursts.end();
      arming.pressed(placeOf(target));
      proposals.entered(placeOf(target));
    },
    /** Handles the release of the pointer, after the action of the press. */
    released: bursts.end,
    /** Handles a click before its action. A click by a key or a screen reader counts as a key press. */
    clicking({ detail, timeStamp }: Pick<MouseEvent, "detail" | "timeStamp">) {
      if (detail === 0) bursts.key(timeStamp);
    },
    /** Handles a click after its action. */
    clicked({ detail }: Pick<MouseEvent, "detail">) {
      if (detail > 0) bursts.end();
    },
    focused({ target }: Pick<FocusEvent, "target">) {
      arming.focused(placeOf(target));
      proposals.entered(placeOf(target));
    },
    left({ target, relatedTarget }: Pick<FocusEvent, "target" | "relatedTarget">) {
      if (!relatedTarget && placeOf(target) === "field") arming.left();
    },
  };
}

const MODIFIERS = new Set(["Shift", "Alt", "Control"]);

const TYPED = {
  text: "Ignored, since it followed typed letters",
  detail: "Wait two seconds, or click.",
};

/** Returns whether a key works even while the user types, because it does not edit text. */
function isForAnywhere(event: KeyboardEvent, key: string): boolean {
  if (isInDialog(event.target)) return false;
  const isOfText = /^Mod\+(Shift\+)?([acvxzy]|Arrow|Home|End|Backspace|Delete|Enter)/.test(key);
  return key.startsWith("Mod+") && !isOfText;
}

const isInDialog = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.closest("[role=dialog]") !== null;
