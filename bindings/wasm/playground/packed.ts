/** The data inside a page, as its build writes it. */

import { element } from "./plot.js";

export function pageData<T>(): T {
  return JSON.parse(element("data").textContent ?? "") as T;
}

/** Returns the bytes of a file in the data. */
export async function unpack(text: string): Promise<Uint8Array<ArrayBuffer>> {
  // The browser decodes without blocking the page.
  const { body } = await fetch(`data:application/gzip;base64,${text}`);
  const stream = body?.pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
