import type { Copied } from "../state/timeline";
import { fromText, toText } from "./clipboard";

/** The clipboard of the system, as browsers lend it. */
type SystemClipboard = Pick<Clipboard, "readText" | "writeText">;

/**
 * Copied labels, in the page and in the system's clipboard. What another page or program copied later
 * wins; without leave of the browser there are still the page's own.
 */
export function createLabelClipboard(system: SystemClipboard | undefined) {
  let own: Copied | undefined;
  /** What the system's clipboard has of it; without, its text may be an older one. */
  let written: string | undefined;
  return {
    async copy(copied: Copied) {
      own = copied;
      written = undefined;
      const text = toText(copied);
      try {
        await system?.writeText(text);
        if (own === copied) written = text;
      } catch {
        // The browser does not lend it.
      }
    },
    async read(): Promise<Copied | undefined> {
      if (own && written === undefined) return own;
      const text = await system?.readText().catch(() => undefined);
      return text === undefined || text === written ? own : (fromText(text) ?? own);
    },
  };
}
