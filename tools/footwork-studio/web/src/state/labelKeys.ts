import type { Label } from "../api/types";

/** A label's key went down, or up again. */
export interface LabelPress {
  label: Label;
  kind: "tag" | "event";
  phase: "down" | "up";
  /** When, as `performance.now()` says it. */
  timeStamp: number;
}

type Handler = (press: LabelPress) => void;

/**
 * The keys of labels that are down now. Each press goes up exactly once: by its key, or for all at
 * once where the page cannot hear of keys any more.
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
    /** Hears of presses until what it returns is called. */
    on(handler: Handler) {
      handlers.add(handler);
      return () => {
        handlers.delete(handler);
      };
    },
    /** The key at a place of the keyboard (`KeyboardEvent.code`) went down. */
    down(code: string, press: Pick<LabelPress, "label" | "kind">, timeStamp: number) {
      if (held.has(code)) return;
      held.set(code, press);
      tell({ ...press, phase: "down", timeStamp });
    },
    /** The key at a place of the keyboard went up; whether a label was held with it. */
    up,
    /** All keys went up: the page does not hear of keys any more. */
    release(timeStamp: number) {
      for (const code of [...held.keys()]) up(code, timeStamp);
    },
  };
}

export type LabelKeys = ReturnType<typeof createLabelKeys>;
