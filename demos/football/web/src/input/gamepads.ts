import type { HumanInput } from "../stream/messages";
import { AT_REST } from "./playerKeys";

/** Below this a stick is at rest. */
const DEAD = 0.2;

/** A gamepad as the browser reports it. */
export interface Pad {
  axes: readonly number[];
  buttons: readonly { pressed: boolean; value: number }[];
}

/** What a gamepad of the standard layout says. */
export function padInput(pad: Pad): HumanInput {
  const pressed = (button: number) => pad.buttons[button]?.pressed ?? false;
  const cross = (less: number, more: number) => Number(pressed(more)) - Number(pressed(less));
  let x = (pad.axes[0] ?? 0) + cross(14, 15);
  let z = (pad.axes[1] ?? 0) + cross(12, 13);
  const length = Math.hypot(x, z);
  const scale = length < DEAD ? 0 : Math.min((length - DEAD) / (1 - DEAD), 1) / length;
  // In steps, so that a trembling thumb is no new input; and zero without a sign.
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

/** What is a button, and no stick. */
const BUTTONS = ["sprint", "pass", "through", "lob", "shoot", "tackle", "switch"] as const;
export type Button = (typeof BUTTONS)[number];

/** Whether something is pressed that was not held before: a button, or a stick that was at rest. */
export const goesDown = (before: HumanInput, now: HumanInput) =>
  BUTTONS.some((button) => now[button] && !before[button]) ||
  (Math.hypot(...now.stick) > 0 && Math.hypot(...before.stick) === 0);

/**
 * An input without the buttons that are mute; if all are, so are those that go down now. A muted button counts again once it
 * has been released.
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

/** Both inputs at once: the keyboard's and a gamepad's. */
export function merged(a: HumanInput, b: HumanInput): HumanInput {
  const stick = Math.hypot(...a.stick) >= Math.hypot(...b.stick) ? a.stick : b.stick;
  const result: HumanInput = { ...AT_REST, stick };
  for (const button of BUTTONS) result[button] = a[button] || b[button];
  return result;
}

export const isSame = (a: HumanInput, b: HumanInput) => JSON.stringify(a) === JSON.stringify(b);
