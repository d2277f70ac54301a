import { onCleanup, onMount } from "solid-js";
import { useStudio } from "../state/studio";
import { KeyDialog } from "./keyDialog";
import { createKeyHandler } from "./keyHandler";

/** Listens to all key presses of the page, and to the events that arm tagging. */
export function Keys() {
  const keys = createKeyHandler(useStudio());
  onMount(() => {
    const over = new AbortController();
    const { signal } = over;
    const capture = { signal, capture: true };
    window.addEventListener("keydown", keys.heard, capture);
    window.addEventListener("keydown", keys.down, { signal });
    window.addEventListener("keyup", keys.up, { signal });
    window.addEventListener("blur", keys.release, { signal });
    document.addEventListener("visibilitychange", keys.release, { signal });
    window.addEventListener("pointerdown", keys.pointed, capture);
    window.addEventListener("pointerup", keys.released, { signal });
    window.addEventListener("click", keys.clicking, capture);
    window.addEventListener("click", keys.clicked, { signal });
    window.addEventListener("focusin", keys.focused, { signal });
    window.addEventListener("focusout", keys.left, { signal });
    onCleanup(() => {
      over.abort();
      keys.release();
    });
  });

  return <KeyDialog />;
}
