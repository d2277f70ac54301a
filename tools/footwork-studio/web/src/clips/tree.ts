import type { ClipRow } from "../api/types";
import { isFinished } from "../state/workState";

/** A row of the list: a clip, or a folder, which comes before its clips. */
export type ListItem =
  | { kind: "clip"; key: string; row: ClipRow; short: string; depth: number }
  | {
      kind: "folder";
      key: string;
      /** The path of the folder, with a slash at its end. */
      folder: string;
      /** The last part of the path. */
      title: string;
      depth: number;
      clips: number;
      finished: number;
      isFolded: boolean;
    };

/** The key of a folder's row. It ends in a slash, unlike the names of clips. */
const folderKey = (folder: string) => folder;

/** Returns the folder of a clip, with a slash at its end; empty at the root. */
export const folderOf = (name: string) => name.slice(0, name.lastIndexOf("/") + 1);

/** Returns rows for clips in the given order, without rows for folders. */
export const flat = (
  rows: readonly ClipRow[],
  places: ReadonlyMap<string, Place> = new Map(),
): ListItem[] =>
  rows.map((row) => {
    const short = places.get(row.name)?.short;
    const name = short === undefined ? "" : folderOf(row.name) + short;
    return { kind: "clip", key: row.name, row, short: name, depth: 0 };
  });

/** The place of a clip in the tree: the folders above it, outermost first, and the rest of its name. */
interface Place {
  paths: readonly string[];
  short: string;
}

/**
 * Returns the places of all clips by name. They are cached, because edits do not change names, and shortening thousands
 * of names is slow. Names lose the prefix and the suffix that all names in their folder share.
 */
export function placesOf(names: readonly string[]): ReadonlyMap<string, Place> {
  const folders = new Map<string, string[]>();
  for (const name of names) {
    const siblings = folders.get(folderOf(name));
    if (siblings) siblings.push(name);
    else folders.set(folderOf(name), [name]);
  }
  const places = new Map<string, Place>();
  for (const [folder, siblings] of folders) {
    const paths = pathsOf(folder);
    const shorten = shortener(siblings);
    for (const name of siblings) places.set(name, { paths, short: shorten(name) });
  }
  return places;
}

/** Puts clips below their folders. Clips of one folder must be adjacent in `rows`. */
export function tree(
  rows: readonly ClipRow[],
  folded: ReadonlySet<string>,
  places: ReadonlyMap<string, Place>,
): ListItem[] {
  const counts = new Map<string, { clips: number; finished: number }>();
  const placeOf = (row: ClipRow) => places.get(row.name) ?? { paths: [], short: row.name };
  for (const row of rows) {
    for (const above of placeOf(row).paths) {
      const count = counts.get(above) ?? { clips: 0, finished: 0 };
      counts.set(above, count);
      count.clips += 1;
      if (isFinished(row.state)) count.finished += 1;
    }
  }
  const items: ListItem[] = [];
  let last: readonly string[] = [];
  let shown: readonly string[] = [];
  let hidden = -1;
  for (const row of rows) {
    const { paths, short } = placeOf(row);
    if (paths !== last) {
      hidden = paths.findIndex((path) => folded.has(path));
      const before = shown;
      shown = hidden < 0 ? paths : paths.slice(0, hidden + 1);
      shown.forEach((path, depth) => {
        if (before[depth] === path) return;
        items.push({
          kind: "folder",
          key: folderKey(path),
          folder: path,
          title: path.slice(paths[depth - 1]?.length ?? 0, -1),
          depth,
          ...(counts.get(path) ?? { clips: 0, finished: 0 }),
          isFolded: folded.has(path),
        });
      });
      last = paths;
    }
    if (hidden < 0) items.push({ kind: "clip", key: row.name, row, short, depth: paths.length });
  }
  return items;
}

/** Returns a folder and the folders above it: `a/` and `a/b/` for `a/b/`. */
function pathsOf(folder: string): string[] {
  const paths: string[] = [];
  for (let at = folder.indexOf("/"); at >= 0; at = folder.indexOf("/", at + 1))
    paths.push(folder.slice(0, at + 1));
  return paths;
}

/** The number of clips in a folder from which the shared parts of their names are cut. */
const MIN_SIBLINGS = 3;
/** The number of characters from which a shared prefix is replaced with an ellipsis. */
const MIN_CUT = 4;

/**
 * Returns a function that cuts the parts that all names in a folder share: a prefix that ends at a separator, and the
 * extension.
 */
export function shortener(names: readonly string[]): (name: string) => string {
  const bases = names.map((name) => name.slice(folderOf(name).length));
  const [first = ""] = bases;
  if (bases.length < MIN_SIBLINGS) return (name) => name.slice(folderOf(name).length);
  let start = first.length;
  let stop = first.length;
  for (const base of bases) {
    let same = 0;
    while (same < start && base[same] === first[same]) same += 1;
    start = same;
    same = 0;
    while (same < stop && base.at(-1 - same) === first.at(-1 - same)) same += 1;
    stop = same;
  }
  // Cut at separators, because half a word is hard to read.
  start = Math.max(...[..."_-. "].map((mark) => first.lastIndexOf(mark, start - 1) + 1), 0);
  const ending = first.slice(first.length - stop);
  const dot = ending.indexOf(".");
  const cut = { start: start < MIN_CUT ? 0 : start, stop: dot < 0 ? 0 : ending.length - dot };
  return (name) => {
    const base = name.slice(folderOf(name).length);
    const left = base.slice(cut.start, base.length - cut.stop);
    if (left === "") return base;
    return cut.start > 0 ? `…${left}` : left;
  };
}
