import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Now } from "./holds";
import { createTouches } from "./touches";

const now: Now = {
  place: { time: 7, lap: 0, leg: 1, piece: 1 },
  round: { start: 0, stop: 100 },
  isPlaying: false,
};

function create() {
  const did: string[] = [];
  const touches = createTouches({
    shortestMs: () => 150,
    hold: (tag, { place }) => did.push(`hold ${tag} from ${place.time}`),
    tap: (tag) => did.push(`tap ${tag}`),
  });
  return { did, touches };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("is a tap if the key is released soon, and a hold if it stays down", () => {
  const { did, touches } = create();
  touches.down("A", now, 1000);
  vi.advanceTimersByTime(149);
  touches.up("A", 1149);
  expect(did).toEqual(["tap A"]);
  touches.down("A", now, 3000);
  vi.advanceTimersByTime(151);
  touches.up("A", 3200);
  expect(did).toEqual(["tap A", "hold A from 7"]);
});

it("depends on the times of the keys, not on when the page receives them", () => {
  const { did, touches } = create();
  touches.down("A", now, 1000);
  touches.up("A", 1400);
  expect(did).toEqual(["hold A from 7"]);
});

it("becomes a hold when the playhead moves, and has no effect once it is dropped", () => {
  const { did, touches } = create();
  touches.down("A", now, 1000);
  touches.down("B", now, 1000);
  touches.holdAll();
  expect(did).toEqual(["hold A from 7", "hold B from 7"]);
  touches.down("A", now, 2000);
  touches.drop();
  touches.up("A", 2010);
  vi.advanceTimersByTime(1000);
  expect(did).toHaveLength(2);
});
