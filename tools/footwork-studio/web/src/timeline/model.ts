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

/** The preview of a drag in progress. */
export interface Drag {
  /** The clip in which it is made. */
  clip: string;
  /** The change to commit when it ends. */
  change?: Change | undefined;
  /** Whether it comes from a held key instead of the pointer. */
  isByKey?: boolean | undefined;
  /** The frames, shown next to the pointer. */
  tip?: { text: string; x: number; y: number } | undefined;
  /** The frame that the drag has snapped to. */
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

  /** The labels as they would be if the drag and painting by keys ended now. */
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
  /** The tags with two lanes: the tags of either labeller, if the second one gave this clip spans. */
  const seconds = createMemo(() =>
    second().size > 0 ? new Set([...second().keys(), ...grouped().spans.keys()]) : undefined,
  );
  /** The labels with a lane of proposals in this clip. */
  const proposed = createMemo(
    () => new Set(studio.proposals.here().map(({ kind, name }) => `${kind}:${name}`)),
  );
  // Include labels that the drag would remove, so that their lanes do not disappear under the pointer.
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
  /** Lanes have the order of the vocabulary: no edit changes it. */
  const inOrder = (labels: readonly LaneLabel[]) => {
    const places = {
      tag: new Map([...studio.tags().keys()].map((name, place) => [name, place])),
      event: new Map([...studio.events().keys()].map((name, place) => [name, place])),
    };
    const placeOf = ({ kind, name }: LaneLabel) =>
      places[kind].get(name) ?? Number.MAX_SAFE_INTEGER;
    return [...labels].sort((a, b) => placeOf(a) - placeOf(b) || byNames(a.name, b.name));
  };
  // Curves of the motion stay until a clip is done: its contacts are often placed after its spans.
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
  /** The axes of the lanes with curves, for the frames in sight. */
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

  // Show the whole clip after another one opens or its length changes.
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
  // Keep the shown frame in sight, except during a drag with the pointer.
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
    /** Whether another label is being chosen for the selection. */
    relabelling,
    setRelabelling,
    menu,
    setMenu,
    /** Whether the user is choosing by how much all labels shift. */
    shifting,
    setShifting,
    /** Gives the timeline the focus, so that the next keys go to the studio. */
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
    /** Reads the colours again whenever the theme changes. */
    watchTheme(root: () => HTMLElement | undefined) {
      const read = () => {
        const element = root();
        if (element) setPalette(readPalette(element));
      };
      onMount(() => {
        const dark = window.matchMedia("(prefers-color-scheme: dark)");
        // Another part sets the theme's attribute, perhaps after this part is notified.
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
    /** The lane of a label, or the collapsed group that hides it. */
    topOf: (label: LaneLabel) =>
      lanes().find(({ lane }) => laneKey(lane) === keyOf(label)) ??
      lanes().find(
        ({ lane }) =>
          lane.kind === "group" && lane.of === label.kind && lane.names.includes(label.name),
      ),
    /** Whether the current lane exists yet. */
    isLaneThere: createMemo(() => {
      const lane = timeline.lane();
      return lane !== undefined && lanes().some((placed) => laneKey(placed.lane) === keyOf(lane));
    }),
    topOfCurve: (expression: string) =>
      lanes().find(
        ({ lane }) => lane.kind === "channel" && [lane.expression, lane.other].includes(expression),
      ),
    /** Removes a curve. A default curve of unfinished clips is removed from all of them. */
    dropCurve(expression: string) {
      const { channels, motionChannels } = studio.preferences();
      const without = (all: readonly string[]) => all.filter((one) => one !== expression);
      studio.prefer({ channels: without(channels), motionChannels: without(motionChannels) });
    },
    /** Commits a change to a clip, as one undo step, and selects the result. */
    commit(change: Change, clip: string) {
      commitChange(studio, change, clip);
    },
  };
}

export type TimelineModel = ReturnType<typeof createTimelineModel>;

/** A tag being painted ends shortly after another clip opens, and that clip gets no lane for it. */
const heldHere = (held: readonly Held[], clip: string | undefined) =>
  held.filter((one) => one.clip === clip).map(({ tag }) => tag);

/** Whether a lane lies, at least in part, between two heights. */
const isAmong = (lane: PlacedLane, top: number, bottom: number) =>
  lane.top < bottom && top < lane.top + lane.height;

const keyOf = ({ kind, name }: LaneLabel) => `${kind}:${name}`;
