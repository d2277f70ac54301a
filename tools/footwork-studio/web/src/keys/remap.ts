import { defaultKeys, type Keymap, type Target } from "../state/keymap";

type Chosen = Record<string, string[]>;

/** Returns why a key cannot be chosen; `undefined` if it can be. */
export function refusal(key: string, isOfLabel: boolean): string | undefined {
  if (/^Alt\+Arrow/.test(key)) return "Browsers use Alt with an arrow to go back a page.";
  if (/^Mod\+(Shift\+)?[wtn]$/.test(key)) return "Browsers reserve this key.";
  if (/^(Shift\+)?Tab$/.test(key)) return "Tab moves between the parts of the page.";
  if (key === "?" || key === "Escape") return "The studio reserves this key.";
  if (isOfLabel && key.startsWith("Mod+")) return "Keys of labels cannot use Ctrl.";
  return undefined;
}

/**
 * Returns the user's keys after assigning `keys` to one command or label. Other commands and labels lose these keys.
 */
export function withKeys(chosen: Chosen, id: string, keys: readonly string[]): Chosen {
  const others = Object.entries(chosen).map(([other, own]): [string, string[]] => [
    other,
    own.filter((key) => !keys.includes(key)),
  ]);
  return { ...Object.fromEntries(others), [id]: [...keys] };
}

/** Returns the user's keys after resetting one command or label to its default. */
export function withoutKeys(chosen: Chosen, id: string): Chosen {
  const { [id]: _, ...others } = chosen;
  return others;
}

/** The order of the groups in the list of keys; other groups come at the end. */
const GROUPS = [
  "Playing",
  "Tagging",
  "Proposals",
  "Timeline",
  "Editing labels",
  "Editing",
  "Query",
  "Clips",
  "View",
  "Page",
];

/** A group of the list of keys. */
export interface KeyGroup {
  title: string;
  rows: KeyRow[];
}

export interface KeyRow {
  target: Target;
  title: string;
  /** The keys that currently run the command or label. */
  keys: readonly string[];
  isChanged: boolean;
  /** The chosen or default keys that run another command or label instead. */
  lost: { key: string; to: Target }[];
}

export const titleOf = (target: Target) =>
  target.kind === "command" ? target.command.title : target.label.name;

/** Returns the commands and labels whose name, group or keys contain every searched word, by group. */
export function groupKeys(keymap: Keymap, chosen: Chosen, search: string): KeyGroup[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const groups = new Map<string, KeyRow[]>();
  // Commands come first, because they are the same in every library.
  const rank = (target: Target) => (target.kind === "command" ? 0 : target.kind === "tag" ? 1 : 2);
  const targets = [...keymap.targets].sort((a, b) => rank(a) - rank(b));
  for (const target of targets) {
    const group =
      target.kind === "command" ? target.command.group : target.kind === "tag" ? "Tags" : "Events";
    const keys = keymap.keysOf(target.id);
    const title = titleOf(target);
    const text = `${title} ${group} ${keys.join(" ")}`.toLowerCase();
    if (!words.every((word) => text.includes(word))) continue;
    const wanted = chosen[target.id] ?? defaultKeys(target);
    const lost = wanted
      .filter((key) => !keys.includes(key))
      .flatMap((key) => {
        const mode = target.kind === "command" ? target.command.mode : undefined;
        const to = keymap.targetOf(key, mode);
        return to ? [{ key, to }] : [];
      });
    const row = { target, title, keys, isChanged: chosen[target.id] !== undefined, lost };
    groups.set(group, [...(groups.get(group) ?? []), row]);
  }
  const place = (title: string) => {
    const at = GROUPS.indexOf(title);
    return at < 0 ? GROUPS.length : at;
  };
  return [...groups]
    .map(([title, rows]) => ({ title, rows }))
    .sort((a, b) => place(a.title) - place(b.title));
}
