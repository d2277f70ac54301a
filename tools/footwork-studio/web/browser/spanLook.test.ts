import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { eventually, openStudio } from "./harness";
import { arm, leaveFields, saveState } from "./parts";

const CLIP = "cmu/playground_jump_turn_left_01.bvh";

/** Returns the colours of a lane's picture between two frames, row by row, in the middle third of the lane's height. */
const colours = (page: Page, lane: string, from: number, to: number, frames = 340) =>
  page.evaluate(
    ({ lane, from, to, frames }) => {
      const canvas = document.querySelector<HTMLCanvasElement>(".timeline-canvas");
      const labels = [...document.querySelectorAll<HTMLElement>(".lane-label")];
      const name = labels.find((it) => it.title.split(":")[0] === lane)?.closest(".lane-name");
      const context = canvas?.getContext("2d");
      if (!canvas || !name || !context) throw new Error(`no lane ${lane}`);
      const box = canvas.getBoundingClientRect();
      const row = name.getBoundingClientRect();
      // The whole clip is visible, with 10 pixels to its left and right.
      const x = (frame: number) => 10 + (frame / frames) * (box.width - 20);
      const y = row.top - box.top + row.height / 3;
      const width = Math.max(x(to) - x(from), 1);
      const { data } = context.getImageData(x(from), y, width, row.height / 3);
      const all = new Map<string, number>();
      for (let at = 0; at < data.length; at += 4) {
        const colour = `${data[at]},${data[at + 1]},${data[at + 2]}`;
        all.set(colour, (all.get(colour) ?? 0) + 1);
      }
      return [...all].sort((a, b) => b[1] - a[1]);
    },
    { lane, from, to, frames },
  );

/** Returns the difference between the strongest and the weakest component of a colour, from 0 to 255. */
const strength = (colour = "") => {
  const parts = colour.split(",").map(Number);
  return Math.max(...parts) - Math.min(...parts);
};

it("writes names on muted spans, and hatches only unsaved spans; no part of the page is green then", async () => {
  const { page, server, library } = await openStudio({
    clip: CLIP,
    colorScheme: "dark",
    mayComplain: /ERR_CONNECTION|WebSocket|401/,
  });
  await leaveFields(page);
  // Jump covers frames 20 to 82. Its name is at the start, and the rest of the span has one muted colour.
  await eventually(async () =>
    expect((await colours(page, "Action.Jump", 22, 38)).length).toBeGreaterThan(4),
  );
  const rest = await colours(page, "Action.Jump", 60, 78);
  expect(rest.length).toBeLessThanOrEqual(2);
  const swatch = await page
    .locator(".lane-label[title^='Action.Jump'] .lane-swatch")
    .evaluate((it) => getComputedStyle(it).backgroundColor.replace(/rgb\(|\)| /g, ""));
  expect(strength(rest[0]?.[0])).toBeLessThan(0.6 * strength(swatch));

  const greens = () =>
    page.evaluate(() => {
      const probe = document.createElement("span");
      probe.style.color = "light-dark(#146c43, #6fdca6)";
      document.body.append(probe);
      const green = getComputedStyle(probe).color;
      probe.remove();
      return [...document.querySelectorAll("main, nav, header, aside, .time")]
        .flatMap((part) => [...part.querySelectorAll("*")])
        .filter((it) => it.checkVisibility())
        .filter((it) => {
          const { color, fill, stroke, backgroundColor } = getComputedStyle(it);
          return [color, fill, stroke, backgroundColor].includes(green);
        })
        .map((it) => `${it.tagName} ${it.getAttribute("class")}`);
    });
  expect((await greens()).length).toBeGreaterThan(0);
  await server.kill();
  await saveState(page).getByText("Not connected").waitFor();
  await eventually(async () => expect(await greens()).toEqual([]));

  // A span that cannot be saved is hatched; the other spans stay plain.
  await page.keyboard.press("End");
  await arm(page);
  await page.keyboard.press("Home");
  await page.keyboard.down("w");
  for (let step = 0; step < 4; step += 1) await page.keyboard.press("Shift+ArrowRight");
  await page.keyboard.up("w");
  await saveState(page)
    .getByText(/Not saved/)
    .waitFor();
  await eventually(async () => {
    const [, second] = await colours(page, "Gait.Walk", 60, 90);
    expect(second?.[1]).toBeGreaterThan(40);
  });
  expect((await colours(page, "Action.Jump", 60, 78)).length).toBeLessThanOrEqual(2);
  await server.open(library.root);
});
