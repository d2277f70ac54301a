import { beforeEach, describe, expect, test } from "vitest";
import { type Clock, createClock } from "./clock";

/** A time source that only the test advances. */
function createTime() {
  let now = 1000;
  let waiting: ((now: number) => void) | undefined;
  return {
    ticker: {
      now: () => now,
      request(tick: (now: number) => void) {
        waiting = tick;
        return 1;
      },
      cancel() {
        waiting = undefined;
      },
    },
    now: () => now,
    pass(ms: number) {
      now += ms;
      const tick = waiting;
      waiting = undefined;
      tick?.(now);
    },
  };
}

let time: ReturnType<typeof createTime>;
let clock: Clock;

beforeEach(() => {
  time = createTime();
  clock = createClock(time.ticker);
  clock.open(100, [10, 1]);
});

describe("playing", () => {
  test("knows how late a slow screen is, but not beyond a short stall", () => {
    clock.play();
    time.pass(500);
    const drawn = time.now();
    const check = (after: number, expected: number) =>
      expect(clock.delayAt(drawn + after)).toBeCloseTo(expected);
    check(10, 0);
    check(60, 43);
    check(300, 100);
    time.pass(1000);
    // This also holds for a key press that reaches the page only after the stall.
    check(60, 43);
    check(300, 100);
    check(1000, 0);
    clock.pause();
    check(1300, 0);
  });

  test("advances by the rate and the speed", () => {
    clock.play();
    time.pass(1000);
    expect(clock.time()).toBeCloseTo(10);
    clock.setSpeed(0.5);
    time.pass(1000);
    expect(clock.time()).toBeCloseTo(15);
  });

  test("keeps playing in the next opened clip", () => {
    clock.play();
    time.pass(500);
    clock.open(50, [20, 1]);
    expect(clock.isPlaying()).toBe(true);
    time.pass(1000);
    expect(clock.time()).toBeCloseTo(20);
    clock.pause();
    clock.open(100, [10, 1]);
    expect(clock.isPlaying()).toBe(false);
  });

  test("stops at the end, with its last frame shown, and then starts again", () => {
    clock.seek(95);
    clock.play();
    time.pass(1000);
    expect([clock.isPlaying(), clock.time(), clock.frame()]).toEqual([false, 100, 99]);
    expect(clock.place().lap).toBe(0);
    clock.play();
    expect(clock.time()).toBe(0);
    clock.seek(99);
    clock.pause();
    clock.play();
    time.pass(300);
    expect(clock.time()).toBeCloseTo(3);
  });

  test("plays a range once, and then returns to the given frame", () => {
    clock.setLoopsClip(true);
    clock.playOnce({ start: -5, stop: 20 }, 12);
    time.pass(1500);
    expect([clock.isPlaying(), clock.time()]).toEqual([true, 15]);
    time.pass(1000);
    expect([clock.isPlaying(), clock.time()]).toEqual([false, 12]);
    clock.play();
    time.pass(1000);
    expect(clock.time()).toBe(22);
  });

  test("backward stops at the start", () => {
    clock.setBackward(true);
    clock.seek(5);
    clock.play();
    time.pass(1000);
    expect([clock.isPlaying(), clock.time()]).toEqual([false, 0]);
  });

  test("wraps around at the end if the clip loops, and counts the laps", () => {
    clock.setLoopsClip(true);
    clock.seek(95);
    clock.play();
    time.pass(1000);
    expect(clock.time()).toBeCloseTo(5);
    expect(clock.place().lap).toBe(1);
  });

  test("backward wraps around at the start", () => {
    clock.setLoopsClip(true);
    clock.setBackward(true);
    clock.seek(5);
    clock.play();
    time.pass(1000);
    expect(clock.time()).toBeCloseTo(95);
    expect(clock.place().lap).toBe(-1);
  });

  test("enters the loop, and stays in it", () => {
    clock.seek(50);
    clock.play();
    clock.setLoop({ start: 20, stop: 30 });
    expect(clock.time()).toBe(20);
    time.pass(1500);
    expect(clock.time()).toBeCloseTo(25);
  });

  test("knows its recent positions, including those before it wrapped around", () => {
    clock.setLoopsClip(true);
    clock.seek(95);
    clock.play();
    time.pass(400);
    time.pass(200);
    expect(clock.placeAt(time.now() - 300)).toMatchObject({ lap: 0 });
    expect(clock.timeAt(time.now() - 300)).toBeCloseTo(98);
  });

  test("knows no position before playback began", () => {
    clock.seek(40);
    time.pass(500);
    clock.play();
    expect(clock.timeAt(time.now() - 300)).toBe(40);
  });

  test("counts a new leg for each discontinuity", () => {
    clock.play();
    const legs = [clock.place().leg];
    clock.setSpeed(2);
    legs.push(clock.place().leg);
    clock.seek(3);
    legs.push(clock.place().leg);
    time.pass(10);
    legs.push(clock.place().leg);
    expect(new Set(legs.slice(0, 3)).size).toBe(3);
    expect(legs[3]).toBe(legs[2]);
  });
});

describe("standing still", () => {
  test("steps stay inside the clip", () => {
    clock.step(-1);
    expect(clock.frame()).toBe(0);
    clock.step(1000);
    expect(clock.frame()).toBe(99);
  });

  test("pausing shows the frame of that moment", () => {
    clock.play();
    time.pass(730);
    clock.pause();
    time.pass(500);
    expect(clock.frame()).toBe(7);
  });

  test("a loop lies inside the clip and is not empty", () => {
    clock.setLoop({ start: -5, stop: 500 });
    expect(clock.loop()).toEqual({ start: 0, stop: 100 });
    clock.setLoop({ start: 5, stop: 5 });
    expect(clock.loop()).toBeUndefined();
  });

  test("ignores a time that is not a number", () => {
    clock.seek(4);
    clock.seek(Number.NaN);
    clock.setSpeed(Number.NaN);
    expect([clock.frame(), clock.speed()]).toEqual([4, 1]);
  });
});
