import { createRoot, createSignal } from "solid-js";
import { expect, test } from "vitest";
import { clipLabels, span } from "../../tests/clips";
import { createClock } from "../state/clock";
import type { Selected, Studio } from "../state/studio";
import { createTimelineState } from "../state/timeline";
import type { Change } from "./edits";
import { createGestures } from "./gestures";
import type { Drag, TimelineModel } from "./model";
import { byName } from "./scene";

const labelsOf = (clip: string) => clipLabels({ clip, spans: [span("A", 20, 60)] });

/** Creates two clips with the same labels and a lane of tag A. A frame is ten pixels wide. */
function createWorld() {
  const [clip, setClip] = createSignal("a.bvh");
  const [selection, select] = createSignal<readonly Selected[]>([]);
  const [drag, setDrag] = createSignal<Drag | undefined>(undefined);
  const committed: { change: Change; clip: string }[] = [];
  const clock = createClock();
  clock.open(100, [30, 1]);
  const studio = {
    clip,
    labels: () => labelsOf(clip()),
    matches: () => [],
    selection,
    select,
    clock,
    timeline: createTimelineState(),
  };
  const model = {
    lanes: () => [
      { lane: { kind: "tag" as const, name: "A", isInGroup: false }, top: 0, height: 24 },
      { lane: { kind: "tag" as const, name: "B", isInGroup: false }, top: 24, height: 24 },
    ],
    grouped: () => byName(labelsOf(clip())),
    scale: () => ({ start: 0, pixelsPerFrame: 10, width: 1020 }),
    top: () => 0,
    drag,
    setDrag,
    commit: (change: Change, of: string) => void committed.push({ change, clip: of }),
  };
  const gestures = createGestures(studio as unknown as Studio, model as unknown as TimelineModel);
  return { setClip, committed, drag, gestures };
}

/** Returns a point of the lanes. The first frame begins at ten pixels. */
const point = (frame: number) => ({
  x: 10 + frame * 10,
  y: 10,
  isFree: true,
  isAdding: false,
});

const world = () => createRoot(() => createWorld());

test("a drag is one edit of the clip in which it was made", () => {
  const { gestures, committed } = world();
  gestures.begin(point(40));
  gestures.move(point(50));
  gestures.end();
  expect(committed.map(({ clip }) => clip)).toEqual(["a.bvh"]);
  expect(committed[0]?.change.operations).toEqual([
    { kind: "removeSpan", tag: "A", start: 20, stop: 60 },
    { kind: "addSpan", tag: "A", start: 30, stop: 70 },
  ]);
});

test("a steep drag onto another lane changes the tag and keeps the frames; a flat drag keeps the tag", () => {
  const { gestures, committed } = world();
  gestures.begin(point(40));
  gestures.move({ ...point(41), y: 36 });
  gestures.end();
  expect(committed[0]?.change.operations).toEqual([
    { kind: "removeSpan", tag: "A", start: 20, stop: 60 },
    { kind: "addSpan", tag: "B", start: 20, stop: 60 },
  ]);
  gestures.begin(point(40));
  gestures.move({ ...point(50), y: 36 });
  gestures.end();
  expect(committed[1]?.change.label).toBe("move A");
});

test("a drag ends when another clip opens, and changes neither clip", () => {
  const { gestures, committed, drag, setClip } = world();
  gestures.begin(point(40));
  gestures.move(point(50));
  expect(drag()?.clip).toBe("a.bvh");
  setClip("b.bvh");
  expect(drag()).toBeUndefined();
  gestures.move(point(55));
  gestures.end();
  expect(committed).toEqual([]);
});
