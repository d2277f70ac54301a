import type { Now } from "./holds";

/** A press of a tag's key while paused that has not painted yet. */
interface Touch {
  tag: string;
  since: Now;
  timeStamp: number;
  timer: ReturnType<typeof setTimeout>;
}

/**
 * Presses of tags' keys while paused. A tap acts on the selection. A press becomes a hold, which paints, once the key
 * has been down for `shortestMs` or the playhead moves.
 */
export function createTouches(host: {
  /** How long a key must be down to paint, in milliseconds. */
  shortestMs(): number;
  /** Called when a press becomes a hold, with the clock at the press. */
  hold(tag: string, since: Now): void;
  /** Called when a key was tapped. */
  tap(tag: string): void;
}) {
  const touches = new Map<string, Touch>();
  const take = (tag: string) => {
    const touch = touches.get(tag);
    clearTimeout(touch?.timer);
    touches.delete(tag);
    return touch;
  };
  const hold = (tag: string) => {
    const touch = take(tag);
    if (touch) host.hold(tag, touch.since);
  };
  return {
    down(tag: string, since: Now, timeStamp: number) {
      take(tag);
      const timer = setTimeout(() => hold(tag), host.shortestMs());
      touches.set(tag, { tag, since, timeStamp, timer });
    },
    /**
     * Handles a release. This is a tap, unless the key was down long enough for a hold that a busy page has not
     * noticed.
     */
    up(tag: string, timeStamp: number) {
      const touch = touches.get(tag);
      if (!touch) return;
      if (timeStamp - touch.timeStamp >= host.shortestMs()) return hold(tag);
      take(tag);
      host.tap(tag);
    },
    /** Turns all pressed keys into holds, because the playhead moved. */
    holdAll() {
      [...touches.keys()].forEach(hold);
    },
    /** Forgets all pressed keys, so that they neither paint nor count as taps. */
    drop() {
      [...touches.keys()].forEach(take);
    },
  };
}
