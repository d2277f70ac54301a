import { describe, expect, test } from "vitest";
import type { EncodeHeader } from "../api/types";
import type { Encoded } from "../state/encoding";
import { eventChoices, eventToShow } from "./eventChoices";
import { figuresOf, matchDecoded, secs, summaryOf, tidy } from "./figures";
import { pageAt, spanFor } from "./timeWindow";

const HEADER: EncodeHeader = {
  windowSecs: 0.3,
  sigmaSecs: 0.02,
  frames: 2,
  times: [0.5],
  decoded: [0.502],
  curves: ["signedTime", "clipped", "sin", "cos", "smoothSin", "smoothCos", "decoded"],
  warnings: [],
};
const encoded = (header: Partial<EncodeHeader>, values: number[] = []): Encoded => ({
  clip: "walk",
  event: "Foot",
  header: { ...HEADER, ...header },
  values: Float32Array.from(values),
});

describe("figures", () => {
  const figures = figuresOf(
    encoded({}, [2, -1, 0.25, -0.25, 0, 1, 1, 0, 0, 0.5, 0.5, 0, Number.NaN, 0.125]),
  );

  test("show the steps from the event to the signal and back", () => {
    expect(figures.map(({ id }) => id)).toEqual([
      "signed",
      "clipped",
      "circle",
      "smooth",
      "decoded",
    ]);
    expect(figures[2]?.curves.map(({ values }) => values)).toEqual([
      [0, 1],
      [1, 0],
    ]);
  });

  test("have gaps where values are unknown", () => {
    expect(figures[4]?.curves[0]?.values).toEqual([null, 0.125]);
  });

  test("scale to their curves, or to the window", () => {
    expect(figures[0]?.reach).toBeGreaterThan(2);
    expect(figures[1]?.reach).toBeCloseTo(0.3 * 1.12);
  });
});

describe("the summary", () => {
  test("counts the decoded events", () => {
    expect(summaryOf(encoded({}), 60)).toBe(
      "1 event, each seen from 0.3 s before to 0.3 s after it, smoothed by 20 ms. Decoding recovers it, at most 2 ms off (0.12 frames).",
    );
  });

  test("counts lost and spurious events", () => {
    const text = summaryOf(encoded({ times: [0.5, 0.6], decoded: [0.5, 3, 4] }), 60);
    expect(text).toContain("Decoding recovers 1 of them");
    expect(text).toContain("and 2 events that do not exist.");
    expect(summaryOf(encoded({ decoded: [] }), 60)).toContain("recovers none of them");
  });

  test("says that there is no event", () => {
    expect(summaryOf(encoded({ times: [], decoded: [] }), 60)).toContain("does not happen");
  });
});

test("matches each decoded event to at most one true event", () => {
  expect(matchDecoded([1, 1.1], [1.05], 0.2)).toEqual({
    offs: [expect.closeTo(0.05), undefined],
    extra: 0,
  });
});

test.each([
  [0.3, "0.3 s"],
  [1, "1 s"],
  [10, "10 s"],
  [0.0166, "16.6 ms"],
  [0, "0 ms"],
])("%s as text", (value, text) => {
  expect(secs(value)).toBe(text);
});

describe("events to choose from", () => {
  test("lists events of the clip first, and includes groups of several events", () => {
    const choices = eventChoices(["Foot.Left"], ["Foot.Left", "Foot.Right", "Hand.Left"]);
    expect(choices).toEqual({
      here: ["Foot", "Foot.Left"],
      elsewhere: ["Foot.Right", "Hand.Left"],
    });
    expect(eventToShow(undefined, choices)).toBe("Foot.Left");
    expect(eventToShow("Hand.Left", choices)).toBe("Hand.Left");
    expect(eventToShow("Gone", choices)).toBe("Foot.Left");
  });

  test("may be empty", () => {
    expect(eventToShow(undefined, eventChoices([], []))).toBeUndefined();
    expect(eventToShow(undefined, eventChoices([], ["Touch"]))).toBe("Touch");
  });
});

describe("the shown part of the clip", () => {
  test("is the whole clip, or the page of the playhead", () => {
    expect(pageAt(3, 8, undefined)).toEqual([0, 8]);
    expect(pageAt(3, 8, 10)).toEqual([0, 8]);
    expect(pageAt(12, 60, 10)).toEqual([10, 20]);
    expect(pageAt(64, 65, 10)).toEqual([55, 65]);
  });

  test("is initially a page of a long clip", () => {
    expect(spanFor(6)).toBeUndefined();
    expect(spanFor(100)).toBe(10);
  });
});

test("rounds the server's numbers", () => {
  expect(tidy("the gap, 1.2666666666666666 s: at 0.5 s or 0.30000000000000004")).toBe(
    "the gap, 1.2667 s: at 0.5 s or 0.3",
  );
});
