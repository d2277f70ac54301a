import { createEffect, createMemo, createSignal, on, onCleanup, onMount } from "solid-js";
import type { ClipLabels, Span } from "../api/types";
import { applyOperations, byName as byNames, withoutRivals } from "../state/operations";
import type { Studio } from "../state/studio";
import type { Held, LaneLabel } from "../state/timeline";
import { isFinished, stateOf } from "../state/workState";
import { type Axis, axisOf } from "./axis";
import { commitChange } from "./commitChange";
import { createCurves } from "./curves";
import type { Change } from "./edits";
import { foldName, heightOf, laneKey, type PlacedLane, placeLanes } from "./lanes";
import { type Palette, readPalette } from "./palette";
import { following, inside, scaleOf } from "./scale";
import { byName } from "./scene";

/** The preview of a drag that is in progress. */
export interface Drag {
  /** The clip in which the drag began. */
  clip: string;
  /** The change to commit when the drag ends. */
  change?: Change | undefined;
  /** Whether a held key makes the drag, instead of the pointer. */
  isByKey?: boolean | undefined;
  /** The text with the dragged frames, shown next to the pointer. */
  tip?: { text: string; x: number; y: number } | undefined;
  /** The place that the drag has snapped to. */
  snapped?: number | undefined;
  /** The area of a marquee, in pixels from the top of all lanes. */
  marquee?: { left: number; top: number; right: number; bottom: number } | undefined;
}

