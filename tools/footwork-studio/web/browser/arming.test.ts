import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { keysOf } from "../tests/typist";
import { eventually, openStudio, settled } from "./harness";
import { arm, clipRow, openPanel, queryBox, saved, timelineOf } from "./parts";
import { CLIP, openPaused } from "./playing";

const HANDS = "Contact.Hands";
const IDLE = ["[0,19)", "[83,134)", "[200,257)", "[327,340)"];

/** Returns whether tagging is armed. Checks that the page shows both the frame and the word, or neither. */
async function isArmed(page: Page): Promise<boolean> {
  const frame = await page.getByRole("region", { name: "Timeline" }).evaluate((it) => {
    const { borderTopWidth, borderTopColor } = getComputedStyle(it, "::after");
    const { backgroundColor } = getComputedStyle(it.querySelector(".timeline-playhead") ?? it);
    return borderTopWidth === "2px" && borderTopColor === backgroundColor;
  });
  const word = await timelineOf(page).getByText("Tagging", { exact: true }).count();
  expect(word).toBe(frame ? 1 : 0);
  return frame;
}
const expectArmed = (page: Page, expected: boolean, message: string) =>
  expect.poll(() => isArmed(page), { message, timeout: 20_000 }).toBe(expected);

it("is armed by the timeline, and disarmed only by Esc, a list, a panel or a text field", async () => {
  const { page } = await openStudio({ clip: CLIP });
  await expectArmed(page, false, "just opened");
  const canvas = page.locator(".timeline-canvas");
  const arming: [string, () => Promise<void>][] = [
    ["a click on the lanes", () => canvas.click({ position: { x: 300, y: 60 } })],
    ["a click on the ruler", () => page.locator(".timeline-ruler").click()],
    ["a click on the name of a lane", () => timelineOf(page).getByTitle("Gait.Idle").click()],
    [
      "Enter on it",
      async () => {
        await page.keyboard.press("Escape");
        await page.keyboard.press("Enter");
      },
    ],
    ["its button", () => page.getByRole("button", { name: "Tag keys off" }).click()],
  ];
  for (const [how, run] of arming) {
    await run();
    await expectArmed(page, true, how);
    await page.keyboard.press("Escape");
    await expectArmed(page, false, `Esc after ${how}`);
  }
  const disarming: [string, () => Promise<unknown>][] = [
    ["the list", () => clipRow(page, CLIP).click()],
    ["the filter", () => page.getByRole("textbox", { name: "Filter clips by name" }).click()],
    ["a tab of the panels", () => openPanel(page, "Labels")],
    ["a panel", () => page.getByRole("grid", { name: /labels/i }).click()],
    ["the query", () => queryBox(page).click()],
    ["the query by its key", () => page.keyboard.press("/")],
    ["the list of keys", () => page.keyboard.press("?")],
    ["the frame", () => page.getByRole("textbox", { name: "Frame", exact: true }).click()],
    ["its button", () => page.getByRole("button", { name: "Tagging" }).click()],
  ];
  for (const [how, run] of disarming) {
    await arm(page);
    await run();
    await expectArmed(page, false, how);
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await expectArmed(page, false, `Esc after ${how}`);
  }
  await arm(page);
  const view = page.locator("main canvas").first();
  const box = await view.boundingBox();
  const [x, y] = [(box?.x ?? 0) + 60, (box?.y ?? 0) + 160];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 80, y + 20, { steps: 4 });
  await page.mouse.up();
  for (const name of ["Go to the first frame", "Loop", "Pause", "Backward"])
    await page
      .getByRole("button", { name: name === "Pause" ? /^(Play|Pause)$/ : name, exact: true })
      .first()
      .click();
  await page.getByRole("combobox", { name: "Speed" }).selectOption("0.5");
  for (const key of ["Space", "ArrowRight", "PageDown", "PageUp"]) await page.keyboard.press(key);
  await expectArmed(page, true, "after the view and the playing controls");
  // A newly opened page is not armed.
  await page.reload();
  await settled(page);
  await expectArmed(page, false, "loaded again");
});

