/** Gives the queue the focus, so that its keys decide. */
export const focusQueue = () => document.querySelector<HTMLElement>(".proposal-queue")?.focus();
