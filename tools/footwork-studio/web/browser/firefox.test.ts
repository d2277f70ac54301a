import { mkdir, writeFile } from "node:fs/promises";
import { expect, it, onTestFinished } from "vitest";
import { FirefoxPage, firefoxPath } from "./firefox";
import { eventually } from "./harness";
import { Library } from "./library";
import { Server } from "./server";

/** The folder for screenshots, for inspection by eye. */
const SHOTS = "../../../target/studio-screenshots";
const CLIP = "deepmimic/backflip.txt";
/** Keys by their WebDriver codes. */
const CONTROL = "\uE009";
const DOWN = "\uE015";
const ESCAPE = "\uE00C";
const ENTER = "\uE007";

it("works in Firefox: lists, finds, draws, tags and undoes", async (context) => {
  const program = firefoxPath();
  if (program === undefined) {
    const why = "there is no Firefox here: set FIREFOX to one";
    if (process.env.CI && process.platform === "linux") throw new Error(why);
    return context.skip(why);
  }
  if (typeof WebSocket === "undefined")
    return context.skip("this Node.js has no WebSocket: use version 22 or newer");
  const library = await Library.ofSamples();
  onTestFinished(library.remove);
  const server = new Server(library.root);
  onTestFinished(server.kill);
  await server.open();
  const address = new URL(server.url);
  address.searchParams.set("clip", CLIP);
  address.searchParams.set("query", "Phase.Airborne");
  const page = await FirefoxPage.open(program, address.href);
  onTestFinished(() => page.close());

  const has = async (selector: string, text: RegExp) =>
    expect(
      await page.text(
        `[...document.querySelectorAll(${JSON.stringify(selector)})].map((e) => (e.getAttribute("aria-label") ?? "") + e.textContent).join("; ")`,
      ),
    ).toMatch(text);
  await eventually(() => has("[aria-selected=true]", /backflip/));
  await eventually(() => has(".query-summary", /clips/));
  // A picture, or the reason why there is none.
  await eventually(() => has("main canvas", /(Skeleton|No picture) of deepmimic\/backflip/));
  await eventually(() => has(".lane-name", /Airborne/));

  const before = await library.text(`${CLIP}.tags`);
  await page.press([ESCAPE, ENTER]);
  await eventually(() => has(".arm-button", /^Tagging$/));
  await page.press([DOWN, DOWN, DOWN], [CONTROL]);
  await page.press(["}"]);
  await page.press(["]"]);
  await eventually(() => has(".notice", /Undo/));
  await eventually(async () => expect(await library.text(`${CLIP}.tags`)).not.toBe(before));
  await mkdir(SHOTS, { recursive: true });
  await writeFile(`${SHOTS}/firefox.png`, await page.screenshot());
  await page.press(["z"], [CONTROL]);
  await eventually(async () => expect(await library.text(`${CLIP}.tags`)).toBe(before));
});
