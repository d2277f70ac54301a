/** Opens compressed poses from files, which the module itself cannot read. */

import { Repertoire } from "./classes.js";
import { bytesAt, naming } from "./module.js";

/**
 * Reads a `.fwposes` file from a path or URL, for the skeleton with this number. Node reads it from disk, and browsers fetch it.
 */
export async function repertoireOpen(path: string | URL, skeleton = 0): Promise<Repertoire> {
  const bytes = await bytesAt(path);
  return naming(path, () => new Repertoire(bytes, skeleton));
}
