// Takes screenshots of the pages for review: `npm run pictures -- FOLDER`.
import { address, open, startChromium, steerAddress } from "./page.mjs";

const browser = await startChromium();
for (const [place, page] of [
  [address, "playground"],
  [steerAddress, "steer"],
]) {
  for (const colorScheme of ["light", "dark"]) {
    for (const [name, width, height] of [
      ["desk", 1280, 800],
      ["phone", 390, 844],
    ]) {
      const options = { viewport: { width, height }, colorScheme };
      const { page: tab } = await open(browser, "", options, place);
      await tab.screenshot({
        path: `${process.argv[2]}/${page}-${name}-${colorScheme}.png`,
        fullPage: page === "playground",
        timeout: 180_000,
      });
      await tab.close();
    }
  }
}
await browser.close();
