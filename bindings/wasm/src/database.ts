/** Opening a database where it lies, which the module cannot: it has no files. */

import { Database } from "./classes.js";
import { bytesOf } from "./module.js";

/** Reads a `.tagdb` file, and checks all of it: of a path or an address, from disk in Node and fetched in a browser. */
export async function databaseOpen(path: string | URL): Promise<Database> {
  const bytes = await bytesOf(path);
  return new Database(
    ArrayBuffer.isView(bytes)
      ? new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)
      : new Uint8Array(bytes),
  );
}
