import { expect, it, onTestFinished } from "vitest";
import { firefoxPath, startFirefox } from "./firefox";
import { eventually } from "./harness";
import { Library } from "./library";
import { clipGrid, leaveFields, openClip, querySummary, saved, typeQuery } from "./parts";
import { Server } from "./server";

it("works in Firefox: lists, finds, draws, tags and undoes", async (context) => {
  const path = firefoxPath();
  if (path === undefined) context.skip("there is no Firefox here: set FIREFOX to one");
  const library = await Library.ofSamples();
  onTestFinished(library.remove);
  const server = new Server(library.root);
  onTestFinished(server.kill);
  await server.start();
  const { browser, end } = await startFirefox(path ?? "");
  onTestFinished(end);
  const tab = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    // Firefox itself cannot be given other preferences of these kinds.
    colorScheme: null,
    reducedMotion: null,
    forcedColors: null,
    contrast: null,
  });
  const page = await tab.newPage();
  page.setDefaultTimeout(60_000);
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(`${error}`));
  await page.goto(server.url);
  await clipGrid(page).locator("[aria-selected=true]").waitFor();

  const clip = "deepmimic/backflip.txt";
  await openClip(page, clip);
  await typeQuery(page, "Phase.Airborne");
  await querySummary(page).getByText(/clips/).first().waitFor();
  await leaveFields(page);
  // Either there is a picture, or the page says why not.
  const canvas = page.getByRole("main").locator("canvas").first();
  await eventually(async () => expect(await canvas.getAttribute("aria-label")).toMatch(/backflip/));

  const before = await library.text(`${clip}.tags`);
  for (let lane = 0; lane < 3; lane += 1) await page.keyboard.press("Control+ArrowDown");
  await page.keyboard.press("}");
  await page.keyboard.press("]");
  await page.locator(".notice").getByRole("button", { name: "Undo" }).waitFor();
  await saved(page);
  expect(await library.text(`${clip}.tags`)).not.toBe(before);
  await page.keyboard.press("Control+z");
  await eventually(async () => expect(await library.text(`${clip}.tags`)).toBe(before));
  expect(errors).toEqual([]);
});
