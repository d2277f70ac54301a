// Takes screenshots of the page for review: `npm run pictures -- FOLDER`.
import { open, startChromium } from "./page.mjs";

const browser = await startChromium();
for (const colorScheme of ["light", "dark"]) {
  for (const [name, width, height] of [
    ["desk", 1280, 800],
    ["phone", 390, 844],
  ]) {
    const { page } = await open(browser, "", { viewport: { width, height }, colorScheme });
    await page.screenshot({
      path: `${process.argv[2]}/${name}-${colorScheme}.png`,
      fullPage: true,
    });
    await page.close();
  }
}
await browser.close();
