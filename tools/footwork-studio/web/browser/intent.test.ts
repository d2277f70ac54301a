import { expect, it } from "vitest";
import { eventually, openStudio } from "./harness";
import { arm, saved } from "./parts";
import { CLIP, holdFor, openPaused, openPlaying, play, playFrames, stop } from "./playing";

// Keys of `samples/footwork.toml`.
const HANDS = { tag: "Contact.Hands", key: "h" };
const RUN = { tag: "Gait.Run", key: "r" };
const WALK = { tag: "Gait.Walk", key: "w" };
const IDLE = ["[0,19)", "[83,134)", "[200,257)", "[327,340)"];

/** Returns the lines about other tags in the sidecar of the clip. */
async function others(library: { text(name: string): Promise<string | undefined> }, tag: string) {
  const lines = (await library.text(`${CLIP}.tags`))?.split("\n") ?? [];
  return lines.filter((line) => line.startsWith("tag ") && !line.startsWith(`tag ${tag} `));
}

it("cuts only the tag that was just held, and its notice undoes the cut", async () => {
  const { page, library } = await openPlaying();
  const before = await others(library, HANDS.tag);
  await playFrames(page, 30);
  await holdFor(page, HANDS.key, 70);
  // Stop on a frame with an Idle tag and before a Turn tag: the edit must change neither.
  await stop(page);
  await arm(page);
  for (let back = 0; back < 5; back += 1) await page.keyboard.press(",");
  await page.keyboard.press("]");
  await eventually(async () => expect(await library.ranges(CLIP, HANDS.tag)).toEqual(["[30,96)"]));
  expect(await others(library, HANDS.tag)).toEqual(before);
  const notice = page.locator(".notice").filter({ hasText: "Contact.Hands 30 – 100 → 30 – 96" });
  await notice.getByRole("button", { name: "Undo" }).click();
  await eventually(async () => expect(await library.ranges(CLIP, HANDS.tag)).toEqual(["[30,100)"]));
});

it("selects the labels that an undo restores, and edits them even before they are shown", async () => {
  const { page, library } = await openPlaying();
  const isSelected = (text: string) =>
    page.locator(".timeline-bar-chosen").getByText(text, { exact: true }).waitFor();
  await playFrames(page, 30);
  await holdFor(page, HANDS.key, 70);
  await stop(page);
  await arm(page);
  for (let back = 0; back < 5; back += 1) await page.keyboard.press(",");
  await page.keyboard.press("]");
  await isSelected("30 – 96 · 66 frames · 1.10 s");
  await saved(page);
  // Leave the restored span, so that the next edit cannot find it at the playhead.
  await page.keyboard.press("Home");
  await page.keyboard.press("Control+z");
  await isSelected("30 – 100 · 70 frames · 1.17 s");
  await page.keyboard.press("Control+Shift+z");
  await isSelected("30 – 96 · 66 frames · 1.10 s");
  await page.keyboard.press("Control+z");
  await page.keyboard.press("Shift+E");
  await eventually(async () => expect(await library.ranges(CLIP, HANDS.tag)).toEqual(["[30,99)"]));
  await saved(page);
  expect(await page.locator(".notice.error").count()).toBe(0);
});

it("splits only in the active lane when nothing is selected", async () => {
  const { page, library } = await openPlaying();
  await playFrames(page, 30);
  await holdFor(page, HANDS.key, 90);
  await stop(page);
  const before = await others(library, HANDS.tag);
  await page.keyboard.press("Shift+D");
  for (let back = 0; back < 20; back += 1) await page.keyboard.press(",");
  await page.keyboard.press("Shift+S");
  await eventually(async () =>
    expect(await library.ranges(CLIP, HANDS.tag)).toEqual(["[30,100)", "[100,120)"]),
  );
  expect(await others(library, HANDS.tag)).toEqual(before);
});

it("stops at the end of the clip, and a held key paints up to that end", async () => {
  const { page, library } = await openPaused();
  await page.keyboard.press("End");
  await page.keyboard.press("Shift+ArrowLeft");
  await play(page);
  await playFrames(page, 30);
  // Half a second up to the end, and half a second after it.
  await holdFor(page, HANDS.key, 60);
  await page.getByRole("button", { name: "Play", exact: true }).waitFor();
  await page.clock.resume();
  await saved(page);
  expect(await library.ranges(CLIP, HANDS.tag)).toEqual(["[309,340)"]);
});