it("resumes tagging after a field of the timeline or of playback, but not after Esc", async () => {
  const { page, library } = await openStudio({ clip: CLIP });
  await arm(page);
  const frame = page.getByRole("textbox", { name: "Frame", exact: true });
  await frame.fill("90");
  await expectArmed(page, false, "in the field");
  await frame.press("Enter");
  await expectArmed(page, true, "after the field");
  await page.keyboard.press("{");
  await page.keyboard.press("Control+ArrowDown");
  await page.keyboard.press("}");
  await page.keyboard.press("Enter");
  await page.getByRole("form", { name: /Numbers of/ }).waitFor();
  await expectArmed(page, false, "in the numbers");
  await page.keyboard.press("Enter");
  await expectArmed(page, true, "after the numbers");
  await page.keyboard.press("F4");
  const picker = page.getByRole("combobox", { name: "Change to which tag?" });
  await picker.waitFor();
  await page.keyboard.press("Escape");
  await picker.waitFor({ state: "detached" });
  await expectArmed(page, false, "after Esc in the field");
  await arm(page);
  await page.keyboard.press("F4");
  await picker.fill("crawl");
  await page.keyboard.press("Enter");
  await expectArmed(page, true, "after another tag was chosen");
  await saved(page);
  expect(await library.ranges(CLIP, "Gait.Crawl")).toHaveLength(1);
});

it("says how to start tagging until the user has once done so, and why a key did nothing", async () => {
  const { page } = await openStudio({ clip: CLIP });
  const hint = page.getByText("To tag with keys, click the timeline, or press Enter on it.");
  await hint.waitFor();
  await page.keyboard.press("h");
  await page.locator(".arm-missed").waitFor();
  expect(await page.locator(".notice").count()).toBe(0);
  await arm(page);
  await hint.waitFor({ state: "detached" });
  await page.keyboard.press("Escape");
  await page.reload();
  await settled(page);
  await page.keyboard.press("h");
  await page.locator(".arm-missed").waitFor();
  expect(await hint.count()).toBe(0);
});

it("undoes a word in one step, and its notice counts the edits", async () => {
  const { page, library } = await openPaused();
  const before = await library.files();
  for (const key of keysOf("walk to the left")) {
    await page.keyboard.down(key);
    await page.clock.fastForward(180);
    await page.keyboard.up(key);
    await page.clock.fastForward(120);
  }
  await page.keyboard.press("k");
  const notice = page.locator(".notice.done");
  const count = async () => Number((await notice.textContent())?.match(/(\d+) edits:/)?.[1]);
  expect(await count()).toBeGreaterThan(3);
  const counted = await count();
  await page.clock.resume();
  await saved(page);
  expect(await library.files()).not.toEqual(before);
  await page.keyboard.press("Control+z");
  await notice.getByText(`${counted} edits: undone`).waitFor();
  await eventually(async () => expect(await library.files()).toEqual(before));
  // One Redo restores them all, for users who meant to undo fewer edits.
  await notice.getByRole("button", { name: "Redo" }).click();
  await notice.getByText(`${counted} edits: redone`).waitFor();
  await page.keyboard.press("Control+z");
  await eventually(async () => expect(await library.files()).toEqual(before));
});

it("begins another step after a pause of two seconds, and after a click", async () => {
  const { page, library } = await openPaused();
  const mark = async (key: string) => {
    await page.keyboard.press(key);
    await page.keyboard.press(".");
  };
  const times = () => library.moments(CLIP, "Hand.Left");
  await mark(";");
  await page.clock.fastForward(1500);
  await mark(";");
  await page.clock.fastForward(2500);
  await mark(";");
  await arm(page);
  await mark(";");
  await page.clock.resume();
  await saved(page);
  expect(await times()).toEqual([0, 1, 2, 3]);
  for (const left of [[0, 1, 2], [0, 1], []]) {
    await page.keyboard.press("Control+z");
    await eventually(async () => expect(await times()).toEqual(left));
  }
});

