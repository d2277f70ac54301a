import type { Label } from "../api/types";

/** An action for a key, a button or the list of keys. */
export interface Command {
  /** A stable id such as `play.toggle`, by which preferences store the command's keys. */
  id: string;
  /** A title such as `Play or pause`. */
  title: string;
  /** The group in the list of keys, such as `Playing`. */
  group: string;
  /** The default keys, in the form that `keyOf` returns. */
  keys: string[];
  /**
   * Whether the command repeats while its key is held, as stepping and moving do. Other commands run once per press.
   */
  repeats?: boolean;
  /** Whether the command changes labels. If so, a key that types text runs it only while tagging is armed. */
  edits?: boolean;
  /**
   * The mode in which the command's keys work. In that mode they take precedence over the keys of all other commands.
   */
  mode?: Mode;
  run(): void;
  /** Replaces `run`: `press` is called when the key is pressed and 30 times per second while it is held, `end` on its release. */
  hold?: { press(): void; end(): void };
}

/** A mode of the page that has its own keys: deciding about proposals. */
export type Mode = "proposals";

/** Makes the commands of a group. */
export const commandsOf =
  (group: string) =>
  (id: string, title: string, keys: string[], run: () => void, how?: "repeats"): Command => ({
    id,
    title,
    group,
    keys,
    repeats: how === "repeats",
    run,
  });

/**
 * Returns whether a key press runs a command. A held key sends repeated presses, which run only commands that repeat.
 */
export const isForKey = ({ repeats = false }: Command, isRepeat: boolean) => repeats || !isRepeat;

/** A command or a label that can have a key. */
export type Target =
  | { kind: "command"; id: string; command: Command }
  | { kind: "tag" | "event"; id: string; label: Label };

/** A key that several commands or labels claim. The first of them gets it. */
export interface Conflict {
  key: string;
  winner: Target;
  losers: Target[];
}

/** What every key does now. */
export interface Keymap {
  targetOf(key: string, mode?: Mode): Target | undefined;
  /** Returns the current keys of a command by its id, or of a label by `labelId`. */
  keysOf(id: string): readonly string[];
  /** Everything that can have a key: tags, events and commands. */
  targets: readonly Target[];
  /** The keys with several claims by the user's choices or the library. */
  conflicts: readonly Conflict[];
}

/** Returns the id by which preferences store the keys of a label. */
export const labelId = (kind: "tag" | "event", name: string) => `${kind}:${name}`;

/** Assigns each key to one of its claimants: to the user's choice, else to a label, else to a command. */
export function mapKeys(
  commands: readonly Command[],
  tags: readonly Label[],
  events: readonly Label[],
  chosen: Record<string, string[]>,
): Keymap {
  const labels = [
    ...tags.map((label) => labelTarget("tag", label)),
    ...events.map((label) => labelTarget("event", label)),
  ];
  const targets: Target[] = [
    ...labels,
    ...commands.map((command) => ({ kind: "command" as const, id: command.id, command })),
  ];
  const inMode = ({ kind, ...target }: Target) =>
    kind === "command" && "command" in target && target.command.mode !== undefined;
  const general = assign(
    targets.filter((target) => !inMode(target)),
    chosen,
  );
  const own = assign(targets.filter(inMode), chosen);
  return {
    targetOf: (key, mode) => (mode && own.byKey.get(key)) ?? general.byKey.get(key),
    keysOf: (id) => own.byId.get(id) ?? general.byId.get(id) ?? [],
    targets,
    conflicts: [...general.conflicts, ...own.conflicts],
  };
}

