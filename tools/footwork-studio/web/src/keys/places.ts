import type { Place } from "../state/arming";

/** Fields of tagging itself: it resumes when they lose the focus. */
const OWN_FIELDS = ".time, .transport";
const ELSEWHERE = ".clips, .side, dialog, [role=dialog], [role=listbox], [role=grid]";

/** The part of the page in which an element lies. */
export function placeOf(target: EventTarget | null): Place {
  if (!(target instanceof Element)) return "neutral";
  if (isTextField(target)) return target.closest(OWN_FIELDS) ? "field" : "elsewhere";
  // Resizing a part is not using it, and the button that arms also disarms.
  if (target.closest("[role=separator], .arm-button")) return "neutral";
  if (target.closest(".time")) return "timeline";
  return target.closest(ELSEWHERE) ? "elsewhere" : "neutral";
}

function isTextField(target: Element): boolean {
  const isEditable = target instanceof HTMLElement && target.isContentEditable;
  const others = "[type=checkbox], [type=radio], [type=button], [type=range]";
  return isEditable || target.matches(`input:not(${others}), textarea`);
}
