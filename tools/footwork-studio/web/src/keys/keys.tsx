import { onCleanup, onMount } from "solid-js";
import { type Command, isForKey, isTyping, keyOf } from "../state/keymap";
import { useStudio } from "../state/studio";
import { KeyDialog } from "./keyDialog";

/** Listens to all keys of the page, and runs what they are bound to. */
export function Keys() {
  const studio = useStudio();
  let isByPointer = false;
  /** What a key holds, and where that key is. */
  let held: { code: string; hold: NonNullable<Command["hold"]> } | undefined;
  const endHold = () => {
    const ended = held;
    held = undefined;
    ended?.hold.end();
  };

  // A button clicked with the mouse keeps the focus; Space should still play.
  const isForButton = (event: KeyboardEvent) =>
    !isByPointer &&
    (event.key === " " || event.key === "Enter") &&
    event.target instanceof HTMLElement &&
    event.target.matches("button, summary, a, [role=button], [role=tab], [role=option]");

  /** Esc leads back to the lanes; there, it selects nothing. */
  const escape = (event: KeyboardEvent) => {
    event.preventDefault();
    const lanes = document.querySelector<HTMLElement>(".time");
    const { activeElement } = document;
    if (activeElement === document.body || activeElement === lanes) studio.select([]);
    lanes?.focus({ preventScroll: true });
  };

  const down = (event: KeyboardEvent) => {
    if (event.key === "Tab") isByPointer = false;
    // What another key does comes after it.
    if (event.code !== held?.code) endHold();
    if (event.defaultPrevented || event.isComposing || isForButton(event)) return;
    const key = keyOf(event);
    if (key === "Escape" && !isInDialog(event.target)) return escape(event);
    if (isTyping(event.target) && !isForAnywhere(event, key)) return;
    const target = studio.keymap().targetOf(key);
    if (!target) return;
    event.preventDefault();
    if (target.kind === "command") {
      const { command } = target;
      // A key whose modifier is up before it repeats as another one.
      if (held && held.hold !== command.hold) return;
      if (command.hold) {
        held = { code: event.code, hold: command.hold };
        command.hold.press();
      } else if (isForKey(command, event.repeat)) command.run();
    } else if (!event.repeat)
      studio.labelKeys.down(
        event.code,
        { label: target.label, kind: target.kind },
        event.timeStamp,
      );
  };
  const up = (event: KeyboardEvent) => {
    // A Mac sends no keyup of a key that was pressed with Cmd.
    if (event.code === held?.code || event.key === "Meta") endHold();
    if (studio.labelKeys.up(event.code, event.timeStamp)) event.preventDefault();
    // Space that went down to play must not click the focused button.
    else if (event.key === " " && isByPointer && !isTyping(event.target)) event.preventDefault();
  };
  const release = () => {
    endHold();
    studio.labelKeys.release(performance.now());
  };
  const pointed = () => {
    endHold();
    isByPointer = true;
  };

  onMount(() => {
    window.addEventListener("keydown", down);
    window.addEventListener("keyup", up);
    window.addEventListener("blur", release);
    window.addEventListener("pointerdown", pointed, true);
    document.addEventListener("visibilitychange", release);
    onCleanup(() => {
      window.removeEventListener("keydown", down);
      window.removeEventListener("keyup", up);
      window.removeEventListener("blur", release);
      window.removeEventListener("pointerdown", pointed, true);
      document.removeEventListener("visibilitychange", release);
      release();
    });
  });

  return <KeyDialog />;
}

/** Keys that also work while typing: none that edit text. */
function isForAnywhere(event: KeyboardEvent, key: string): boolean {
  if (isInDialog(event.target)) return false;
  const isOfText = /^Mod\+(Shift\+)?([acvxzy]|Arrow|Home|End|Backspace|Delete|Enter)/.test(key);
  return key.startsWith("Mod+") && !isOfText;
}

const isInDialog = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.closest("[role=dialog]") !== null;