it("does not paint across the end of a loop", async () => {
  const { page, library } = await openPaused();
  await page.getByRole("button", { name: "Loop", exact: true }).click();
  await page.keyboard.press("End");
  await page.keyboard.press("Shift+ArrowLeft");
  await play(page);
  await playFrames(page, 30);
  await holdFor(page, HANDS.key, 60);
  await playFrames(page, 10);
  await stop(page);
  expect(await library.ranges(CLIP, HANDS.tag)).toEqual(["[309,340)"]);
});

it("explains a tap while paused, and paints while a key is held", async () => {
  const { page, library } = await openPaused();
  const before = await library.files();
  await page.keyboard.press("p");
  await page.getByText(/Paused: hold P to paint Action\.Punch/).waitFor();
  await page.clock.resume();
  await saved(page);
  expect(await library.files()).toEqual(before);
  // A hold reports the labels that it erased.
  await page.keyboard.press(WALK.key, { delay: 400 });
  await page
    .locator(".notice")
    .filter({ hasText: "Gait.Walk 0 – 1 added" })
    .filter({ hasText: "Also changed: Gait.Idle 0 – 19 → 1 – 19" })
    .getByRole("button", { name: "Undo" })
    .click();
  await eventually(async () => expect(await library.files()).toEqual(before));
});

it("relabels the selection: by its key, by the list, by dragging; each is one undo step", async () => {
  const { page, library } = await openPlaying();
  await playFrames(page, 30);
  await holdFor(page, RUN.key, 30);
  await page.keyboard.press("Space");
  const gaits = async () => {
    const names = ["Idle", "Walk", "Run", "Crawl"];
    const all = await Promise.all(names.map((name) => library.ranges(CLIP, `Gait.${name}`)));
    return Object.fromEntries(names.map((name, at) => [name, all[at]]));
  };
  const shows = (some: object) =>
    eventually(async () =>
      expect(JSON.stringify(await gaits())).toBe(
        JSON.stringify({ Idle: IDLE, Walk: [], Run: [], Crawl: [], ...some }),
      ),
    );
  await shows({ Run: ["[30,60)"] });

  // The clock is stopped, so that a slow machine does not turn the press into a hold.
  await arm(page);
  await page.keyboard.press(WALK.key);
  await page.clock.resume();
  await page.getByText("Gait.Run 30 – 60 is now Gait.Walk").waitFor();
  await shows({ Walk: ["[30,60)"] });

  await arm(page);
  await page.keyboard.press("F4");
  await page.getByRole("combobox", { name: "Change to which tag?" }).fill("crawl");
  await page.keyboard.press("Enter");
  await shows({ Crawl: ["[30,60)"] });

  // Drag the span from its lane to the lane of Gait.Idle, once the page shows the result of the last edit.
  await saved(page);
  const canvas = await page.locator(".timeline-canvas").boundingBox();
  const lane = async (name: string) => {
    let y = Number.NaN;
    // A response of the server may be replacing the names.
    await eventually(async () => {
      const box = await page.locator(".timeline-names").getByTitle(name).boundingBox();
      expect(box, name).not.toBeNull();
      y = box?.y ?? y;
    });
    return y;
  };
  const x = (canvas?.x ?? 0) + ((canvas?.width ?? 0) * 45) / 340;
  await page.mouse.move(x, (await lane("Gait.Crawl")) + 12);
  await page.mouse.down();
  await page.mouse.move(x, (await lane("Gait.Idle")) + 12, { steps: 4 });
  await page.mouse.up();
  await shows({ Idle: ["[0,19)", "[30,60)", ...IDLE.slice(1)] });

  await page.keyboard.press("Control+z");
  await shows({ Crawl: ["[30,60)"] });
  await page.keyboard.press("Control+z");
  await shows({ Walk: ["[30,60)"] });
  await page.keyboard.press("Control+z");
  await shows({ Run: ["[30,60)"] });
});
