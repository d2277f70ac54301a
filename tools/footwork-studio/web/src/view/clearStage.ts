import { onCleanup } from "solid-js";

/** How long the previous pose may stay visible under the name of the next clip, in milliseconds. */
const STALE_MS = 400;

/** Clears the stage: at once if `isAtOnce`, else after `STALE_MS` unless the next pose arrives first. */
export function clearStage(clear: () => void, isAtOnce: boolean) {
  if (isAtOnce) return clear();
  const timer = setTimeout(clear, STALE_MS);
  onCleanup(() => clearTimeout(timer));
}
