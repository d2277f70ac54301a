import type { HumanInput } from "../worker/messages";

/** An action that a player takes with a key or a button. */
export type Action = "up" | "down" | "left" | "right" | Exclude<keyof HumanInput, "stick">;

/** A set of keys by their places on the keyboard, independent of its layout. */
export type KeySet = Readonly<Record<string, Action>>;

/** The set on the left half of the keyboard, next to W A S D. */
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

/** The set to the left of the arrow keys. */
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

/** Names of the actions, in the order of the key list. */
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

/** Returns the label printed on a key. */
export const keyName = (code: string) => NAMES[code] ?? code.replace(/^Key|^Digit/, "");

/** Returns the key sets of a human. A single human has both. */
export function keySetsOf(human: number, humans: number): KeySet[] {
  if (humans === 1) return [LEFT_KEYS, RIGHT_KEYS];
  return human === 0 ? [LEFT_KEYS] : [RIGHT_KEYS];
}

/** Returns the key of an action. */
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

/** Returns the input of a human for the held keys. Diagonals are no longer than straight directions. */
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
