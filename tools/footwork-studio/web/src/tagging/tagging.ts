import { createEffect, createMemo, createSignal, on, onCleanup } from "solid-js";
import type { Operation } from "../api/types";
import { frameOf } from "../state/clock";
import { excludes } from "../state/exclusive";
import { labelId } from "../state/keymap";
import type { LabelPress } from "../state/labelKeys";
import type { Studio } from "../state/studio";
import { commitChange } from "../timeline/commitChange";
import { relabel, selectEvent, selectSpan, spansOf } from "../timeline/edits";
import {
  type Hold,
  type Holds,
  hasWrapped,
  isStill,
  type Now,
  press,
  rangesOf,
  release,
  travel,
  union,
} from "./holds";
import { createTouches } from "./touches";

/**
 * How long a hold stays open after the end of playback, in milliseconds: the browser may deliver the release of its key
 * late, although the user released the key before that end.
 */
const HEARD_LATE_MS = 100;

/**
 * Tagging with keys. While a key is held, or between two presses in the other mode, its tag is painted on the passing
 * frames. While paused, a short press gives its tag to the selected spans. The key of an event adds it at the shown
 * frame.
 */
export function createTagging(studio: Studio) {
  const { clock, timeline, preferences } = studio;
  const [holds, setHolds] = createSignal<Holds>([]);
  // Memoized, because each edit changes other preferences: it pins the lane of its label.
  const mode = createMemo(() => preferences().tagging);
  /** The clip that the current holds paint. */
  let clip: { name: string; frames: number } | undefined;

  /** The delay of the screen at the press of each held key, in milliseconds. */
  const delays = new Map<string, number>();

  /** Returns the clock at a time, corrected for the user's reaction time and for up to `maxDelayMs` of screen delay. */
  const at = (timeStamp: number, maxDelayMs = Number.POSITIVE_INFINITY): Now => {
    const round = clock.range();
    if (!clock.isPlayingAt(timeStamp)) return { place: clock.place(), round, isPlaying: false };
    const meant = timeStamp - preferences().lagMs;
    const place = clock.placeAt(meant - Math.min(clock.delayAt(meant), maxDelayMs));
    return { place, round, isPlaying: true };
  };
  /** Returns the corrected clock at a press. In a loop, it is never before the start of the current round. */
  const pressedAt = (tag: string, timeStamp: number): Now => {
    delays.set(tag, clock.delayAt(timeStamp - preferences().lagMs));
    const now = at(timeStamp);
    const here = clock.placeAt(timeStamp - clock.delayAt(timeStamp));
    if (here.lap === now.place.lap) return now;
    const time = clock.isBackward() ? now.round.stop : now.round.start;
    return { ...now, place: { ...here, time } };
  };
  /**
   * Returns the corrected clock at a release. Screen delay beyond that at the press is ignored, so that a stalled
   * screen does not shorten the hold.
   */
  const releasedAt = (tag: string, timeStamp: number) => at(timeStamp, delays.get(tag));
  const say = (text: string) => studio.notices.say({ kind: "news", text });
  const set = (next: Holds) => {
    setHolds(next);
    if (next.some(isOver)) late ??= setTimeout(endOver, HEARD_LATE_MS);
    const name = clip?.name ?? "";
    timeline.setHeld(next.map((hold) => ({ clip: name, tag: hold.tag, ranges: rangesOf(hold) })));
  };
  const begin = (tag: string, now: Now) => {
    const name = studio.clip();
    // Do not wait for labels to load: the server refuses forbidden edits.
    const readOnly = studio.labels()?.readOnly;
    if (name === undefined) return;
    if (readOnly) {
      studio.notices.say({ kind: "error", text: readOnly });
      return;
    }
    clip = { name, frames: clock.frames() };
    timeline.setLane({ kind: "tag", name: tag });
    // In an exclusive group one tag ends where another starts, even if its key is still down.
    for (const hold of holds()) if (excludes(studio.exclusive(), tag, hold.tag)) end(hold.tag, now);
    set(press(holds(), tag, now));
  };
  const end = (tag: string, now: Now) => {
    const ended = release(holds(), tag, now);
    set(ended.holds);
    if (!clip) return;
    const { name, frames } = clip;
    const ranges = ended.ranges.map(({ start, stop }) => {
      const last = Math.min(stop, frames);
      return { start: Math.min(start, last - 1), stop: last };
    });
    const operations = ranges.map((range): Operation => ({ kind: "paint", tag, ...range }));
    studio.editClips(`paint ${tag}`, [{ clip: name, operations }]);
    // The next edit acts on the label just held, unless it merged with frames that this hold did not paint.
    const labels = studio.labels();
    if (labels?.clip !== name || labels.readOnly) return;
    const painted = union(ranges);
    const isPainted = ({ start, stop }: { start: number; stop: number }) =>
      painted.some((range) => range.start <= start && stop <= range.stop);
    const spans = labels.spans.filter((span) => span.tag === tag && isPainted(span));
    studio.select(spans.map(selectSpan));
  };
  /** Ends the given holds, by default all, at their last known positions. */
  const endAll = (some = holds()) => {
    for (const { tag, last, round, isPlaying } of some) end(tag, { place: last, round, isPlaying });
  };
  /** Whether playback has ended or wrapped around since the hold began. */
  const isOver = (hold: Hold) => hasWrapped(hold) || (hold.isPlaying && !clock.isPlaying());
  let late: ReturnType<typeof setTimeout> | undefined;
  const endOver = () => {
    late = undefined;
    endAll(holds().filter(isOver));
  };
  const has = (tag: string) => holds().some((hold) => hold.tag === tag);

  /** Gives a tag to the selected spans if all of them are visible. Returns whether any span is selected. */
  const relabelSelected = (tag: string) => {
    const labels = studio.labels();
    const spans = spansOf(studio.selection());
    if (!labels || spans.length === 0) return false;
    if (!spans.every(timeline.isInSight)) {
      const show = studio.keyFor("timeline.fitSelected");
      const how = show === undefined ? "" : `: ${show} shows it`;
      say(`Not changed to ${tag}, since the selection is out of sight${how}`);
      return true;
    }
    const change = relabel(labels, spans, tag);
    if (change.operations.length === 0) say(`The selection is ${tag} already`);
    else {
      timeline.setLane({ kind: "tag", name: tag });
      commitChange(studio, change, labels.clip);
    }
    return true;
  };
  const touches = createTouches({
    shortestMs: () => preferences().shortestHoldMs,
    hold: begin,
    tap(tag) {
      if (relabelSelected(tag)) return;
      const key = studio.keyFor(labelId("tag", tag));
      say(`Paused: hold ${key ?? "the key"} to paint ${tag}, or select a span to relabel it`);
    },
  });
  const toggle = (tag: string, now: Now) => {
    const hold = holds().find((hold) => hold.tag === tag);
    if (hold && isStill(hold) && !now.isPlaying) {
      set(holds().filter((other) => other !== hold));
      say(`${tag}: no frame has passed, so nothing was painted`);
    } else if (hold) end(tag, now);
    else if (now.isPlaying) begin(tag, now);
    else if (!relabelSelected(tag)) {
      begin(tag, now);
      if (has(tag)) say(`${tag} starts at frame ${frameOf(now.place.time)}; Esc cancels`);
    }
  };
  const addEvent = (event: string, now: Now) => {
    if (studio.clip() === undefined) return;
    const time = Math.min(frameOf(now.place.time), clock.frames() - 1);
    timeline.setLane({ kind: "event", name: event });
    studio.edit(`add ${event}`, [{ kind: "addEvent", event, time }]);
    // The next edit acts on the tag being painted.
    if (holds().length === 0) studio.select([selectEvent({ event, time })]);
  };

  const hear = ({ label, kind, phase, timeStamp }: LabelPress) => {
    const isDown = phase === "down";
    if (kind === "event") {
      if (isDown) addEvent(label.name, at(timeStamp));
    } else if (mode() === "tap") {
      if (isDown) {
        const dated = has(label.name) ? releasedAt : pressedAt;
        toggle(label.name, dated(label.name, timeStamp));
      }
    } else if (isDown) {
      const now = pressedAt(label.name, timeStamp);
      if (now.isPlaying) begin(label.name, now);
      else touches.down(label.name, now, timeStamp);
    } else {
      touches.up(label.name, timeStamp);
      if (has(label.name)) end(label.name, releasedAt(label.name, timeStamp));
    }
  };
  onCleanup(studio.onLabelKey(hear));

  createEffect(
    on([studio.clip, clock.time, clock.isPlaying], ([name, , isPlaying], before) => {
      if (before && name !== before[0]) touches.drop();
      else touches.holdAll();
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
      // While paused, the user means the shown frame, so the reaction time is not subtracted.
      set(travel(holds(), at(performance.now())));
      if (!isPlaying && before?.[2] === true && !clock.hasEnded()) endAll();
    }),
  );
  // On a change of mode, end tags that no key would end.
  createEffect(on(mode, () => endAll(), { defer: true }));
  createEffect(
    on(studio.arming.isArmed, (isArmed) => {
      if (isArmed) return;
      touches.drop();
      endAll();
    }),
  );
  onCleanup(() => {
    clearTimeout(late);
    touches.drop();
    endAll();
  });

  return {
    holds,
    has,
    /** Tags as the key of this label would. Also arms tagging, so that the page shows that keys tag. */
    activate(kind: "tag" | "event", name: string) {
      studio.arming.arm();
      (kind === "tag" ? toggle : addEvent)(name, at(performance.now()));
    },
    /** Discards the spans being painted. */
    cancel() {
      touches.drop();
      if (holds().length === 0) return false;
      set([]);
      return true;
    },
  };
}

export type Tagging = ReturnType<typeof createTagging>;
