import { createEffect, on } from "solid-js";
import type { Selected, Studio } from "../state/studio";
import { edgePlaces } from "./edges";
import {
  addEvent,
  type Change,
  isSelected,
  moveEdge,
  paint,
  relabel,
  relabelEvents,
  type SelectedSpan,
  selectEvent,
  selectSpan,
} from "./edits";
import { hitEvent, hitSpan, type Side, type SpanHit } from "./hit";
import { type Lane, laneAt } from "./lanes";
import { enclosed } from "./marquee";
import type { TimelineModel } from "./model";
import { moveAll } from "./moving";
import { panned, toFrame, zoomed } from "./scale";
import { movedEdges, nearest, snapMove } from "./snap";
import { wheelMove } from "./wheel";

/** How far the pointer moves before a press becomes a drag, in pixels. */
const SLACK = 3;
/** How near an edge must be dragged to a place to snap to it, in pixels. */
const SNAP = 7;

/** The pointer's position over the lanes, in pixels from the top of all lanes. */
interface Point {
  x: number;
  y: number;
  isFree: boolean;
  isAdding: boolean;
}

/** The current drag. */
interface Gesture {
  move(point: Point): void;
  /** Handles the release of the pointer. `hasMoved` distinguishes a drag from a click. */
  end(hasMoved: boolean): void;
}

/** The item under the pointer. */
type Under =
  | { kind: "span"; hit: SpanHit }
  | { kind: "event"; one: Selected & { kind: "event" } }
  | { kind: "lane"; lane: Lane }
  | { kind: "nothing" };

