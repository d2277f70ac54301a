import { createEffect, createSignal, on, onCleanup } from "solid-js";
import type { Operation } from "../api/types";
import { frameOf } from "../state/clock";
import { excludes } from "../state/exclusive";
import type { LabelPress } from "../state/labelKeys";
import type { Studio } from "../state/studio";
import { type Holds, type Now, press, rangesOf, release, travel } from "./holds";

/**
 * Tagging by keys: while a key is held, or from one press to the next, its tag is painted on the frames
 * that pass by. The key of an event adds it at the shown frame.
 */
export function createTagging(studio: Studio) {
  const { clock, timeline, preferences } = studio;
  const [holds, setHolds] = createSignal<Holds>([]);
  /** The clip of the tags that are being painted. */
  let clip: { name: string; frames: number } | undefined;

  /** The state of the clock at a moment, corrected for the user's lateness. */
  const at = (timeStamp: number): Now => ({
    place: clock.placeAt(timeStamp - preferences().lagMs),
    round: clock.range(),
    isPlaying: clock.isPlaying(),
  });
  const set = (next: Holds) => {
    setHolds(next);
    const name = clip?.name ?? "";
    timeline.setHeld(next.map((hold) => ({ clip: name, tag: hold.tag, ranges: rangesOf(hold) })));
  };
  const begin = (tag: string, now: Now) => {
    const name = studio.clip();
    // Labels that are still loading block nothing: the server refuses what is not allowed.
    const readOnly = studio.labels()?.readOnly;
    if (name === undefined) return;
    if (readOnly) {
      studio.notices.say({ kind: "error", text: readOnly });
      return;
    }
    clip = { name, frames: clock.frames() };
    timeline.setLane({ kind: "tag", name: tag });
    // In an exclusive group one tag ends where another begins, though its key is still down.
    for (const hold of holds()) if (excludes(studio.exclusive(), tag, hold.tag)) end(hold.tag, now);
    set(press(holds(), tag, now));
  };
  const end = (tag: string, now: Now) => {
    const ended = release(holds(), tag, now);
    set(ended.holds);
    if (!clip) return;
    const { name, frames } = clip;
    const operations = ended.ranges.map(({ start, stop }): Operation => {
      const last = Math.min(stop, frames);
      return { kind: "paint", tag, start: Math.min(start, last - 1), stop: last };
    });
    studio.editClips(`paint ${tag}`, [{ clip: name, operations }]);
  };
  /** Ends all holds at their last known positions. */
  const endAll = () => {
    for (const hold of holds())
      end(hold.tag, { place: hold.last, round: hold.round, isPlaying: hold.isPlaying });
  };
  const has = (tag: string) => holds().some((hold) => hold.tag === tag);
  const toggle = (tag: string, now: Now) => (has(tag) ? end(tag, now) : begin(tag, now));
  const addEvent = (event: string, now: Now) => {
    if (studio.clip() === undefined) return;
    const time = Math.min(frameOf(now.place.time), clock.frames() - 1);
    timeline.setLane({ kind: "event", name: event });
    studio.edit(`add ${event}`, [{ kind: "addEvent", event, time }]);
  };

  const hear = ({ label, kind, phase, timeStamp }: LabelPress) => {
    const now = at(timeStamp);
    if (kind === "event") {
      if (phase === "down") addEvent(label.name, now);
    } else if (preferences().tagging === "tap") {
      if (phase === "down") toggle(label.name, now);
    } else if (phase === "down") {
      begin(label.name, now);
    } else if (has(label.name)) {
      end(label.name, now);
    }
  };
  onCleanup(studio.onLabelKey(hear));

  createEffect(
    on([studio.clip, clock.time, clock.isPlaying], ([name, , isPlaying], before) => {
      if (holds().length === 0) return;
      if (name !== clip?.name) {
        const tags = holds().map(({ tag }) => tag);
        const last = Math.max(...holds().map((hold) => frameOf(hold.last.time)));
        endAll();
        studio.notices.say({
          kind: "news",
          text: `${tags.join(", ")} ended at frame ${last} of ${clip?.name}`,
          detail: "Another clip was opened.",
        });
        return;
      }
      const now = isPlaying
        ? at(performance.now())
        : { place: clock.place(), round: clock.range(), isPlaying: true };
      const hasPaused = !isPlaying && before?.[2] === true;
      // Someone who pauses looks at the frame: no correction for lateness.
      set(travel(holds(), hasPaused ? now : { ...now, isPlaying }));
      if (hasPaused) endAll();
    }),
  );
  // A mode that was left must not leave tags that no key ends.
  createEffect(on(() => preferences().tagging, endAll, { defer: true }));
  onCleanup(endAll);

  return {
    holds,
    has,
    toggle: (tag: string) => toggle(tag, at(performance.now())),
    addEvent: (event: string) => addEvent(event, at(performance.now())),
    /** Discards what is being painted. */
    cancel() {
      if (holds().length === 0) return false;
      set([]);
      return true;
    },
  };
}

export type Tagging = ReturnType<typeof createTagging>;
