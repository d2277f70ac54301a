/** The clip that a file of the library holds, or whose labels it holds; if there are several, the first. */
export function clipOfFile(file: string, names: ReadonlySet<string>): string | undefined {
  const motion = file.endsWith(".tags") ? file.slice(0, -".tags".length) : file;
  if (names.has(motion)) return motion;
  for (const name of names) if (name.startsWith(`${motion}#`)) return name;
  return undefined;
}