it("removes and relabels only selected labels, and does not relabel one outside the view", async () => {
  const { page, library } = await openStudio({ clip: CLIP });
  const before = await library.files();
  await page.locator(".timeline-corner").click();
  // The active lane has a label at the playhead.
  await timelineOf(page).getByTitle("Gait.Idle").click();
  await page.keyboard.press("Shift+D");
  await page.keyboard.press("Home");
  await timelineOf(page).getByText("at the playhead").waitFor();
  for (const key of ["Delete", "Backspace", "F4", "Control+x"]) {
    await page.keyboard.press(key);
    await page.locator(".notice").getByText("Nothing is selected").waitFor();
    expect(await page.getByRole("dialog").count()).toBe(0);
  }
  expect(
    await timelineOf(page).getByRole("button", { name: "Remove", exact: true }).isDisabled(),
  ).toBe(true);
  await page.keyboard.press("w");
  await page.getByText(/Paused: hold W to paint Gait\.Walk/).waitFor();

  // Select a label, then scroll until it is outside the view, which shows the end of the clip.
  await page.keyboard.press("}");
  await timelineOf(page).getByText("0 – 19").waitFor();
  await page.keyboard.press("End");
  for (let step = 0; step < 6; step += 1) await page.keyboard.press("+");
  await page.keyboard.press("w");
  await page.getByText("Not changed to Gait.Walk, since the selection is out of sight").waitFor();
  await saved(page);
  expect(await library.files()).toEqual(before);
  await page.keyboard.press("Shift+F");
  await page.keyboard.press("w");
  await eventually(async () => expect(await library.ranges(CLIP, "Gait.Walk")).toEqual([IDLE[0]]));
  // Delete removes only the selected label.
  await page.keyboard.press("Delete");
  await eventually(async () => expect(await library.ranges(CLIP, "Gait.Walk")).toEqual([]));
  expect(await library.ranges(CLIP, "Gait.Idle")).toEqual(IDLE.slice(1));
  expect(await library.ranges(CLIP, HANDS)).toEqual([]);
});

it("removes only selected rows of the table, and does not react to Backspace", async () => {
  const { page, library } = await openStudio({ clip: CLIP });
  const before = await library.files();
  const panel = await openPanel(page, "Labels");
  await panel.getByRole("searchbox").fill("Idle");
  const rows = panel.getByRole("row").filter({ hasText: "Gait.Idle" });
  await rows.first().locator(".label-name").click();
  await page.keyboard.press("Backspace");
  // Move the cursor to a row that is not selected.
  await page.keyboard.press(" ");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Delete");
  await page.getByText("Nothing is selected: Space selects a row").waitFor();
  await saved(page);
  expect(await library.files()).toEqual(before);
  await page.keyboard.press(" ");
  await page.keyboard.press("Delete");
  await eventually(async () =>
    expect(await library.ranges(CLIP, "Gait.Idle")).toEqual(IDLE.toSpliced(1, 1)),
  );
});

it("the first press of a key button only arms tagging", async () => {
  const { page, library } = await openStudio({ clip: CLIP });
  const walk = page.getByRole("button", { name: "W Walk" });
  await walk.click();
  await expectArmed(page, true, "clicked");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await expectArmed(page, false, "Esc");
  await page.keyboard.press("Tab");
  await walk.focus();
  await page.keyboard.press("Space");
  await expectArmed(page, true, "Space on it");
  await page.keyboard.press("Escape");
  await saved(page);
  expect(await library.ranges(CLIP, "Gait.Walk")).toEqual([]);
});

it("returns to the button of a dialog that Esc closes, and says how to leave a field", async () => {
  const { page } = await openStudio({ clip: CLIP });
  await arm(page);
  const lane = timelineOf(page).getByRole("button", { name: "+ Lane" });
  await lane.click();
  const dialog = page.getByRole("dialog", { name: "Add a lane" });
  await dialog.waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await page.keyboard.press("Enter");
  await dialog.waitFor();
  await expectArmed(page, false, "in its field");
  await page.keyboard.press("Escape");
  await arm(page);
  await page.getByRole("textbox", { name: "Frame", exact: true }).click();
  const resume = timelineOf(page).getByRole("button", { name: "Enter to resume" });
  await resume.waitFor();
  await resume.click();
  await expectArmed(page, true, "its button");
});
