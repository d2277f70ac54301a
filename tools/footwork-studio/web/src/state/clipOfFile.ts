/** Returns the clip in a file of the library, or the clip whose labels it contains; the first if there are several. */
export function clipOfFile(file: string, names: ReadonlySet<string>): string | undefined {
  const motion = file.endsWith(".tags") ? file.slice(0, -".tags".length) : file;
  if (names.has(motion)) return motion;
  for (const name of names) if (name.startsWith(`${motion}#`)) return name;
  return undefined;
}
