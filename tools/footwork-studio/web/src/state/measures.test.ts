import { createRoot, createSignal } from "solid-js";
import { expect, it, vi } from "vitest";
import { Unreachable } from "../api/client";
import type { MeasureAnswer, MeasureRange } from "../api/types";
import { createMeasures, MAX_RANGES_ALWAYS } from "./measures";

const ranges = (count: number): MeasureRange[] =>
  Array.from({ length: count }, (_, at) => ({ clip: `clip ${at}`, start: 0, stop: 10 }));

/** Creates measures of `count` ranges. The test decides when each request is answered. */
function begin(count: number) {
  return createRoot(() => {
    const asked: MeasureRange[][] = [];
    const [generation, setGeneration] = createSignal(1);
    const [all, setAll] = createSignal<readonly MeasureRange[]>(ranges(count));
    const client = {
      measure: vi.fn(async (some: readonly MeasureRange[]): Promise<MeasureAnswer> => {
        asked.push([...some]);
        return { measures: [], rows: some.map((range) => ({ range, values: [], problem: null })) };
      }),
    };
    const measures = createMeasures({ client, generation, ranges: all });
    return { measures, client, asked, setAll, setGeneration };
  });
}

const settled = () => new Promise((after) => setTimeout(after, 20));

it("measures a few ranges without a request by the user, in small parts, while shown", async () => {
  const { measures, asked, setGeneration } = begin(70);
  await settled();
  expect(asked).toEqual([]);
  measures.setShown(true);
  await settled();
  expect(asked.map((part) => part.length)).toEqual([32, 32, 6]);
  expect(measures.done()).toBe(70);
  // Values stay valid until the clips change.
  measures.setShown(false);
  measures.setShown(true);
  await settled();
  expect(asked.length).toBe(3);
  setGeneration(2);
  await settled();
  expect(asked.length).toBe(6);
});

it("measures only visible ranges if there are many, until all are requested", async () => {
  const count = MAX_RANGES_ALWAYS + 20;
  const { measures, asked } = begin(count);
  measures.setShown(true);
  await settled();
  expect(asked).toEqual([]);
  measures.want(measures.ranges().slice(100, 104));
  await settled();
  expect(asked.map((part) => part.map(({ clip }) => clip))).toEqual([
    ["clip 100", "clip 101", "clip 102", "clip 103"],
  ]);
  measures.wantAll();
  await settled();
  expect(measures.done()).toBe(count);
});

it("drops requests for ranges that are no longer shown", async () => {
  const { measures, asked, setAll } = begin(40);
  measures.setShown(true);
  setAll(ranges(60).slice(50));
  await settled();
  // The request in progress ends, and is not followed by another for the old ranges.
  expect(asked.map((part) => part.length)).toEqual([32, 10]);
  expect(measures.done()).toBe(10);
});

it("measures visible ranges again when clips change", async () => {
  const { measures, asked, setGeneration } = begin(MAX_RANGES_ALWAYS + 20);
  measures.setShown(true);
  const seen = measures.ranges().slice(100, 104);
  measures.want(seen);
  await settled();
  setGeneration(2);
  await settled();
  expect(asked).toEqual([seen, seen]);
});

it("measures all ranges again when clips change if all were requested", async () => {
  const count = MAX_RANGES_ALWAYS + 20;
  const { measures, setGeneration } = begin(count);
  measures.setShown(true);
  measures.wantAll();
  await settled();
  setGeneration(2);
  expect(measures.done()).toBe(0);
  await settled();
  expect(measures.done()).toBe(count);
});

it("measures only visible ranges after a change of the shown ranges", async () => {
  const count = MAX_RANGES_ALWAYS + 20;
  const { measures, asked, setAll } = begin(count);
  measures.setShown(true);
  measures.want(measures.ranges().slice(0, 4));
  measures.wantAll();
  await settled();
  asked.length = 0;
  setAll(ranges(2 * count).slice(count));
  await settled();
  expect(asked).toEqual([]);
});

it("continues when the server is reachable again, unless the table is hidden", async () => {
  vi.useFakeTimers();
  try {
    const { measures, client } = begin(40);
    client.measure.mockRejectedValueOnce(new Unreachable("gone"));
    measures.setShown(true);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(measures.problem()).toBeUndefined();
    expect(measures.done()).toBe(40);
    client.measure.mockRejectedValue(new Unreachable("gone"));
    measures.want([{ clip: "other", start: 0, stop: 1 }]);
    await vi.advanceTimersByTimeAsync(0);
    measures.setShown(false);
    client.measure.mockClear();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(client.measure).not.toHaveBeenCalled();
  } finally {
    vi.useRealTimers();
  }
});