/** The shared state of the timeline: sizes, lanes, the current drag. */
export function createTimelineModel(studio: Studio) {
  const { timeline, clock } = studio;
  const [size, setSize] = createSignal({ width: 0, height: 0 });
  const [top, setTop] = createSignal(0);
  const [drag, setDrag] = createSignal<Drag | undefined>(undefined);
  const [hover, setHover] = createSignal<number | undefined>(undefined);
  const [palette, setPalette] = createSignal<Palette | undefined>(undefined);
  const [editing, setEditing] = createSignal<{ frame: number; y: number } | undefined>(undefined);
  const [relabelling, setRelabelling] = createSignal(false);
  const [menu, setMenu] = createSignal<{ x: number; y: number } | undefined>(undefined);
  const [shifting, setShifting] = createSignal(false);

  /** The labels that the clip would have if the drag and the painting by keys ended now. */
  const labels = createMemo((): ClipLabels | undefined => {
    const now = studio.labels();
    if (!now) return now;
    const given = timeline
      .held()
      .filter(({ clip }) => clip === now.clip)
      .flatMap(({ tag, ranges }) => ranges.map((range) => ({ tag, ...range })));
    const left = withoutRivals(now, given, studio.exclusive());
    const { clip, change } = drag() ?? {};
    if (!change || clip !== now.clip) return left;
    return applyOperations(left, change.operations, studio.exclusive());
  });
  const grouped = createMemo(() => byName(labels()));
  const selection = () => drag()?.change?.selection ?? studio.selection();

  /** The second labeller's spans of this clip, by tag. */
  const second = createMemo(() => {
    const spans = new Map<string, Span[]>();
    const answer = studio.review.second();
    if (answer?.clip !== studio.clip() || answer?.why !== null) return spans;
    for (const span of answer.spans) spans.set(span.tag, [...(spans.get(span.tag) ?? []), span]);
    return spans;
  });
  /** The tags with a second lane: the tags of either labeller, if the second labeller gave this clip any span. */
  const seconds = createMemo(() =>
    second().size > 0 ? new Set([...second().keys(), ...grouped().spans.keys()]) : undefined,
  );
  /** The labels that have proposals in this clip, and so a lane. */
  const proposed = createMemo(
    () => new Set(studio.proposals.here().map(({ kind, name }) => `${kind}:${name}`)),
  );
  // Include labels that the drag would remove, so that their lanes stay under the pointer.
  const proposedOf = (kind: "tag" | "event") =>
    studio.proposals.here().flatMap((one) => (one.kind === kind ? [one.name] : []));
  const seen = createMemo((): readonly LaneLabel[] => {
    const now = studio.labels();
    const { spans, events, refused } = grouped();
    const tags = [
      ...second().keys(),
      ...spans.keys(),
      ...refused.keys(),
      ...(now?.spans.map(({ tag }) => tag) ?? []),
      ...heldHere(timeline.held(), studio.clip()),
      ...proposedOf("tag"),
    ];
    const moments = [
      ...events.keys(),
      ...(now?.events.map(({ event }) => event) ?? []),
      ...proposedOf("event"),
    ];
    return [
      ...[...new Set(tags)].map((name) => ({ kind: "tag" as const, name })),
      ...[...new Set(moments)].map((name) => ({ kind: "event" as const, name })),
    ];
  });
  /** Sorts lanes in the order of the vocabulary, which no edit changes. */
  const inOrder = (labels: readonly LaneLabel[]) => {
    const places = {
      tag: new Map([...studio.tags().keys()].map((name, place) => [name, place])),
      event: new Map([...studio.events().keys()].map((name, place) => [name, place])),
    };
    const placeOf = ({ kind, name }: LaneLabel) =>
      places[kind].get(name) ?? Number.MAX_SAFE_INTEGER;
    return [...labels].sort((a, b) => placeOf(a) - placeOf(b) || byNames(a.name, b.name));
  };
  // Show curves of the motion until the clip is done, because contacts are often placed after all spans.
  const isOpenWork = createMemo(() => {
    const now = studio.labels();
    return now !== undefined && !isFinished(stateOf(now));
  });
  const channels = createMemo(() => {
    const { channels, motionChannels } = studio.preferences();
    if (!isOpenWork()) return channels;
    const known = new Set(studio.library()?.channels);
    const isNew = (one: string) => known.has(one) && !channels.includes(one);
    return [...channels, ...motionChannels.filter(isNew)];
  });
  const lanes = createMemo(() =>
    placeLanes({
      labels: inOrder([...seen(), ...studio.pins.pinned()]),
      channels: channels(),
      hasQuery: studio.query.text().trim() !== "",
      folded: studio.preferences().folded,
      second: seconds(),
      proposed: proposed(),
    }),
  );
  const scale = createMemo(() => scaleOf(timeline.view(), size().width));
  const curves = createCurves(studio, channels);
  /** The axis of each lane with curves, for the visible frames. */
  const axes = createMemo((): ReadonlyMap<string, Axis> => {
    const all = curves();
    const of = lanes().flatMap(({ lane }): [string, Axis][] => {
      if (lane.kind !== "channel") return [];
      const own = [lane.expression, lane.other ?? lane.expression].map((one) => all.get(one));
      const axis = axisOf(lane.expression, own, timeline.view());
      return axis ? [[lane.expression, axis]] : [];
    });
    return new Map(of);
  });

  timeline.setInSight((one) => {
    const [kind, name] = one.kind === "span" ? ["tag", one.tag] : ["event", one.event];
    const placed = lanes().find(({ lane }) => laneKey(lane) === `${kind}:${name}`);
    if (!placed || !isAmong(placed, top(), top() + size().height)) return false;
    const [start, stop] = one.kind === "span" ? [one.start, one.stop] : [one.time, one.time + 1];
    const view = timeline.view();
    return start < view.stop && view.start < stop;
  });

  // Show the whole clip after a clip opens or its length changes.
  createEffect(
    on([studio.clip, clock.frames], () => {
      timeline.setView({ start: 0, stop: clock.frames() });
      setDrag(undefined);
      setEditing(undefined);
      setRelabelling(false);
      setShifting(false);
      setMenu(undefined);
    }),
  );
  // Scroll so that the shown frame stays visible, except during a drag with the pointer.
  createEffect(
    on(clock.time, (time) => {
      if (!drag() || drag()?.isByKey)
        timeline.setView((view) => following(view, clock.frames(), time));
    }),
  );

  return {
    size,
    setSize,
    top,
    setTop,
    drag,
    setDrag,
    hover,
    setHover,
    editing,
    setEditing,
    /** Whether the dialog that relabels the selection is open. */
    relabelling,
    setRelabelling,
    menu,
    setMenu,
    /** Whether the dialog that shifts all labels is open. */
    shifting,
    setShifting,
    /** Moves the focus to the timeline, so that the next keys go to the studio. */
    focus: () => document.querySelector<HTMLElement>(".time")?.focus({ preventScroll: true }),
    labels,
    grouped,
    second,
    selection,
    lanes,
    height: () => heightOf(lanes()),
    scale,
    curves,
    axes,
    palette,
    /** Reads the colours again whenever the theme changes. Stops when the part that calls this is disposed. */
    watchTheme(root: () => HTMLElement | undefined) {
      const read = () => {
        const element = root();
        if (element) setPalette(readPalette(element));
      };
      onMount(() => {
        const dark = window.matchMedia("(prefers-color-scheme: dark)");
        // Another part sets the theme's attribute, and may do so after this part is notified.
        const watcher = new MutationObserver(read);
        watcher.observe(document.documentElement, { attributeFilter: ["data-theme"] });
        dark.addEventListener("change", read);
        read();
        onCleanup(() => {
          watcher.disconnect();
          dark.removeEventListener("change", read);
        });
      });
    },
    setView: (view: { start: number; stop: number }) =>
      timeline.setView(inside(view, clock.frames())),
    fold(of: "tag" | "event", namespace: string) {
      const name = foldName(of, namespace);
      const { folded } = studio.preferences();
      studio.prefer({
        folded: folded.includes(name) ? folded.filter((one) => one !== name) : [...folded, name],
      });
    },
    /** Returns the lane of a label, or the collapsed namespace that hides it; `undefined` if neither is shown. */
    topOf: (label: LaneLabel) =>
      lanes().find(({ lane }) => laneKey(lane) === keyOf(label)) ??
      lanes().find(
        ({ lane }) =>
          lane.kind === "group" && lane.of === label.kind && lane.names.includes(label.name),
      ),
    /** Whether the clip shows a lane for the active label. */
    isLaneThere: createMemo(() => {
      const lane = timeline.lane();
      return lane !== undefined && lanes().some((placed) => laneKey(placed.lane) === keyOf(lane));
    }),
    topOfCurve: (expression: string) =>
      lanes().find(
        ({ lane }) => lane.kind === "channel" && [lane.expression, lane.other].includes(expression),
      ),
    /** Removes a curve. A default curve of unfinished clips is removed from all unfinished clips. */
    dropCurve(expression: string) {
      const { channels, motionChannels } = studio.preferences();
      const without = (all: readonly string[]) => all.filter((one) => one !== expression);
      studio.prefer({ channels: without(channels), motionChannels: without(motionChannels) });
    },
    /** Commits a change to a clip as one undo step, and selects the result. */
    commit(change: Change, clip: string) {
      commitChange(studio, change, clip);
    },
  };
}

export type TimelineModel = ReturnType<typeof createTimelineModel>;

/**
 * Returns the tags that are being painted in the open clip. Painting ends shortly after another clip opens, and that
 * clip must get no lane.
 */
const heldHere = (held: readonly Held[], clip: string | undefined) =>
  held.filter((one) => one.clip === clip).map(({ tag }) => tag);

/** Returns whether any part of a lane lies between two heights. */
const isAmong = (lane: PlacedLane, top: number, bottom: number) =>
  lane.top < bottom && top < lane.top + lane.height;

const keyOf = ({ kind, name }: LaneLabel) => `${kind}:${name}`;
