import { expect, test } from "vitest";
import { copy, fromText, placeCopies, toText } from "./clipboard";
import { selectEvent, selectSpan } from "./edits";

const span = (start: number, stop: number) => selectSpan({ tag: "Gait.Run", start, stop });
const event = (time: number) => selectEvent({ event: "Foot.Left", time });
const copied = copy([span(30, 90), event(45.5)], 100);

test("text and back", () => {
  expect(toText(copied)).toBe(
    "footwork-tags 1\nframes 100\ntag Gait.Run 30 90\nevent Foot.Left 45.5\n",
  );
  expect(fromText(toText(copied))).toEqual(copied);
});

test("other texts are nothing", () => {
  for (const text of ["", "hello", "footwork-tags 1\n", "footwork-tags 1\nframes 9\ntag A 5 5"])
    expect(fromText(text)).toBeUndefined();
});

test("on the same frames, cut off at the end of the clip", () => {
  expect(placeCopies(copied, 200, "frame")).toEqual([span(30, 90), event(45.5)]);
  expect(placeCopies(copied, 40, "frame")).toEqual([span(30, 40)]);
});

test("at the same part of the clip", () => {
  expect(placeCopies(copied, 50, "proportion")).toEqual([span(15, 45), event(23)]);
  expect(placeCopies(copied, 1, "proportion")).toEqual([span(0, 1), event(0)]);
});

test("at the shown frame", () => {
  expect(placeCopies(copied, 200, "shown", 100)).toEqual([span(100, 160), event(115.5)]);
});