/** The gestures of the pointer on the lanes. Every drag ends in one edit or in none. */
export function createGestures(studio: Studio, model: TimelineModel) {
  const { clock, timeline } = studio;
  let gesture: Gesture | undefined;
  let begin: Point | undefined;
  let hasMoved = false;
  /** The clip in which the gesture began. */
  let clip = "";

  const under = ({ x, y }: Point): Under => {
    const placed = laneAt(model.lanes(), y);
    if (!placed) return { kind: "nothing" };
    const { lane } = placed;
    if (lane.kind === "tag") {
      const hit = hitSpan(model.grouped().spans.get(lane.name) ?? [], x, model.scale());
      if (hit) return { kind: "span", hit };
    } else if (lane.kind === "event") {
      const event = hitEvent(model.grouped().events.get(lane.name) ?? [], x, model.scale());
      if (event) return { kind: "event", one: selectEvent(event) };
    }
    return { kind: "lane", lane };
  };
  const frameAt = (x: number) => toFrame(model.scale(), x);
  const reach = (point: Point) => (point.isFree ? -1 : SNAP / model.scale().pixelsPerFrame);

  /** The places to snap to: edges and events except the dragged ones, matches of the query, and the playhead. */
  const places = (dragged: readonly Selected[]) => {
    const labels = studio.labels();
    if (!labels) return [];
    const rest = {
      ...labels,
      spans: labels.spans.filter((span) => !isSelected(dragged, selectSpan(span))),
      events: labels.events.filter((event) => !isSelected(dragged, selectEvent(event))),
    };
    return [...edgePlaces(rest, studio.matches()), clock.frame()].sort((a, b) => a - b);
  };

  const choose = (one: Selected, isAdding: boolean) => {
    const old = studio.selection();
    const has = isSelected(old, one);
    if (isAdding)
      studio.select(has ? old.filter((other) => !isSelected([one], other)) : [...old, one]);
    else if (!has) studio.select([one]);
  };
  const showDrag = (change: Change, text: string, point: Point, snapped: number | undefined) =>
    model.setDrag({ clip, change, snapped, tip: { text, x: point.x, y: point.y - model.top() } });
  const finish = (isDone: boolean) => {
    const change = model.drag()?.change;
    model.setDrag(undefined);
    if (isDone && change && change.operations.length > 0) model.commit(change, clip);
  };

  function dragEdge(span: SelectedSpan, side: Side, isAdding: boolean): Gesture {
    choose(span, isAdding);
    const snaps = places([span]);
    clock.pause();
    return {
      move(point) {
        const labels = studio.labels();
        if (!labels) return;
        const at = frameAt(point.x);
        const snapped = nearest(snaps, at, reach(point));
        const change = moveEdge(labels, span, side, snapped ?? Math.round(at));
        const [now] = change.selection;
        if (now?.kind !== "span") return;
        // Show the last frame with the tag instead of the frame after it.
        clock.seek(side === "start" ? now.start : now.stop - 1);
        showDrag(change, spanText(now.start, now.stop), point, snapped);
      },
      end: finish,
    };
  }

  /**
   * Returns the label of the lane under the pointer, if the drag is steep and leads to another lane of the same kind;
   * else `undefined`.
   */
  const otherLane = (one: Selected, from: Point, point: Point): string | undefined => {
    if (Math.abs(point.y - from.y) <= Math.abs(point.x - from.x)) return undefined;
    const lane = laneAt(model.lanes(), point.y)?.lane;
    if (one.kind === "span")
      return lane?.kind === "tag" && lane.name !== one.tag ? lane.name : undefined;
    return lane?.kind === "event" && lane.name !== one.event ? lane.name : undefined;
  };

  /** Moves the selection along its lane. On another lane, the selection keeps its frames and takes the lane's label. */
  function dragAll(one: Selected, from: Point): Gesture {
    const wasSelected = isSelected(studio.selection(), one);
    if (!from.isAdding || !wasSelected) choose(one, from.isAdding);
    const all = studio.selection();
    const edges = movedEdges(all);
    const snaps = places(all);
    return {
      move(point) {
        const labels = studio.labels();
        if (!labels) return;
        const other = otherLane(one, from, point);
        if (other !== undefined) {
          const change = (one.kind === "span" ? relabel : relabelEvents)(labels, all, other);
          const at = one.kind === "span" ? spanText(one.start, one.stop) : `frame ${one.time}`;
          return showDrag(change, `${other} · ${at}`, point, undefined);
        }
        const exact = frameAt(point.x) - frameAt(from.x);
        const { by, at } = snapMove(edges, exact, snaps, reach(point));
        const change = moveAll(labels, all, by);
        const place = all.findIndex((some) => isSelected([one], some));
        const now = change.selection.filter(({ kind }) => kind === one.kind)[
          all.slice(0, place).filter(({ kind }) => kind === one.kind).length
        ];
        const text =
          now?.kind === "span" ? spanText(now.start, now.stop) : `frame ${now?.time ?? ""}`;
        if (one.kind === "event" && now?.kind === "event") clock.seek(now.time);
        showDrag(
          change,
          `${text}${by === 0 ? "" : ` (${by > 0 ? "+" : "−"}${Math.abs(by)})`}`,
          point,
          at,
        );
      },
      end(isDrag) {
        finish(isDrag);
        if (isDrag) return;
        // Clicking one of several selected labels selects only that one; with Shift it is deselected.
        if (!from.isAdding) studio.select([one]);
        else if (wasSelected) choose(one, true);
      },
    };
  }

  function dragPaint(tag: string, from: Point): Gesture {
    const snaps = places([]);
    const edge = (point: Point, round: (frame: number) => number) => {
      const at = frameAt(point.x);
      return nearest(snaps, at, reach(point)) ?? round(at);
    };
    // A press up to 1.5 pixels before a frame, but at most half a frame, starts at that frame.
    const first = edge(from, (frame) =>
      Math.floor(frame + Math.min(1.5 / model.scale().pixelsPerFrame, 0.5)),
    );
    return {
      move(point) {
        const to = edge(point, Math.round);
        const start = Math.max(Math.min(first, to), 0);
        const stop = Math.min(Math.max(first, to, start + 1), clock.frames());
        if (start >= stop) return;
        clock.pause();
        clock.seek(to > first ? stop - 1 : start);
        showDrag(paint(tag, start, stop), spanText(start, stop), point, undefined);
      },
      end(isDrag) {
        finish(isDrag);
        if (!isDrag) click(from);
      },
    };
  }

  function dragMarquee(from: Point): Gesture {
    const old = from.isAdding ? studio.selection() : [];
    return {
      move(point) {
        const box = {
          left: Math.min(from.x, point.x),
          right: Math.max(from.x, point.x),
          top: Math.min(from.y, point.y),
          bottom: Math.max(from.y, point.y),
        };
        model.setDrag({ clip, marquee: box });
        const found = enclosed(box, model.lanes(), model.grouped(), model.scale());
        studio.select([...old, ...found.filter((one) => !isSelected(old, one))]);
      },
      end(isDrag) {
        model.setDrag(undefined);
        if (!isDrag) click(from);
      },
    };
  }

  const click = (point: Point) => {
    if (!point.isAdding) studio.select([]);
    clock.seek(Math.floor(frameAt(point.x)));
  };
  const spanText = (start: number, stop: number) =>
    `${start} – ${stop} · ${stop - start} ${stop - start === 1 ? "frame" : "frames"}`;

  /** Returns the gesture that a press begins. */
  function gestureOn(target: Under, point: Point): Gesture {
    switch (target.kind) {
      case "span": {
        const { span, part } = target.hit;
        return part === "body" || point.isAdding
          ? dragAll(selectSpan(span), point)
          : dragEdge(selectSpan(span), part, point.isAdding);
      }
      case "event":
        return dragAll(target.one, point);
      case "lane":
        return target.lane.kind === "tag" && !point.isAdding
          ? dragPaint(target.lane.name, point)
          : dragMarquee(point);
      case "nothing":
        return dragMarquee(point);
    }
  }

  /** Cancels the gesture: Escape was pressed, the pointer was lost, or another clip opened. */
  const cancel = () => {
    if (!gesture) return false;
    gesture = undefined;
    model.setDrag(undefined);
    return true;
  };
  createEffect(on(studio.clip, cancel, { defer: true }));

  return {
    under,
    /** Handles a press of the primary button. */
    begin(point: Point) {
      const open = studio.clip();
      if (open === undefined || !studio.labels()) return;
      clip = open;
      begin = point;
      hasMoved = false;
      const target = under(point);
      if (target.kind === "span") timeline.setLane({ kind: "tag", name: target.hit.span.tag });
      if (target.kind === "event") timeline.setLane({ kind: "event", name: target.one.event });
      if (target.kind === "lane" && (target.lane.kind === "tag" || target.lane.kind === "event"))
        timeline.setLane({ kind: target.lane.kind, name: target.lane.name });
      gesture = gestureOn(target, point);
    },
    move(point: Point) {
      if (!gesture || !begin) return;
      hasMoved ||= Math.hypot(point.x - begin.x, point.y - begin.y) >= SLACK;
      if (hasMoved) gesture.move(point);
    },
    end() {
      const ended = gesture;
      gesture = undefined;
      ended?.end(hasMoved);
    },
    cancel,
    /** Adds an event at an empty place of an event lane. */
    addAt(point: Point) {
      const target = under(point);
      const open = studio.clip();
      if (target.kind !== "lane" || target.lane.kind !== "event" || !open) return false;
      const frame = Math.min(Math.max(Math.floor(frameAt(point.x)), 0), clock.frames() - 1);
      model.commit(addEvent(target.lane.name, frame), open);
      return true;
    },
    /** Handles a wheel event at pixel (x, y). Returns `false` if the browser should scroll. */
    turn(event: WheelEvent, x: number, fits: boolean) {
      const move = wheelMove(event, fits);
      if (move.kind === "scroll") return false;
      const around = toFrame(model.scale(), x);
      timeline.setView((view) =>
        move.kind === "pan"
          ? panned(view, clock.frames(), move.by / model.scale().pixelsPerFrame)
          : zoomed(view, clock.frames(), around, move.by),
      );
      return true;
    },
    pan: (pixels: number) =>
      timeline.setView((view) =>
        panned(view, clock.frames(), -pixels / model.scale().pixelsPerFrame),
      ),
  };
}

export type Gestures = ReturnType<typeof createGestures>;
