import type { HumanInput } from "../worker/messages";
import { AT_REST } from "./playerKeys";

/** The deflection below which a stick counts as at rest. */
const DEAD = 0.2;

/** A gamepad as the browser reports it. */
export interface Pad {
  axes: readonly number[];
  buttons: readonly { pressed: boolean; value: number }[];
}

/** Returns the input of a gamepad with the standard layout. */
export function padInput(pad: Pad): HumanInput {
  const pressed = (button: number) => pad.buttons[button]?.pressed ?? false;
  const cross = (less: number, more: number) => Number(pressed(more)) - Number(pressed(less));
  let x = (pad.axes[0] ?? 0) + cross(14, 15);
  let z = (pad.axes[1] ?? 0) + cross(12, 13);
  const length = Math.hypot(x, z);
  const scale = length < DEAD ? 0 : Math.min((length - DEAD) / (1 - DEAD), 1) / length;
  // Round to steps, so that a trembling thumb is not a new input. Adding 0 turns -0 into 0.
  x = Math.round(x * scale * 32) / 32 + 0;
  z = Math.round(z * scale * 32) / 32 + 0;
  const over = Math.max(Math.hypot(x, z), 1);
  return {
    stick: [x / over, z / over],
    pass: pressed(0),
    lob: pressed(1),
    shoot: pressed(2),
    through: pressed(3),
    switch: pressed(4),
    sprint: pressed(5) || (pad.buttons[7]?.value ?? 0) > 0.4,
    tackle: pressed(6),
  };
}

/** The inputs that are buttons. */
const BUTTONS = ["sprint", "pass", "through", "lob", "shoot", "tackle", "switch"] as const;
export type Button = (typeof BUTTONS)[number];

/** Returns whether a button goes down or a stick leaves its rest position. */
export const goesDown = (before: HumanInput, now: HumanInput) =>
  BUTTONS.some((button) => now[button] && !before[button]) ||
  (Math.hypot(...now.stick) > 0 && Math.hypot(...before.stick) === 0);

/**
 * Returns an input without the muted buttons. With `areAll`, also mutes every pressed button. A muted button counts
 * again once it has been released.
 */
export function withoutMute(input: HumanInput, mute: Set<Button>, areAll: boolean): HumanInput {
  const result = { ...input };
  for (const button of BUTTONS) {
    if (!input[button]) mute.delete(button);
    else if (areAll) mute.add(button);
    if (mute.has(button)) result[button] = false;
  }
  return result;
}

/** Combines the inputs of the keyboard and of a gamepad. */
export function merged(a: HumanInput, b: HumanInput): HumanInput {
  const stick = Math.hypot(...a.stick) >= Math.hypot(...b.stick) ? a.stick : b.stick;
  const result: HumanInput = { ...AT_REST, stick };
  for (const button of BUTTONS) result[button] = a[button] || b[button];
  return result;
}

export const isSame = (a: HumanInput, b: HumanInput) => JSON.stringify(a) === JSON.stringify(b);
