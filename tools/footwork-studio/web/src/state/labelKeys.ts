import type { Label } from "../api/types";

/** A press or release of a label's key. */
export interface LabelPress {
  label: Label;
  kind: "tag" | "event";
  phase: "down" | "up";
  /** The time of the press or release, in the time of `performance.now()`. */
  timeStamp: number;
}

type Handler = (press: LabelPress) => void;

/**
 * The held keys of labels. Each press is released exactly once: when its key is released, or when the page stops
 * receiving keys.
 */
export function createLabelKeys() {
  const handlers = new Set<Handler>();
  const held = new Map<string, Pick<LabelPress, "label" | "kind">>();
  const tell = (press: LabelPress) => {
    for (const handler of [...handlers]) handler(press);
  };
  const up = (code: string, timeStamp: number) => {
    const press = held.get(code);
    if (!press) return false;
    held.delete(code);
    tell({ ...press, phase: "up", timeStamp });
    return true;
  };

  return {
    /** Listens to presses and releases. Returns a function that ends this. */
    on(handler: Handler) {
      handlers.add(handler);
      return () => {
        handlers.delete(handler);
      };
    },
    /** Handles a press of the key at a position of the keyboard (`KeyboardEvent.code`). */
    down(code: string, press: Pick<LabelPress, "label" | "kind">, timeStamp: number) {
      if (held.has(code)) return;
      held.set(code, press);
      tell({ ...press, phase: "down", timeStamp });
    },
    /** Handles a release of the key at a position of the keyboard. Returns whether the key held a label. */
    up,
    /** Releases all held keys, because the page no longer receives keys. */
    release(timeStamp: number) {
      for (const code of [...held.keys()]) up(code, timeStamp);
    },
  };
}

export type LabelKeys = ReturnType<typeof createLabelKeys>;
