/** The clip that a file of the library is, or holds the labels of; of a file of several, the first. */
export function clipOfFile(file: string, names: ReadonlySet<string>): string | undefined {
  const motion = file.endsWith(".tags") ? file.slice(0, -".tags".length) : file;
  if (names.has(motion)) return motion;
  for (const name of names) if (name.startsWith(`${motion}#`)) return name;
  return undefined;
}
