import type { Place } from "../state/arming";

/** The parts whose fields only suspend tagging. Tagging resumes when such a field loses the focus. */
const OWN_FIELDS = ".time, .transport";
const ELSEWHERE = ".clips, .side, dialog, [role=dialog], [role=listbox], [role=grid]";

/** Returns the part of the page that contains an element. */
export function placeOf(target: EventTarget | null): Place {
  if (!(target instanceof Element)) return "neutral";
  if (isTextField(target)) return target.closest(OWN_FIELDS) ? "field" : "elsewhere";
  // Resizing a part does not count as using it. The arm button is neutral because it also disarms.
  if (target.closest("[role=separator], .arm-button")) return "neutral";
  if (target.closest(".proposal-queue, .proposal-card, .proposal-bulk, .proposal-grid"))
    return "proposals";
  if (target.closest(".time")) return "timeline";
  return target.closest(ELSEWHERE) ? "elsewhere" : "neutral";
}

/** Returns whether an element is a text field. */
export function isTextField(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  const isEditable = target instanceof HTMLElement && target.isContentEditable;
  const others = "[type=checkbox], [type=radio], [type=button], [type=range]";
  return isEditable || target.matches(`input:not(${others}), textarea`);
}
