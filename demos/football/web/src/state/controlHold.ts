import type { Frame } from "../stream/frameType";
import type { ControlInfo } from "../stream/messages";

/** What is new is shown once it has stood for so long, in seconds. */
export const STANDS_SECS = 0.3;
/** A line about control stands at least so long, in seconds, before another replaces it. */
export const LINE_SECS = 0.8;
/** What no longer holds is shown no longer than this, however often the new changes. */
export const STALE_SECS = 0.6;

/** Keeps what changes from moment to moment legible. */
interface Steady<T> {
  /** What to show, now that this holds; `isAtOnce` if what was shown would be wrong from now on. */
  take(holds: T, secs: number, isAtOnce: boolean): T;
}

/**
 * Shows a value until another has stood for `STANDS_SECS`, or until it has not held for `STALE_SECS`. Times are those of the
 * wall, as it is about reading.
 */
export function createSteady<T>(first: T): Steady<T> {
  let [shown, before] = [first, first];
  /** When the value last became what it is, and when the shown one last held. */
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
 * Holds what is said of control, so that it can be read: a reason stands for `LINE_SECS`. Whom one has and who is next belong to
 * the picture, and change at once with the rings.
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
    /** What to say of control, now that this holds. */
    reasons(list: readonly ControlInfo[], secs: number, isAtOnce: boolean): ControlInfo[] {
      return list.map((control) => {
        const held = humans[control.human];
        if (!held) return control;
        const { said } = held;
        // Where nobody runs for the ball, what was said of that is wrong at once, and the other way round.
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
    /** Who is marked as the next of a human in this frame. */
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
