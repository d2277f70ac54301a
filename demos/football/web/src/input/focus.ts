/** The id of the pitch, which has the focus while somebody plays. */
export const PITCH_ID = "pitch";

/** Gives the focus back to the pitch. */
export const toPitch = () => document.getElementById(PITCH_ID)?.focus({ preventScroll: true });

/** Whether what has the focus needs letters for itself. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName));

/** Whether what has the focus is activated by Enter and the space bar, and moved through by arrows. */
export const isControl = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.closest("button, a, summary, [role=menuitem], [role=dialog]") !== null;
