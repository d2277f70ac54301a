import type { Label } from "../api/types";

/** A label's key went down, or up again. */
export interface LabelPress {
  label: Label;
  kind: "tag" | "event";
  phase: "down" | "up";
  /** The time, from `performance.now()`. */
  timeStamp: number;
}

type Handler = (press: LabelPress) => void;

/**
 * The label keys held down. Each press is released exactly once: by its key, or with
 * all others when the page stops receiving keys.
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
    /** Listens to presses until the returned function is called. */
    on(handler: Handler) {
      handlers.add(handler);
      return () => {
        handlers.delete(handler);
      };
    },
    /** The key at a position of the keyboard (`KeyboardEvent.code`) went down. */
    down(code: string, press: Pick<LabelPress, "label" | "kind">, timeStamp: number) {
      if (held.has(code)) return;
      held.set(code, press);
      tell({ ...press, phase: "down", timeStamp });
    },
    /** The key at a position of the keyboard went up; returns whether it held a label. */
    up,
    /** All keys went up: the page no longer hears keys. */
    release(timeStamp: number) {
      for (const code of [...held.keys()]) up(code, timeStamp);
    },
  };
}

export type LabelKeys = ReturnType<typeof createLabelKeys>;