/** Assigns each key to one of the targets that work in the same mode. */
function assign(targets: readonly Target[], chosen: Record<string, string[]>) {
  const wanted = new Map<string, { target: Target; rank: number }[]>();
  for (const target of targets) {
    const own = chosen[target.id];
    const keys = own ?? defaultKeys(target);
    const rank = own ? 0 : target.kind === "command" ? 2 : 1;
    for (const key of keys) {
      // A label cannot take a key that a command needs in every library.
      if (target.kind !== "command" && isReserved(key)) continue;
      wanted.set(key, [...(wanted.get(key) ?? []), { target, rank }]);
    }
  }
  const byKey = new Map<string, Target>();
  const byId = new Map<string, string[]>();
  const conflicts: Conflict[] = [];
  for (const [key, all] of wanted) {
    const [first, ...rest] = [...all].sort((a, b) => a.rank - b.rank);
    if (!first) continue;
    byKey.set(key, first.target);
    byId.set(first.target.id, [...(byId.get(first.target.id) ?? []), key]);
    // A label takes precedence over a command's default key without a warning, so that libraries can use any letter.
    const losers = rest.filter(({ rank }) => rank < 2 || first.rank === 2 || first.rank === 0);
    if (losers.length > 0)
      conflicts.push({ key, winner: first.target, losers: losers.map(({ target }) => target) });
  }
  return { byKey, byId, conflicts };
}

/** Returns the keys of a command or label before any choice of the user. */
export function defaultKeys(target: Target): readonly string[] {
  if (target.kind === "command") return target.command.keys;
  return target.label.key === null ? [] : [keyNamed(target.label.key)];
}

const labelTarget = (kind: "tag" | "event", label: Label): Target => ({
  kind,
  id: labelId(kind, label.name),
  label,
});

/** Returns whether the key cannot be given to a label. */
const isReserved = (key: string) => key === "?" || key === "Escape" || key.startsWith("Mod+");

/** Returns a key of `footwork.toml` in the form of `keyOf`: `Shift+w` for `W`, `Space` for a space. */
export function keyNamed(key: string): string {
  if (key === " ") return "Space";
  const isUpper = key.length === 1 && key !== key.toLowerCase();
  return isUpper ? `Shift+${key.toLowerCase()}` : key;
}

const IS_MAC = typeof navigator !== "undefined" && navigator.platform?.startsWith("Mac") === true;

/** Formats a key for display: `Shift ←`, `Ctrl Z`, `W`, and on a Mac `⌘ Z`. */
export function showKey(key: string, isMac = IS_MAC): string {
  const parts = key.endsWith("++") ? [...key.slice(0, -2).split("+"), "+"] : key.split("+");
  if (key === "+") return "+";
  return parts.map((part) => (part === "Mod" ? (isMac ? "⌘" : "Ctrl") : nameKey(part))).join(" ");
}

const NAMES: Record<string, string> = {
  ArrowLeft: "←",
  ArrowRight: "→",
  ArrowUp: "↑",
  ArrowDown: "↓",
  PageUp: "Page Up",
  PageDown: "Page Down",
  Escape: "Esc",
  Delete: "Del",
};

const nameKey = (part: string) =>
  NAMES[part] ?? (part.length === 1 ? part.toLocaleUpperCase("en") : part);

/**
 * Returns the name of a pressed key with its modifiers: `a`, `Shift+ArrowLeft`, `Mod+z`, `?`. `Mod` is Ctrl, or Cmd on
 * a Mac. `Shift` appears only if the character does not imply it.
 */
export function keyOf(event: KeyboardEvent, mode?: Mode): string {
  // In a mode, digits number the proposals of a grid. They work on every keyboard, even if it needs Shift for digits.
  const digit = mode && !event.altKey ? /^Digit(\d)$/.exec(event.code)?.[1] : undefined;
  if (digit && !event.ctrlKey && !event.metaKey) return `${event.shiftKey ? "Shift+" : ""}${digit}`;
  const { key } = event;
  const mod = event.ctrlKey || event.metaKey ? "Mod+" : "";
  const alt = event.altKey ? "Alt+" : "";
  const isLetter = key.length === 1 && key.toLowerCase() !== key.toUpperCase();
  const isNamed = key.length > 1 || key === " ";
  const shift = event.shiftKey && (isLetter || isNamed) ? "Shift+" : "";
  const name = key === " " ? "Space" : isLetter ? key.toLowerCase() : key;
  return `${mod}${alt}${shift}${name}`;
}

/** Returns whether key presses currently go to a text field, a list of choices or a slider instead of the studio. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  const takesKeys =
    "input:not([type=checkbox], [type=radio], [type=button]), textarea, select, dialog, [role=dialog], [role=dialog] *";
  return target.isContentEditable || target.matches(takesKeys);
}
