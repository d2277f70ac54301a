import type { Locator, Page } from "playwright-core";
import { expect, it } from "vitest";
import { eventually, openStudio } from "./harness";
import { leaveFields, openClip, openPanel, querySummary, typeQuery } from "./parts";
import { compare } from "./pixels";

const picture = (page: Page) => page.getByRole("main").locator("canvas").first();

/** Waits until the canvas shows more than its background. */
async function drawn(page: Page, canvas: Locator): Promise<void> {
  await eventually(async () => {
    const now = await canvas.screenshot();
    // A floor, its grid, bones and their edges have many colours; an empty view has a handful.
    expect((await compare(page, now, now)).colours).toBeGreaterThan(64);
  });
}

it("draws the skeleton, and a different pose after seeking to another frame", async () => {
  const { page } = await openStudio({ reducedMotion: "reduce" });
  await openClip(page, "deepmimic/backflip.txt");
  await leaveFields(page);
  const canvas = picture(page);
  await drawn(page, canvas);
  const early = await canvas.screenshot();
  for (let step = 0; step < 20; step += 1) await page.keyboard.press("ArrowRight");
  await eventually(async () => {
    const look = await compare(page, early, await canvas.screenshot());
    expect(look.differing).toBeGreaterThan(0.002);
  });
});

it("reports that the 3D view did not load, and loads it on request", async () => {
  const file = "**/assets/stage-*.js";
  const { page } = await openStudio({
    before: async (page) => {
      await page.route(file, (route) => route.abort());
    },
    mayComplain: /ERR_FAILED/,
  });
  await openClip(page, "deepmimic/backflip.txt");
  await page.getByText("The 3D view did not load").waitFor();
  await page.unroute(file);
  await page.getByRole("button", { name: "Try again" }).click();
  await drawn(page, picture(page));
});

it("draws the frame at which a clip opens, not its first one", async () => {
  const { page } = await openStudio({ reducedMotion: "reduce" });
  // Motion arrives late, after the page went to the frame.
  await page.route("**/api/motion*", async (route) => {
    await new Promise((done) => setTimeout(done, 700));
    await route.continue();
  });
  await typeQuery(page, "Phase.Airborne & { height > 1 }");
  await querySummary(page).getByText("clip").waitFor();
  const panel = await openPanel(page, "Query");
  const arrived = page.waitForResponse(/api\/motion\?clip=deepmimic%2Fbackflip/);
  await panel.getByRole("listbox").getByTitle("deepmimic/backflip.txt").click();
  const canvas = picture(page);
  const told = () => canvas.getAttribute("aria-label");
  await eventually(async () => expect(await told()).toMatch(/backflip.*frame [1-9]/));
  const opened = await told();
  await arrived;
  await page.waitForTimeout(1500);
  // While clips are read, the bar above the view has one more line and the view is smaller.
  await page.getByText("reading motion").waitFor({ state: "detached" });
  await drawn(page, canvas);
  const first = await canvas.screenshot();

  // Seek to another frame and back, which repeats the whole layout.
  await leaveFields(page);
  await page.keyboard.press("ArrowRight");
  await eventually(async () => {
    const look = await compare(page, first, await canvas.screenshot());
    expect(look.differing).toBeGreaterThan(0.002);
  });
  await page.keyboard.press("ArrowLeft");
  await eventually(async () => {
    expect(await told()).toBe(opened);
    const look = await compare(page, first, await canvas.screenshot());
    expect(look.differing).toBeLessThan(0.002);
  });
});

it("puts the buttons next to a long name, where they hide no head", async () => {
  const { page } = await openStudio();
  await openClip(page, "cmu/playground_turn_right_jump_01.bvh");
  const name = page.getByRole("main").getByTitle("cmu/playground_turn_right_jump_01.bvh");
  const buttons = page.getByRole("toolbar", { name: "3D view" });
  const [left, right] = [await name.last().boundingBox(), await buttons.boundingBox()];
  if (!left || !right) throw new Error("the name or the buttons are missing");
  expect(right.y).toBeLessThan(left.y + left.height);
  expect(right.x).toBeGreaterThanOrEqual(left.x + left.width);
});
