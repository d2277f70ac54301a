import { describe, expect, test } from "vitest";
import {
  heightOf,
  type LaneInput,
  laneAt,
  laneKey,
  placeLanes,
  seenLanes,
  topToShow,
} from "./lanes";

const tag = (name: string) => ({ kind: "tag" as const, name });
const event = (name: string) => ({ kind: "event" as const, name });
const keys = (input: Partial<LaneInput>) =>
  placeLanes({ labels: [], channels: [], hasQuery: false, folded: [], ...input }).map(({ lane }) =>
    laneKey(lane),
  );

describe("placeLanes", () => {
  test("puts the query's matches first, then tags in their order by namespace, events and curves", () => {
    const labels = [event("Foot.Left"), tag("Gait.Walk"), tag("Action.Jump"), tag("Gait.Run")];
    expect(keys({ labels, channels: ["speed"], hasQuery: true })).toEqual([
      "matches",
      "group:Gait",
      "tag:Gait.Walk",
      "tag:Gait.Run",
      "tag:Action.Jump",
      "event:Foot.Left",
      "channel:speed",
    ]);
  });

  test("collapses namespaces of tags and of events separately", () => {
    const labels = [tag("Foot.A"), tag("Foot.B"), event("Foot.Left"), event("Foot.Right")];
    expect(keys({ labels, folded: ["Foot"] })).toEqual([
      "group:Foot",
      "group:event:Foot",
      "event:Foot.Left",
      "event:Foot.Right",
    ]);
    expect(keys({ labels: [tag("Foot.A")], folded: ["Foot"] })).toEqual(["group:Foot"]);
  });

  test("puts the curves of both sides into one lane", () => {
    const channels = ["left_foot.height", "speed", "right_foot.height", "left_hand.speed"];
    const lanes = placeLanes({ labels: [], channels, hasQuery: false, folded: [] });
    expect(lanes.map(({ lane }) => lane)).toEqual([
      { kind: "channel", expression: "left_foot.height", other: "right_foot.height" },
      { kind: "channel", expression: "speed" },
      { kind: "channel", expression: "left_hand.speed" },
    ]);
  });

  test("lists each label once", () => {
    expect(keys({ labels: [tag("A"), tag("A")] })).toEqual(["tag:A"]);
  });

  test("places lanes below each other", () => {
    const lanes = placeLanes({
      labels: [tag("A"), tag("B"), tag("C")],
      channels: [],
      hasQuery: false,
      folded: [],
    });
    expect(lanes.map(({ top }) => top)).toEqual([0, 22, 44]);
    expect(heightOf(lanes)).toBe(66);
    expect(heightOf([])).toBe(0);
    expect(seenLanes(lanes, 22, 44)).toEqual([1, 2]);
    expect(seenLanes(lanes, 21, 45)).toEqual([0, 3]);
    expect(seenLanes(lanes, 100, 200)).toEqual([0, 0]);
    expect(laneAt(lanes, 43)).toBe(lanes[1]);
    expect(laneAt(lanes, 66)).toBeUndefined();
  });
});

test("scrolls no further than a lane needs", () => {
  const lane = { top: 100, height: 24 };
  expect(topToShow(lane, 150, 80)).toBe(100);
  expect(topToShow(lane, 90, 80)).toBe(90);
  expect(topToShow(lane, 0, 80)).toBe(44);
});
