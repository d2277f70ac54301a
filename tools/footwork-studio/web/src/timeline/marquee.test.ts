import { expect, test } from "vitest";
import { clipLabels, span } from "../../tests/clips";
import { placeLanes } from "./lanes";
import { enclosed } from "./marquee";
import { PAD, scaleOf } from "./scale";
import { byName } from "./scene";

test("a marquee selects the labels that it touches", () => {
  const spans = [span("A", 0, 10), span("A", 20, 30), span("B", 0, 100)];
  const events = [{ event: "E", time: 5, data: null }];
  const grouped = byName(clipLabels({ spans, events }));
  const lanes = placeLanes({
    labels: [
      { kind: "tag", name: "A" },
      { kind: "tag", name: "B" },
      { kind: "event", name: "E" },
    ],
    channels: [],
    hasQuery: false,
    folded: [],
  });
  const scale = scaleOf({ start: 0, stop: 100 }, 100 + 2 * PAD);
  const take = (left: number, top: number, right: number, bottom: number) =>
    enclosed({ left: left + PAD, right: right + PAD, top, bottom }, lanes, grouped, scale).map(
      (one) => (one.kind === "span" ? `${one.tag} ${one.start}` : `${one.event} ${one.time}`),
    );
  expect(take(5, 2, 25, 20)).toEqual(["A 0", "A 20"]);
  expect(take(11, 2, 19, 20)).toEqual([]);
  expect(take(0, 0, 8, 72)).toEqual(["A 0", "B 0", "E 5"]);
});
