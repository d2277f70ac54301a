/** A thing that a key, a button or the list of keys can do. */
export interface Command {
  /** `play.toggle`: stable, as preferences keep keys by it. */
  id: string;
  /** `Play or pause`. */
  title: string;
  /** Where the list of keys shows it: `Playing`. */
  group: string;
  /** Keys by default, as `keyOf` writes them. */
  keys: string[];
  run(): void;
}

/**
 * How a key with its modifiers is called: `a`, `Shift+ArrowLeft`, `Mod+z`, `?`. `Mod` is Ctrl, and
 * on a Mac Cmd. Shift is named only where the character does not tell.
 */
export function keyOf(event: KeyboardEvent): string {
  const { key } = event;
  const mod = event.ctrlKey || event.metaKey ? "Mod+" : "";
  const alt = event.altKey ? "Alt+" : "";
  const isLetter = key.length === 1 && key.toLowerCase() !== key.toUpperCase();
  const isNamed = key.length > 1 || key === " ";
  const shift = event.shiftKey && (isLetter || isNamed) ? "Shift+" : "";
  const name = key === " " ? "Space" : isLetter ? key.toLowerCase() : key;
  return `${mod}${alt}${shift}${name}`;
}

/** Whether keys now go into a text, a list of choices or a slider rather than to the studio. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.matches("input, textarea, select, [role=dialog] *");
}
