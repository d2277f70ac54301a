import type { Copied } from "../state/timeline";
import { fromText, toText } from "./clipboard";

/** The system clipboard, as far as browsers permit. */
type SystemClipboard = Pick<Clipboard, "readText" | "writeText">;

/**
 * Copied labels, in the page and in the system clipboard. A later copy by another page or program takes precedence.
 * Without the browser's permission, only the page's own copy is available.
 */
export function createLabelClipboard(system: SystemClipboard | undefined) {
  let own: Copied | undefined;
  /** The text last written to the system clipboard. If writing failed, the clipboard's text may be stale. */
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
        // The browser denied access.
      }
    },
    async read(): Promise<Copied | undefined> {
      if (own && written === undefined) return own;
      const text = await system?.readText().catch(() => undefined);
      return text === undefined || text === written ? own : (fromText(text) ?? own);
    },
  };
}
