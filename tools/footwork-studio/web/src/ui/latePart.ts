import { createEffect, createSignal, on } from "solid-js";

/**
 * A part of the page in a separate file, which is loaded on request. If loading fails, the file is requested again once
 * the server answers again, or when `ask` is called.
 */
export function createLatePart<T>(load: () => Promise<T>, isConnected: () => boolean) {
  const [part, setPart] = createSignal<T>();
  const [isMissing, setIsMissing] = createSignal(false);

  async function ask(): Promise<void> {
    setIsMissing(false);
    try {
      const loaded = await load();
      setPart(() => loaded);
    } catch {
      setIsMissing(true);
    }
  }
  createEffect(
    on(isConnected, (is) => {
      if (is && isMissing()) void ask();
    }),
  );
  return { part, isMissing, ask };
}
