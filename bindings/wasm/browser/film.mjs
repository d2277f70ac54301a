// Films the pages for the guides: `npm run film`, or `npm run film -- query`. Look at the files afterwards.
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { animatedWebp } from "./animatedWebp.mjs";
import { address, open, startChromium, steerAddress } from "./page.mjs";

const FOLDER = fileURLToPath(new URL("../../../docs/", import.meta.url));
const QUALITY = 0.6;
/** The motion between two pictures. Time stands still while a picture is drawn, which is slow on the CPU. */
const STEP_MS = 66;

/** Takes pictures of a page whose time stands still between them. */
class Camera {
  frames = [];

  constructor(page) {
    this.page = page;
  }

  /** Takes a picture that is shown for a while. */
  async take(ms = STEP_MS) {
    const picture = (await this.page.screenshot({ timeout: 120_000 })).toString("base64");
    const text = await this.page.evaluate(
      async ([picture, quality]) => {
        const image = new Image();
        image.src = `data:image/png;base64,${picture}`;
        await image.decode();
        const canvas = document.createElement("canvas");
        [canvas.width, canvas.height] = [image.width, image.height];
        canvas.getContext("2d").drawImage(image, 0, 0);
        return canvas.toDataURL("image/webp", quality);
      },
      [picture, QUALITY],
    );
    this.frames.push({ bytes: Buffer.from(text.split(",")[1], "base64"), ms });
  }

  /** Lets time pass, and takes pictures of it. */
  async run(shots) {
    for (let shot = 0; shot < shots; shot++) {
      await this.page.clock.fastForward(STEP_MS);
      await this.take();
    }
  }
}

const FILMS = {
  query: {
    place: address,
    size: { width: 800, height: 600 },
    async play({ page }, camera) {
      await page.fill("#query-text", "");
      await camera.take(800);
      for (const letter of "Action.K") {
        await page.locator("#query-text").pressSequentially(letter);
        await camera.take(120);
      }
      await camera.take(700);
      await page.keyboard.press("Enter");
      await camera.take(900);
      await page.keyboard.press("Enter");
      await camera.run(14);
      await page.keyboard.press("Enter");
      await camera.run(20);
    },
  },
  steer: {
    place: steerAddress,
    size: { width: 960, height: 600 },
    async play({ page }, camera) {
      await page.evaluate(() => {
        globalThis.steer.character.teleport({ positionM: [3.5, 0, 1.5], headingRad: 0 });
        document.getElementById("why").setAttribute("open", "");
      });
      await page.keyboard.down("w");
      await camera.run(48);
    },
  },
};

const browser = await startChromium();
const chosen = process.argv.slice(2);
for (const [name, { place, size, play }] of Object.entries(FILMS)) {
  if (chosen.length > 0 && !chosen.includes(name)) {
    continue;
  }
  const context = await browser.newContext({ viewport: size, colorScheme: "light" });
  await context.clock.install();
  const opened = await open(context, "", {}, place);
  await opened.page.clock.pauseAt(Date.now() + 60_000);
  const camera = new Camera(opened.page);
  await play(opened, camera);
  const film = animatedWebp(size, camera.frames);
  writeFileSync(`${FOLDER}${name}.webp`, film);
  console.log(`${name}.webp: ${camera.frames.length} pictures, ${film.length} bytes`);
  await context.close();
}
await browser.close();
