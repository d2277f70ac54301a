/**
 * Returns the clip of a motion file or of a sidecar. If the motion file contains several clips, returns the first in
 * `names`; `undefined` if there is none.
 */
export function clipOfFile(file: string, names: ReadonlySet<string>): string | undefined {
  const motion = file.endsWith(".tags") ? file.slice(0, -".tags".length) : file;
  if (names.has(motion)) return motion;
  for (const name of names) if (name.startsWith(`${motion}#`)) return name;
  return undefined;
}
