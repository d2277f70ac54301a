import type { Copied } from "../state/timeline";
import { fromText, toText } from "./clipboard";

/** The used methods of the system clipboard. */
type SystemClipboard = Pick<Clipboard, "readText" | "writeText">;

/**
 * Copied labels, kept in the page and in the system clipboard. Labels that another page or program copies later take
 * precedence. Without the browser's permission, only labels copied in this page are available.
 */
export function createLabelClipboard(system: SystemClipboard | undefined) {
  let own: Copied | undefined;
  /**
   * The text that this page last wrote to the system clipboard. If writing failed, the text in the system clipboard may
   * be older.
   */
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
        // The browser denied access to the system clipboard.
      }
    },
    async read(): Promise<Copied | undefined> {
      if (own && written === undefined) return own;
      const text = await system?.readText().catch(() => undefined);
      return text === undefined || text === written ? own : (fromText(text) ?? own);
    },
  };
}
