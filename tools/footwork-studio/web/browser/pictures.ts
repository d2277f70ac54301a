import { mkdir } from "node:fs/promises";
import { resolve } from "node:path";
import { startChromium } from "footwork-page/browser/chromium";
import type { Browser, Page } from "playwright-core";
import { Library } from "./library";
import { clipGrid, leaveFields, openClip, openPanel, querySummary, typeQuery } from "./parts";
import { Server } from "./server";

/** The folder for the pictures in the documentation. */
const FOLDER = resolve("../docs");

interface Picture {
  name: string;
  size: [width: number, height: number];
  colours: "dark" | "light";
  /** Brings the page into the state that the picture shows. */
  pose(page: Page): Promise<void>;
}

const PICTURES: Picture[] = [
  {
    name: "query",
    size: [1280, 800],
    colours: "dark",
    async pose(page) {
      await openClip(page, "cmu/playground_jump_turn_left_01.bvh");
      await typeQuery(page, "then(Phase.Takeoff, Phase.Land, 0.4s)");
      await querySummary(page).getByText("5 clips").waitFor();
      await seek(page, 58);
    },
  },
  {
    name: "encoding",
    size: [1280, 800],
    colours: "light",
    async pose(page) {
      await openClip(page, "deepmimic/run.txt");
      const panel = await openPanel(page, "Encoding");
      await panel.locator("canvas").first().waitFor();
      await seek(page, 12);
    },
  },
  {
    name: "large",
    size: [1920, 1080],
    colours: "dark",
    async pose(page) {
      await openClip(page, "deepmimic/backflip.txt");
      await typeQuery(page, "Phase.Airborne & { height > 1 }");
      await querySummary(page).getByText("clip").waitFor();
      await openPanel(page, "Labels");
      await seek(page, 14);
    },
  },
];

/** A recorded character in a football library. */
const RECORDING: Picture = {
  name: "recording",
  size: [1440, 1000],
  colours: "dark",
  async pose(page) {
    const panel = await openPanel(page, "Recording");
    for (let jump = 0; jump < 14; jump += 1)
      await panel.getByRole("button", { name: "Next jump" }).click();
    await page.waitForTimeout(4000);
  },
};

async function drawRecording(browser: Browser): Promise<void> {
  const library = await Library.copyOf(resolve("../../../samples/football"));
  const path = await library.recorded("Gait & !Kick", 30, ["--speed", "2"]);
  const server = new Server(library.root, ["--recording", path]);
  try {
    await server.open();
    await draw(browser, server, RECORDING);
  } finally {
    await server.kill();
    await library.remove();
  }
}

/** Takes the pictures of the documentation: `npm run pictures`. Look at the pictures before you commit them. */
export async function main(): Promise<void> {
  await mkdir(FOLDER, { recursive: true });
  const library = await Library.ofSamples();
  const server = new Server(library.root);
  const browser = await startChromium();
  try {
    await server.open();
    for (const picture of PICTURES) await draw(browser, server, picture);
    await drawRecording(browser);
  } finally {
    await browser.close();
    await server.kill();
    await library.remove();
  }
}

async function draw(browser: Browser, server: Server, picture: Picture): Promise<void> {
  const [width, height] = picture.size;
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: picture.colours,
    reducedMotion: "reduce",
  });
  const page = await context.newPage();
  await page.goto(server.url);
  await clipGrid(page).locator("[aria-selected=true]").waitFor();
  await picture.pose(page);
  // Wait until poses are loaded and transitions have ended.
  await page.waitForTimeout(1500);
  await page.mouse.move(0, 0);
  await page.screenshot({ path: `${FOLDER}/${picture.name}.png` });
  await context.close();
  console.log(`${picture.name}.png`);
}

/** Goes to a frame, using keys. */
async function seek(page: Page, frame: number): Promise<void> {
  await leaveFields(page);
  await page.keyboard.press("Home");
  for (let at = 0; at < frame; at += 1) await page.keyboard.press("ArrowRight");
}
