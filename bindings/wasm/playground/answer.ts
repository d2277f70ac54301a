/** Shows the result of a text on the page: its answer, or the mistake underlined. */

import { FootworkError } from "../src/index.js";
import { element } from "./plot.js";

/** Runs a function. If it throws, shows the mistake and returns `undefined`. */
export function answer<T>(id: string, text: string, run: () => T): T | undefined {
  const place = element(id);
  try {
    const value = run();
    place.className = "answer";
    return value;
  } catch (error) {
    if (!(error instanceof FootworkError)) {
      throw error;
    }
    place.className = "answer bad";
    place.replaceChildren(
      ...marked(text, error.start, error.stop),
      document.createElement("br"),
      error.message,
    );
    return undefined;
  }
}

/** Returns the text with its mistake underlined. Places are in bytes. */
function marked(text: string, start: number, stop: number): Node[] {
  const bytes = new TextEncoder().encode(text);
  const part = (from: number, to: number) => new TextDecoder().decode(bytes.slice(from, to));
  const mark = document.createElement("mark");
  mark.textContent = part(start, stop) || " ";
  const code = document.createElement("code");
  code.append(part(0, start), mark, part(stop, bytes.length));
  return [code];
}
