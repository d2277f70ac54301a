import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { type Desk, fakeBrowser, openDesk } from "../../tests/desk";

vi.mock("../api/changes", () => ({ listenToChanges: () => () => {} }));

let desk: Desk;
/** The time between drawn frames, in milliseconds. */
let frameMs = 20;

beforeAll(async () => {
  fakeBrowser(() => frameMs);
  // 270 frames at 60 frames per second.
  desk = await openDesk("cmu/playground_climb_down_01.bvh");
});
afterAll(() => {
  desk.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
beforeEach(() => {
  frameMs = 20;
  desk.studio.clock.pause();
  desk.studio.clock.setLoop(undefined);
  desk.studio.prefer({ loopClip: false });
  desk.studio.clock.seek(0);
  desk.studio.select([]);
  desk.made.splice(0);
  desk.click("timeline");
});

/** The frames that each of the last edits painted. */
const painted = () =>
  desk.made
    .splice(0)
    .flatMap(({ clips }) =>
      clips.flatMap(({ operations }) =>
        operations.flatMap((one) => (one.kind === "paint" ? [[one.start, one.stop]] : [])),
      ),
    );
const pass = (ms: number) => vi.advanceTimersByTime(ms);
const hold = (key: string) => desk.send(key, true, "timeline");
const release = (key: string) => desk.send(key, false, "timeline");

it("a tag key held from the last frame on paints the frames played after playback restarts", async () => {
  const { clock } = desk.studio;
  const toEnd = [
    () => desk.press("End"),
    () => {
      desk.press(" ");
      pass(6000);
      expect([clock.isPlaying(), clock.frame()]).toEqual([false, clock.frames() - 1]);
    },
  ];
  for (const go of toEnd)
    for (const restMs of [40, 400]) {
      go();
      hold("w");
      // After 40 ms, the held key does not paint yet; after 400 ms, it does.
      pass(restMs);
      desk.press(" ");
      pass(1400);
      release("w");
      const [range, ...rest] = painted();
      expect([range?.[0], rest]).toEqual([0, []]);
      expect(range?.[1]).toBeGreaterThan(80);
      expect(range?.[1]).toBeLessThan(86);
      desk.press(" ");
      await desk.settle();
    }
});

it("a hold leaves out frames that the clock jumped over", async () => {
  const jumps: [key: string, to: number][] = [
    ["Home", 0],
    ["End", 269],
  ];
  for (const [key, to] of jumps) {
    desk.studio.clock.seek(100);
    hold("w");
    pass(200);
    desk.press("ArrowRight");
    desk.press(key);
    release("w");
    const expected = [
      [100, 102],
      [to, to + 1],
    ];
    expect(painted()).toEqual(expected.sort(([a = 0], [b = 0]) => a - b));
    await desk.settle();
  }
  desk.studio.clock.seek(100);
  desk.press(" ");
  hold("w");
  pass(500);
  desk.studio.clock.setLoop({ start: 200, stop: 220 });
  pass(100);
  release("w");
  const [before, after, ...rest] = painted();
  expect([before?.[0], after?.[0], rest]).toEqual([100, 200, []]);
  expect(before?.[1]).toBeLessThan(132);
  expect(after?.[1]).toBeLessThan(208);
  await desk.settle();
});

it("keys take effect at the times of their events, even if they arrive after the end is drawn", async () => {
  for (const isLooping of [false, true]) {
    desk.studio.prefer({ loopClip: isLooping });
    desk.studio.clock.seek(41);
    frameMs = 5000;
    desk.press(" ");
    const since = performance.now();
    pass(60);
    hold("b");
    // The frame is drawn before the page receives the other keys.
    pass(4950);
    desk.send("b", false, "timeline", since + 170);
    desk.send("w", true, "timeline", since + 500);
    desk.send("w", false, "timeline", since + 900);
    const [b, w, ...rest] = painted();
    expect([b?.[0], rest]).toEqual([42, []]);
    expect(b?.[1]).toBeLessThanOrEqual(51);
    expect(w?.[0]).toBeGreaterThanOrEqual(41 + 24);
    expect(w?.[1]).toBeLessThanOrEqual(41 + 54);
    pass(1000);
    expect(painted()).toEqual([]);
    frameMs = 20;
    await desk.settle();
  }
});

it("a key that is still held at the end of the clip paints up to the end", async () => {
  desk.studio.clock.seek(200);
  desk.press(" ");
  hold("w");
  pass(3000);
  expect(painted()).toEqual([[200, 270]]);
  release("w");
  expect(painted()).toEqual([]);
  await desk.settle();
});

it("selects the painted span, but not if it merged with an older span", async () => {
  const paintWalk = async () => {
    desk.press(" ");
    hold("w");
    pass(300);
    release("w");
    desk.studio.clock.pause();
    await desk.settle();
    return desk.studio.selection();
  };
  desk.studio.clock.seek(150);
  const [painted] = await paintWalk();
  expect(painted).toMatchObject({ kind: "span", tag: "Gait.Walk", start: 150 });
  // The next frames follow without a gap, so both paintings become one span.
  expect(await paintWalk()).toEqual([]);
});
