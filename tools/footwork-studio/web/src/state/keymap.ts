import type { Label } from "../api/types";

/** An action for a key, a button or the list of keys. */
export interface Command {
  /** A stable id such as `play.toggle`, by which preferences store keys. */
  id: string;
  /** A title such as `Play or pause`. */
  title: string;
  /** Its group in the list of keys: `Playing`. */
  group: string;
  /** Default keys, in the form of `keyOf`. */
  keys: string[];
  /** Whether it repeats while its key is held, like stepping and moving. Others run once. */
  repeats?: boolean;
  /** Whether it changes labels. If so, a text key runs it only while tagging is armed. */
  edits?: boolean;
  /** The mode in which its keys work; in that mode they take precedence over those of all other commands. */
  mode?: Mode;
  run(): void;
  /** Replaces `run`: `press` is called when the key is pressed and 30 times per second while it is held, `end` on its release. */
  hold?: { press(): void; end(): void };
}

/** A mode of the page with keys of its own: deciding about proposals. */
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

/** Whether a key press runs a command: a held key sends repeated presses. */
export const isForKey = ({ repeats = false }: Command, isRepeat: boolean) => repeats || !isRepeat;

/** A command or a label that can have a key. */
export type Target =
  | { kind: "command"; id: string; command: Command }
  | { kind: "tag" | "event"; id: string; label: Label };

/** A key with several claims: the first one gets it. */
export interface Conflict {
  key: string;
  winner: Target;
  losers: Target[];
}

/** The current meaning of every key. */
export interface Keymap {
  targetOf(key: string, mode?: Mode): Target | undefined;
  /** The current keys: of a command by its id, of a label by `labelId`. */
  keysOf(id: string): readonly string[];
  /** Everything that can have a key: tags, events and commands. */
  targets: readonly Target[];
  /** Keys with several claims made by the user or the library. */
  conflicts: readonly Conflict[];
}

/** The id by which preferences store the keys of a label. */
export const labelId = (kind: "tag" | "event", name: string) => `${kind}:${name}`;

/** Assigns each key: the user's choices first, then labels, then commands. */
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

/** Assigns each key to one of the targets that work at the same time. */
function assign(targets: readonly Target[], chosen: Record<string, string[]>) {
  const wanted = new Map<string, { target: Target; rank: number }[]>();
  for (const target of targets) {
    const own = chosen[target.id];
    const keys = own ?? defaultKeys(target);
    const rank = own ? 0 : target.kind === "command" ? 2 : 1;
    for (const key of keys) {
      // Labels cannot take keys that a command needs in every library.
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
    // Labels take precedence over default keys of commands without a warning, so libraries can use any letter.
    const losers = rest.filter(({ rank }) => rank < 2 || first.rank === 2 || first.rank === 0);
    if (losers.length > 0)
      conflicts.push({ key, winner: first.target, losers: losers.map(({ target }) => target) });
  }
  return { byKey, byId, conflicts };
}

/** The keys of a command or label without a choice of the user. */
export function defaultKeys(target: Target): readonly string[] {
  if (target.kind === "command") return target.command.keys;
  return target.label.key === null ? [] : [keyNamed(target.label.key)];
}

const labelTarget = (kind: "tag" | "event", label: Label): Target => ({
  kind,
  id: labelId(kind, label.name),
  label,
});

/** Returns whether labels cannot have this key. */
const isReserved = (key: string) => key === "?" || key === "Escape" || key.startsWith("Mod+");

/** A key of `footwork.toml` in the form of `keyOf`: `W` is `Shift+w`, a space is `Space`. */
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
 * The name of a key with its modifiers: `a`, `Shift+ArrowLeft`, `Mod+z`, `?`. `Mod` is Ctrl, or
 * Cmd on a Mac. Shift appears only if the character does not imply it.
 */
export function keyOf(event: KeyboardEvent, mode?: Mode): string {
  // Digits number the proposals of a grid on every keyboard, also those that need Shift for a digit.
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

/** Returns whether keys now go to a text, a list of choices or a slider instead of the studio. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  const takesKeys =
    "input:not([type=checkbox], [type=radio], [type=button]), textarea, select, dialog, [role=dialog], [role=dialog] *";
  return target.isContentEditable || target.matches(takesKeys);
}
