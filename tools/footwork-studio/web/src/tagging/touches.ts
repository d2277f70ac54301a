import type { Now } from "./holds";

/** The key of a tag that went down while paused or typing, and has painted nothing yet. */
interface Touch {
  tag: string;
  since: Now;
  timeStamp: number;
  isTyped: boolean;
  timer: ReturnType<typeof setTimeout>;
}

/** How long no other key may be pressed before and after a tap, in milliseconds: a run of keys is typing. */
const ALONE_MS = 300;

/**
 * Keys of tags pressed while paused. One that is soon up again is no wish to paint a frame: somebody
 * typed a word, or means what is selected, which a tap alone says. It becomes a hold once it has been
 * down for some time, or the playhead moves; within a word only time counts, since letters such as `l` play.
 */
export function createTouches(host: {
  /** How long a key must be down to paint, in milliseconds. */
  shortestMs(): number;
  /** A touch became a hold that began then. */
  hold(tag: string, since: Now): void;
  /** A key was only tapped, and no other key with it. */
  tap(tag: string): void;
}) {
  const touches = new Map<string, Touch>();
  let tapping: ReturnType<typeof setTimeout> | undefined;
  let lastKey = Number.NEGATIVE_INFINITY;
  let isRun = false;
  /** Whether the last run began while paused: while playing, keys follow each other fast to tag. */
  let isOfPause = false;
  const isTyping = (timeStamp: number) => isRun && isOfPause && timeStamp - lastKey < ALONE_MS;
  const take = (tag: string) => {
    const touch = touches.get(tag);
    clearTimeout(touch?.timer);
    touches.delete(tag);
    return touch;
  };
  const arm = (tag: string) => {
    const touch = take(tag);
    if (touch) host.hold(tag, touch.since);
  };
  return {
    /** The key of a letter went down, before what it does: a tap just before it was part of a run. */
    heard(timeStamp: number, isPlaying: boolean) {
      clearTimeout(tapping);
      isRun = timeStamp - lastKey < ALONE_MS;
      if (!isRun) isOfPause = !isPlaying;
      lastKey = timeStamp;
    },
    /** Space went down: between two words, it does not end the run. */
    heardSpace(timeStamp: number) {
      if (isRun && timeStamp - lastKey < ALONE_MS) lastKey = timeStamp;
    },
    /** Whether a key pressed then belongs to words that somebody began to type while paused. */
    isTyping,
    down(tag: string, since: Now, timeStamp: number) {
      take(tag);
      const timer = setTimeout(() => arm(tag), host.shortestMs());
      touches.set(tag, { tag, since, timeStamp, isTyped: isTyping(timeStamp), timer });
    },
    /** The key is up: a tap, unless a busy page has only now come to see that it was a hold. */
    up(tag: string, timeStamp: number) {
      const touch = touches.get(tag);
      if (!touch) return;
      if (timeStamp - touch.timeStamp >= host.shortestMs()) return arm(tag);
      take(tag);
      if (!isRun) tapping = setTimeout(() => host.tap(tag), ALONE_MS);
    },
    /** The playhead moved: all keys that are down paint, unless they are typed. */
    armAll() {
      for (const { tag, isTyped } of [...touches.values()]) if (!isTyped) arm(tag);
    },
    /** Forgets them: they neither paint nor tap. */
    drop() {
      clearTimeout(tapping);
      [...touches.keys()].forEach(take);
    },
  };
}
