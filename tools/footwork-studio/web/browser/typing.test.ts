import type { Locator, Page } from "playwright-core";
import { expect, it } from "vitest";
import { keysOf, PACES, type Pace, RECORDED, strokesOf } from "../tests/typist";
import { openStudio } from "./harness";
import { clipRow, leaveFields, openClip, openPanel, saved, timelineOf } from "./parts";

/** Types a text at a pace. Only this function advances the page's clock. */
async function typeAt(page: Page, keys: readonly string[], pace: Pace): Promise<void> {
  let now = 0;
  for (const { at, key, isDown } of strokesOf(keys, pace)) {
    if (at > now) await page.clock.fastForward(Math.round(at - now));
    now = Math.max(at, now);
    await (isDown ? page.keyboard.down(key) : page.keyboard.up(key));
  }
}

/** The parts of the page in which typing must not edit; each function uses its part once, so that it has the focus. */
const PLACES: Record<string, (page: Page, clip: string) => Promise<void>> = {
  "the page": leaveFields,
  "the view": (page) =>
    page
      .locator("main canvas")
      .first()
      .click({ position: { x: 40, y: 120 } }),
  "the list": (page, clip) => clipRow(page, clip).click(),
  "the playing controls": (page) =>
    page.getByRole("button", { name: "Go to the first frame" }).click(),
  "the labels": async (page) => {
    const panel = await openPanel(page, "Labels");
    await panel.locator(".label-name").first().click();
  },
  "the timeline": (page) => page.keyboard.press("Escape"),
  "a button of the timeline": async (page) => {
    await leaveFields(page);
    await page.keyboard.press("Control+a");
    await tabTo(page, timelineOf(page).getByRole("button", { name: "Remove", exact: true }));
  },
  undo: (page) => tabTo(page, page.getByRole("button", { name: "Undo" })),
  "a state of the clip": async (page) => {
    const panel = await openPanel(page, "Clip");
    await tabTo(page, panel.getByRole("radio", { checked: true }));
  },
  "the cross of a label": async (page) => {
    const panel = await openPanel(page, "Labels");
    await tabTo(page, panel.getByRole("button", { name: /^Remove/ }).first());
  },
};

/** Focuses an element as `Tab` does. */
async function tabTo(page: Page, element: Locator): Promise<void> {
  await page.keyboard.press("Tab");
  await element.focus();
}

for (const [place, use] of Object.entries(PLACES))
  it(`changes no label when text is typed into ${place}`, async () => {
    const { page, library } = await openStudio({ before: (page) => page.clock.install() });
    const edits: string[] = [];
    page.on("request", (request) => {
      if (/\/api\/(edit|undo|redo|apply)$/.test(request.url())) edits.push(request.url());
    });
    const before = await library.files();
    const at = Object.keys(PLACES).indexOf(place);
    // Each part gets every text, each in a different clip. Over all parts, every pace is used several times.
    for (const [number, clip] of RECORDED.clips.entries()) {
      const stream = RECORDED.streams[(number + at) % RECORDED.streams.length];
      const pace = PACES[(number * 3 + at) % PACES.length];
      if (!stream || !pace) throw new Error("nothing is recorded");
      await openClip(page, clip);
      await use(page, clip);
      await page.clock.pauseAt(Date.now() + 3_600_000 * (number + 1));
      await typeAt(page, keysOf(stream.text), pace);
      expect(await timelineOf(page).getByText("Tagging", { exact: true }).count()).toBe(0);
      expect(edits, `${stream.name}, ${clip}, ${JSON.stringify(pace)}`).toEqual([]);
      await page.keyboard.press("Escape");
      await page.keyboard.press("Escape");
      await page.keyboard.press("k");
      await page.clock.resume();
    }
    await saved(page);
    expect(await library.files()).toEqual(before);
  });
