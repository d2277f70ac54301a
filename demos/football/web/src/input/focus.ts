/** The id of the pitch, which has the focus during play. */
export const PITCH_ID = "pitch";

/** Returns the focus to the pitch. */
export const toPitch = () => document.getElementById(PITCH_ID)?.focus({ preventScroll: true });

/** Returns whether the focused element takes typed letters. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName));

/** Returns whether the focused element uses Enter, the space bar and the arrow keys. */
export const isControl = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.closest("button, a, summary, [role=menuitem], [role=dialog]") !== null;
