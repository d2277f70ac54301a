import type { Now } from "./holds";

/** The key of a tag that went down while paused, and has painted nothing yet. */
interface Touch {
  tag: string;
  since: Now;
  timeStamp: number;
  timer: ReturnType<typeof setTimeout>;
}

/**
 * Keys of tags pressed while paused. A tap is about what is selected. A key becomes a hold, which paints, once it has been
 * down for some time, or the playhead moves.
 */
export function createTouches(host: {
  /** How long a key must be down to paint, in milliseconds. */
  shortestMs(): number;
  /** A touch became a hold that began then. */
  hold(tag: string, since: Now): void;
  /** A key was only tapped. */
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
    /** The key is up: a tap, unless a busy page has only now come to see that it was a hold. */
    up(tag: string, timeStamp: number) {
      const touch = touches.get(tag);
      if (!touch) return;
      if (timeStamp - touch.timeStamp >= host.shortestMs()) return hold(tag);
      take(tag);
      host.tap(tag);
    },
    /** The playhead moved: all held keys paint. */
    holdAll() {
      [...touches.keys()].forEach(hold);
    },
    /** Forgets them: they neither paint nor tap. */
    drop() {
      [...touches.keys()].forEach(take);
    },
  };
}
