import type { Frame } from "../worker/frameType";
import type { ControlInfo } from "../worker/messages";

/** How long a new value must last before it is shown, in seconds. */
export const STANDS_SECS = 0.3;
/** The minimum time a line about control is shown, in seconds. */
export const LINE_SECS = 0.8;
/** The maximum time an outdated value is shown, in seconds, even if its successors keep changing. */
export const STALE_SECS = 0.6;

/** Keeps a rapidly changing value legible. */
interface Steady<T> {
  /** Returns the value to show, given the current one. `isAtOnce` shows the current one without delay. */
  take(holds: T, secs: number, isAtOnce: boolean): T;
}

/**
 * Shows a value until another has lasted `STANDS_SECS`, or until it has been outdated for `STALE_SECS`. Times are
 * wall-clock times, because they are about reading speed.
 */
export function createSteady<T>(first: T): Steady<T> {
  let [shown, before] = [first, first];
  /** The time of the last change of the current value, and the last time the shown value was current. */
  let [since, held] = [0, 0];
  return {
    take(holds, secs, isAtOnce) {
      if (holds !== before) since = secs;
      before = holds;
      const isDue = secs - since >= STANDS_SECS || secs - held >= STALE_SECS;
      if (isAtOnce || isDue) shown = holds;
      if (shown === holds) held = secs;
      return shown;
    },
  };
}

/**
 * Holds the lines about control long enough to read: a reason is shown for at least `LINE_SECS`. The controlled
 * footballer changes immediately, together with the rings in the picture.
 */
export function createControlHold() {
  const humans = [0, 1].map((human) => ({
    reason: createSteady(""),
    next: createSteady<number | null>(null),
    reasonOf: null as number | null,
    nextOf: null as number | null,
    said: { human, who: null, was: null, reason: "", race: false } as ControlInfo,
    saidAt: Number.NEGATIVE_INFINITY,
  }));
  return {
    /** Returns the control information to show, given the current one. */
    reasons(list: readonly ControlInfo[], secs: number, isAtOnce: boolean): ControlInfo[] {
      return list.map((control) => {
        const held = humans[control.human];
        if (!held) return control;
        const { said } = held;
        // When a race for the ball starts or ends, the previous reason is wrong immediately.
        const isOther = held.reasonOf !== control.who || said.race !== control.race;
        held.reasonOf = control.who;
        const isNow = isAtOnce || isOther || !control.race;
        const reason = held.reason.take(control.reason, secs, isNow);
        const isSame =
          reason === said.reason && control.who === said.who && control.was === said.was;
        if (!isSame && (isNow || secs - held.saidAt >= LINE_SECS)) {
          held.said = { ...control, reason };
          held.saidAt = secs;
        }
        return held.said;
      });
    },
    /** Returns the footballer to mark as the next one of a human in this frame. */
    next(human: number, frame: Frame, secs: number, isAtOnce: boolean): number | null {
      const held = humans[human];
      if (!held) return null;
      const [who = null, next = null] = [frame.controlled[human], frame.next[human]];
      const isOther = held.nextOf !== who;
      held.nextOf = who;
      return held.next.take(next, secs, isAtOnce || isOther);
    },
  };
}
