import { expect, test } from "vitest";
import { clipLabels } from "../../tests/clips";
import { copy, fromText, lostAtEnd, placeCopies, toText } from "./clipboard";
import { selectEvent, selectSpan } from "./edits";

const span = (start: number, stop: number) => selectSpan({ tag: "Gait.Run", start, stop });
const DATA = '{"side": "left"}';
const event = (time: number) => ({ ...selectEvent({ event: "Foot.Left", time }), data: DATA });
const labels = clipLabels({
  spans: [{ tag: "Gait.Run", start: 30, stop: 90, byRule: true }],
  events: [{ event: "Foot.Left", time: 45.5, data: DATA }],
});
const copied = copy(labels, [span(30, 90), event(45.5)]);

test("labels survive a round trip as text", () => {
  expect(toText(copied)).toBe(
    'footwork-tags 1\nframes 100\ntag Gait.Run 30 90\nevent Foot.Left 45.5 data {"side": "left"}\n',
  );
  expect(fromText(toText(copied))).toEqual(copied);
});

test("names are parsed as in sidecars", () => {
  const read = (line: string) => {
    const found = fromText(`footwork-tags 1\nframes 9\n${line}\n`);
    return [...(found?.spans ?? []), ...(found?.events ?? [])];
  };
  const tag = 'Gait."very tired"';
  expect(read(`tag ${tag} 1 2 rule`)).toEqual([{ tag, start: 1, stop: 2 }]);
  expect(read('tag "a \\"b\\".c"."Run" 1 2')).toEqual([
    { tag: '"a \\"b\\".c".Run', start: 1, stop: 2 },
  ]);
  expect(read('event "Foot left" 0.5 data "é"')).toEqual([
    { event: '"Foot left"', time: 0.5, data: '"é"' },
  ]);
  expect(read("tag A 1 2 3")).toEqual([]);
  expect(read('tag "A 1 2')).toEqual([]);
});

test("a text without labels gives nothing", () => {
  for (const text of ["", "hello", "footwork-tags 1\n", "footwork-tags 1\nframes 9\ntag A 5 5"])
    expect(fromText(text)).toBeUndefined();
});

test("on the same frames, clipped to the end of the clip", () => {
  expect(placeCopies(copied, 200, "frame")).toEqual([span(30, 90), event(45.5)]);
  expect(placeCopies(copied, 40, "frame")).toEqual([span(30, 40)]);
});

test("at the same proportion of the clip", () => {
  expect(placeCopies(copied, 50, "proportion")).toEqual([span(15, 45), event(23)]);
  expect(placeCopies(copied, 1, "proportion")).toEqual([span(0, 1), event(0)]);
});

test("at the shown frame", () => {
  expect(placeCopies(copied, 200, "shown", 100)).toEqual([span(100, 160), event(115.5)]);
});

test("reports what lies beyond the end of the clip", () => {
  const copied = {
    frames: 100,
    spans: [
      { tag: "A", start: 10, stop: 50 },
      { tag: "A", start: 60, stop: 70 },
    ],
    events: [{ event: "E", time: 5, data: null }],
  };
  expect(lostAtEnd(copied, 40, "frame")).toEqual({ cut: 1, left: 1 });
  expect(lostAtEnd(copied, 40, "proportion")).toEqual({ cut: 0, left: 0 });
  expect(lostAtEnd(copied, 90, "shown", 50)).toEqual({ cut: 1, left: 1 });
});
