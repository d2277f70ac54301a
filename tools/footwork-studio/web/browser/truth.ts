import { readdir } from "node:fs/promises";
import type { Library } from "./library";

/** A label of a sidecar, such as a person's. For an event, `start` and `stop` are its time. */
export interface TrueLabel {
  name: string;
  kind: "tag" | "event";
  start: number;
  stop: number;
}

/** A clip, and the labels that it should have. */
export interface TrueClip {
  name: string;
  frames: number;
  rate: number;
  labels: TrueLabel[];
}

/** Returns the labels in the text of a sidecar. Spans of rules are included only on request. */
export function labelsOf(text: string, rules?: "with rules"): TrueLabel[] {
  return text.split("\n").flatMap((line): TrueLabel[] => {
    const [kind, name = "", first, second, rule] = line.split(" ");
    const start = Number(first);
    if (kind === "tag" && (rule === undefined || rules))
      return [{ name, kind, start, stop: Number(second) }];
    if (kind === "event") return [{ name, kind, start, stop: start }];
    return [];
  });
}

/**
 * Reads the labels of all clips in folders of a library, and empties their sidecars. If spans of rules are included,
 * also removes the rules.
 */
export async function takeLabels(
  library: Library,
  folders: readonly string[],
  rules?: "with rules",
): Promise<TrueClip[]> {
  if (rules) await library.replace("footwork.toml", /^\[rules\]\n(?:[^[\n].*(?:\n|$)|\n)*/m, "");
  const files = await readdir(library.root, { recursive: true });
  const clips: TrueClip[] = [];
  const isOf = (file: string) => folders.some((folder) => file.startsWith(folder));
  for (const file of files.filter((file) => file.endsWith(".tags") && isOf(file)).sort()) {
    const text = (await library.text(file)) ?? "";
    const number = (line: string) => Number(text.match(new RegExp(`^${line} (\\d+)$`, "m"))?.[1]);
    const labels = labelsOf(text, rules);
    clips.push({
      name: file.slice(0, -".tags".length).replaceAll("\\", "/"),
      frames: number("frames"),
      rate: number("rate"),
      labels,
    });
    await library.replace(file, /^(tag|event|not|state) .*\n/gm, "");
  }
  if (clips.length === 0) throw new Error(`${library.root} has no labels`);
  return clips;
}

/** Returns the keys of labels by name, read from the text of `footwork.toml`. */
export function keysOf(settings: string): Map<string, string> {
  const found = settings.matchAll(
    /^\[(?:tags|events)\."?([^"\]]+)"?\]\n(?:colour.*\n)?key = "(.)"/gm,
  );
  return new Map([...found].map(([, name = "", key = ""]) => [name, key]));
}
