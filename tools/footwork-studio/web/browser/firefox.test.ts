import { mkdir, writeFile } from "node:fs/promises";
import { expect, it, onTestFinished, type TestContext } from "vitest";
import { FirefoxPage, firefoxPath } from "./firefox";
import { eventually } from "./harness";
import { Library } from "./library";
import { halfLabelled, labels } from "./proposing";
import { Server } from "./server";

/** The folder for screenshots that a person can look at. */
const SHOTS = "../../../target/studio-screenshots";
const CLIP = "deepmimic/backflip.txt";
/** The WebDriver codes of keys. */
const ALT = "\uE00A";
const CONTROL = "\uE009";
const DOWN = "\uE015";
const ESCAPE = "\uE00C";
const ENTER = "\uE007";

/** Opens a library in Firefox. Skips the test if Firefox is not installed. */
async function openFirefox(
  { skip }: TestContext,
  library: Library,
  place: Record<string, string> = {},
) {
  onTestFinished(library.remove);
  const program = firefoxPath();
  if (program === undefined) {
    const why = "there is no Firefox here: set FIREFOX to one";
    if (process.env.CI && process.platform === "linux") throw new Error(why);
    return skip(why);
  }
  if (typeof WebSocket === "undefined")
    return skip("this Node.js has no WebSocket: use version 22 or newer");
  const server = new Server(library.root);
  onTestFinished(server.kill);
  await server.open();
  const address = new URL(server.url);
  for (const [name, value] of Object.entries(place)) address.searchParams.set(name, value);
  const page = await FirefoxPage.open(program, address.href);
  onTestFinished(() => page.close());
  const has = async (selector: string, text: RegExp) =>
    expect(
      await page.text(
        `[...document.querySelectorAll(${JSON.stringify(selector)})].map((e) => (e.getAttribute("aria-label") ?? "") + e.textContent).join("; ")`,
      ),
    ).toMatch(text);
  return { page, has };
}

it("works in Firefox: lists, finds, draws, tags and undoes", async (context) => {
  const library = await Library.ofSamples();
  const { page, has } = await openFirefox(context, library, {
    clip: CLIP,
    query: "Phase.Airborne",
  });
  await eventually(() => has("[aria-selected=true]", /backflip/));
  await eventually(() => has(".query-summary", /clips/));
  // The page shows a picture, or the reason why it cannot show one.
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

it("works in Firefox: accepts the sure proposals of a clip and undoes", async (context) => {
  const library = await halfLabelled();
  const { page, has } = await openFirefox(context, library);
  await eventually(() => has("[aria-selected=true]", /./));
  await page.press(["p"], [ALT]);
  await expect
    .poll(() => page.text("document.querySelectorAll('.proposal-row').length"), {
      timeout: 150_000,
    })
    .not.toBe("0");
  await page.press(["p"], [ALT]);
  await eventually(() => has(".proposal-keys", /^Keys decide$/));
  await eventually(() => has("[aria-selected=true] .proposal-clip", /./));
  const clip = await page.text(
    "document.querySelector('[aria-selected=true] .proposal-clip').title",
  );
  expect(await library.text(`${clip}.tags`)).toBeUndefined();
  // The key acts once the clip is open.
  await eventually(() =>
    has("[role=grid] [aria-selected=true]", new RegExp(clip.replace(/\.\w+$/, ""))),
  );
  await page.press(["a"]);
  await eventually(async () =>
    expect(await library.text(`${clip}.tags`)).toMatch(/^tag Gait\.Walk /m),
  );
  expect(await library.text(`${clip}.tags`)).toMatch(/^state done/m);
  await page.press(["z"], [CONTROL]);
  await eventually(async () => expect(await labels(library)).not.toMatch(/^state done/m));
});
