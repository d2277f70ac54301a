/** Opens databases from files, which the module itself cannot read. */

import { Database } from "./classes.js";
import { bytesAt, naming } from "./module.js";

/** Reads a `.tagdb` file from a path or URL, and checks all of it. Node reads it from disk, and browsers fetch it. */
export async function databaseOpen(path: string | URL): Promise<Database> {
  const bytes = await bytesAt(path);
  return naming(path, () => new Database(bytes));
}
