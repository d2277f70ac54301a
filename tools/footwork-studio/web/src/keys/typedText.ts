import { MAX_PAUSE_MS } from "../state/bursts";
import { isTextField } from "./places";

/** Keys without a letter that occur in typed text, but also activate or edit the focused element. */
const DOUBLE = new Set([" ", "Enter", "Delete", "Backspace"]);

/**
 * Distinguishes typed text from commands. Text begins with a printable key. `Space`, `Enter`, `Delete` and `Backspace`
 * belong to the text until two seconds pass without another of its keys, or until the user clicks, presses `Tab` or
 * `Esc`, or presses `Enter` in a text field.
 */
export function createTypedText() {
  let last = Number.NEGATIVE_INFINITY;
  const end = () => {
    last = Number.NEGATIVE_INFINITY;
  };
  return {
    end,
    /** Handles a key press. Returns whether it is only part of text typed outside a text field. */
    pressed(event: KeyboardEvent): boolean {
      const { key, target, timeStamp } = event;
      const isField = isTextField(target);
      if (key === "Tab" || key === "Escape") end();
      if (event.ctrlKey || event.metaKey || event.altKey) return false;
      const follows = timeStamp - last <= MAX_PAUSE_MS;
      const isLetter = key !== " " && ([...key].length === 1 || event.isComposing);
      if (isField && key === "Enter") end();
      else if (isLetter || (follows && DOUBLE.has(key))) last = timeStamp;
      return follows && !isField && isForFocus(key, target);
    },
  };
}

/**
 * Returns whether the focused element handles a key itself. On the page, the timeline and the view, the studio handles
 * it.
 */
function isForFocus(key: string, target: EventTarget | null): boolean {
  if (!(target instanceof Element) || target.matches("html, body, .view-picture")) return false;
  // On the timeline, Enter arms tagging.
  if (target.matches(".time")) return key === "Enter";
  return (
    DOUBLE.has(key) ||
    (key.startsWith("Arrow") && target.matches("[role=radio]")) ||
    (/^\d$/.test(key) && target.matches("[role=gridcell]"))
  );
}
