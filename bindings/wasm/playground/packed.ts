/** The data inside a page, as its build writes it. */

import { element } from "./plot.js";

export function pageData<T>(): T {
  return JSON.parse(element("data").textContent ?? "") as T;
}

/** Returns the bytes of a file in the data. */
export async function unpack(text: string): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
