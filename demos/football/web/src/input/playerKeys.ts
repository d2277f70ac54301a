import type { HumanInput } from "../stream/messages";

/** What a player does with keys or buttons. */
export type Action = "up" | "down" | "left" | "right" | Exclude<keyof HumanInput, "stick">;

/** A set of keys by their places on the keyboard, so that they lie alike in every layout. */
export type KeySet = Readonly<Record<string, Action>>;

/** Beside the letters that move, on the left half of the keyboard. */
export const LEFT_KEYS: KeySet = {
  KeyW: "up",
  KeyA: "left",
  KeyS: "down",
  KeyD: "right",
  ShiftLeft: "sprint",
  Space: "pass",
  KeyE: "through",
  KeyQ: "lob",
  KeyF: "shoot",
  KeyC: "tackle",
  KeyR: "switch",
};

/** Left of the arrows. */
export const RIGHT_KEYS: KeySet = {
  ArrowUp: "up",
  ArrowLeft: "left",
  ArrowDown: "down",
  ArrowRight: "right",
  ShiftRight: "sprint",
  KeyK: "pass",
  KeyL: "through",
  KeyJ: "lob",
  KeyI: "shoot",
  KeyM: "tackle",
  KeyO: "switch",
};

/** Names of actions, in the order in which they are listed. */
export const ACTION_NAMES: readonly (readonly [Action, string])[] = [
  ["pass", "Pass"],
  ["through", "Through ball"],
  ["lob", "Lob"],
  ["shoot", "Shoot"],
  ["tackle", "Tackle"],
  ["sprint", "Sprint"],
  ["switch", "Switch player"],
];

const NAMES: Record<string, string> = {
  Space: "Space",
  ShiftLeft: "Shift",
  ShiftRight: "Right Shift",
  ArrowUp: "↑",
  ArrowDown: "↓",
  ArrowLeft: "←",
  ArrowRight: "→",
};

/** What is printed on a key. */
export const keyName = (code: string) => NAMES[code] ?? code.replace(/^Key|^Digit/, "");

/** The keys of a human: alone, a human has both sets. */
export function keySetsOf(human: number, humans: number): KeySet[] {
  if (humans === 1) return [LEFT_KEYS, RIGHT_KEYS];
  return human === 0 ? [LEFT_KEYS] : [RIGHT_KEYS];
}

/** The key of an action. */
export const keyOf = (set: KeySet, action: Action): string =>
  keyName(Object.keys(set).find((code) => set[code] === action) ?? "");

export const AT_REST: HumanInput = {
  stick: [0, 0],
  sprint: false,
  pass: false,
  through: false,
  lob: false,
  shoot: false,
  tackle: false,
  switch: false,
};

/** What a human wants, by the keys that are held. Diagonals are no longer than straight ways. */
export function inputOf(held: ReadonlySet<string>, sets: readonly KeySet[]): HumanInput {
  const actions = new Set<Action>();
  for (const set of sets)
    for (const code of held) {
      const action = set[code];
      if (action) actions.add(action);
    }
  const axis = (less: Action, more: Action) =>
    Number(actions.has(more)) - Number(actions.has(less));
  const [x, z] = [axis("left", "right"), axis("up", "down")];
  const length = Math.hypot(x, z) || 1;
  const is = (action: Action) => actions.has(action);
  return {
    stick: [x / length, z / length],
    sprint: is("sprint"),
    pass: is("pass"),
    through: is("through"),
    lob: is("lob"),
    shoot: is("shoot"),
    tackle: is("tackle"),
    switch: is("switch"),
  };
}
