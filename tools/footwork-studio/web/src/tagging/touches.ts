import type { Now } from "./holds";

/** A tag's key pressed while paused that has painted nothing yet. */
interface Touch {
  tag: string;
  since: Now;
  timeStamp: number;
  timer: ReturnType<typeof setTimeout>;
}

/**
 * Keys of tags pressed while paused. A tap acts on the selection. A key becomes a hold, which paints, after it has been
 * down for some time or when the playhead moves.
 */
export function createTouches(host: {
  /** How long a key must be down to paint, in milliseconds. */
  shortestMs(): number;
  /** Called when a touch becomes a hold, with its start. */
  hold(tag: string, since: Now): void;
  /** Called when a key was only tapped. */
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
    /** Handles a release: a tap, unless the key was down long enough for a hold that a busy page notices only now. */
    up(tag: string, timeStamp: number) {
      const touch = touches.get(tag);
      if (!touch) return;
      if (timeStamp - touch.timeStamp >= host.shortestMs()) return hold(tag);
      take(tag);
      host.tap(tag);
    },
    /** Turns all held keys into holds, because the playhead moved. */
    holdAll() {
      [...touches.keys()].forEach(hold);
    },
    /** Forgets all pressed keys: they neither paint nor tap. */
    drop() {
      [...touches.keys()].forEach(take);
    },
  };
}
