import { expect, it } from "vitest";
import { eventually, openStudio } from "./harness";
import { arm, saved } from "./parts";
import { CLIP, openPaused, openPlaying, play, playFrames, stop } from "./playing";

/** Keys of `samples/footwork.toml`. */
const HANDS = { tag: "Contact.Hands", key: "h" };
const DOWN = { tag: "Action.Climb.Down", key: "d" };
/** Two tags of the exclusive group of `Gait`. */
const RUN = { tag: "Gait.Run", key: "r" };
const WALK = { tag: "Gait.Walk", key: "w" };
const HAND = { event: "Hand.Left", key: ";" };

it("tags the frames during which keys are held, even if one hold lies inside another", async () => {
  const { page, library } = await openPlaying();
  await playFrames(page, 30);
  await page.keyboard.down(HANDS.key);
  await playFrames(page, 15);
  await page.keyboard.down(DOWN.key);
  await playFrames(page, 15);
  await page.keyboard.up(DOWN.key);
  await playFrames(page, 30);
  await page.keyboard.up(HANDS.key);
  await stop(page);
  expect(await library.ranges(CLIP, HANDS.tag)).toEqual(["[30,90)"]);
  expect(await library.ranges(CLIP, DOWN.tag)).toEqual(["[45,60)"]);
});

it("adds one event per key press at the current frame, no matter how long the key is down", async () => {
  const { page, library } = await openPlaying();
  await playFrames(page, 42);
  await page.keyboard.down(HAND.key);
  await playFrames(page, 20);
  // A keyboard repeats the key while it is down.
  await page.keyboard.down(HAND.key);
  await page.keyboard.down(HAND.key);
  await page.keyboard.up(HAND.key);
  await stop(page);
  expect(await library.moments(CLIP, HAND.event)).toEqual([42]);
});

it("starts a tag where another tag of its exclusive group ends, and erases a third tag there", async () => {
  const { page, library } = await openPlaying();
  await playFrames(page, 30);
  await page.keyboard.down(RUN.key);
  await playFrames(page, 30);
  // The next key goes down before the previous key is up.
  await page.keyboard.down(WALK.key);
  await playFrames(page, 10);
  await page.keyboard.up(RUN.key);
  await playFrames(page, 20);
  await page.keyboard.up(WALK.key);
  await stop(page);
  expect(await library.ranges(CLIP, RUN.tag)).toEqual(["[30,60)"]);
  expect(await library.ranges(CLIP, WALK.tag)).toEqual(["[60,90)"]);
  const idle = ["[0,19)", "[83,134)", "[200,257)", "[327,340)"];
  const trimmed = idle.with(1, "[90,134)");
  expect(await library.ranges(CLIP, "Gait.Idle")).toEqual(trimmed);
  // The two holds are one undo step, which also restores the labels that they erased.
  await page.keyboard.press("Control+z");
  await eventually(async () => {
    expect(await library.ranges(CLIP, "Gait.Idle")).toEqual(idle);
    expect(await library.ranges(CLIP, WALK.tag)).toEqual([]);
    expect(await library.ranges(CLIP, RUN.tag)).toEqual([]);
  });
});

it("covers the frames played after a restart, and not the frames that it jumped over", async () => {
  const { page, library } = await openPaused();
  await page.keyboard.press("End");
  await page.keyboard.down(WALK.key);
  await page.clock.runFor(50);
  await play(page);
  await playFrames(page, 84);
  await page.keyboard.up(WALK.key);
  await stop(page);
  expect(await library.ranges(CLIP, WALK.tag)).toEqual(["[0,84)"]);
});

it("ends held tags when the window loses the focus", async () => {
  const { page, library } = await openPlaying();
  await playFrames(page, 30);
  await page.keyboard.down(HANDS.key);
  await playFrames(page, 30);
  await page.evaluate(() => window.dispatchEvent(new Event("blur")));
  await playFrames(page, 30);
  await page.keyboard.up(HANDS.key);
  await page.clock.resume();
  await saved(page);
  await eventually(async () => expect(await library.ranges(CLIP, HANDS.tag)).toEqual(["[30,60)"]));
});

it("paints as long as a key was down, even if no frame is drawn meanwhile", async () => {
  const { page, library } = await openStudio({ clip: CLIP });
  await arm(page);
  await page.keyboard.press("Space");
  await page.waitForTimeout(500);
  const heldMs = await page.evaluate((key) => {
    const busy = (ms: number) => {
      for (const since = performance.now(); performance.now() - since < ms; );
    };
    const send = (type: string) => {
      const event = new KeyboardEvent(type, { key, code: "KeyH", bubbles: true });
      document.body.dispatchEvent(event);
      return event.timeStamp;
    };
    busy(200);
    const down = send("keydown");
    busy(300);
    const up = send("keyup");
    busy(200);
    return up - down;
  }, HANDS.key);
  await page.keyboard.press("Space");
  await saved(page);
  const [range = ""] = await library.ranges(CLIP, HANDS.tag);
  const [start = 0, end = 0] = range.match(/\d+/g)?.map(Number) ?? [];
  const expected = (heldMs * 60) / 1000;
  expect(end - start).toBeGreaterThan(expected - 1);
  expect(end - start).toBeLessThan(expected + 1);
});
