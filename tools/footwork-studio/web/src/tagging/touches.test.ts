import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Now } from "./holds";
import { createTouches } from "./touches";

const now: Now = {
  place: { time: 7, lap: 0, leg: 1 },
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

it("is a tap if the key is soon up, and a hold after a while", () => {
  const { did, touches } = create();
  touches.down("A", now, 1000);
  vi.advanceTimersByTime(149);
  touches.up("A", 1149);
  vi.advanceTimersByTime(1000);
  expect(did).toEqual(["tap A"]);
  touches.down("A", now, 3000);
  vi.advanceTimersByTime(151);
  touches.up("A", 3200);
  expect(did).toEqual(["tap A", "hold A from 7"]);
});

it("is no tap in a run of keys, as of a typed word", () => {
  const { did, touches } = create();
  for (const [at, tag] of ["A", "B", "A"].entries()) {
    touches.heard(1000 + at * 200, false);
    touches.down(tag, now, 1000 + at * 200);
    touches.up(tag, 1080 + at * 200);
    vi.advanceTimersByTime(200);
  }
  vi.advanceTimersByTime(1000);
  expect(did).toEqual([]);
  touches.heard(5000, false);
  touches.down("A", now, 5000);
  touches.up("A", 5080);
  vi.advanceTimersByTime(301);
  expect(did).toEqual(["tap A"]);
});

it("goes by the times of the keys, not by when the page hears of them", () => {
  const { did, touches } = create();
  touches.down("A", now, 1000);
  touches.up("A", 1400);
  expect(did).toEqual(["hold A from 7"]);
});

it("is a hold as soon as the playhead moves, and nothing once it is dropped", () => {
  const { did, touches } = create();
  touches.down("A", now, 1000);
  touches.down("B", now, 1000);
  touches.armAll();
  expect(did).toEqual(["hold A from 7", "hold B from 7"]);
  touches.down("A", now, 2000);
  touches.drop();
  touches.up("A", 2010);
  vi.advanceTimersByTime(1000);
  expect(did).toHaveLength(2);
});

it("is typing, in words that began while paused, even if one of their letters plays", () => {
  const { did, touches } = create();
  const type = (at: number, tag: string | undefined, isPlaying: boolean) => {
    touches.heard(at, isPlaying);
    if (tag === undefined) return;
    touches.down(tag, now, at);
    touches.armAll();
    touches.up(tag, at + 80);
  };
  type(1000, undefined, false);
  expect(touches.isTyping(1000)).toBe(false);
  type(1150, "A", true);
  expect(touches.isTyping(1150)).toBe(true);
  // A digit much later is no part of the word.
  expect(touches.isTyping(5000)).toBe(false);
  touches.heardSpace(1350);
  type(1600, "B", true);
  vi.advanceTimersByTime(1000);
  expect(did).toEqual([]);
  // Fast keys while playing tag.
  type(9000, undefined, true);
  type(9100, undefined, true);
  expect(touches.isTyping(9100)).toBe(false);
});
