import { violations as violationsOf } from "footwork-page/browser/axe";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { eventually } from "./harness";
import type { Library } from "./library";
import { halfLabelled, labels, proposing, queue, rows, tagLines, toDecide } from "./proposing";

const current = (page: Page) => queue(page).getByRole("option", { selected: true });
const clipOf = (page: Page) => current(page).locator(".proposal-clip").getAttribute("title");

/**
 * Arms the keys that decide on proposals, and waits until the clip of the current proposal is open. Returns the clip's
 * name.
 */
async function decide(page: Page): Promise<string> {
  await queue(page).focus();
  await page.getByRole("button", { name: "Keys decide", pressed: true }).waitFor();
  const clip = (await clipOf(page)) ?? "";
  await page
    .getByRole("grid", { name: "Clips" })
    .locator("[aria-selected=true]")
    .getByTitle(clip, { exact: true })
    .waitFor();
  return clip;
}
/** Returns the numbers of a clip's proposals: of those that `A` accepts, and of those that are only possible. */
async function of(page: Page, clip: string) {
  const own = rows(page).filter({ has: page.getByTitle(clip, { exact: true }) });
  const texts = await own.allTextContents();
  const possible = texts.filter((text) => text.includes("possibly")).length;
  return { sure: texts.length - possible, possible };
}
const stateOf = async (library: Library, clip: string) =>
  /^state (\S+)/m.exec((await library.text(`${clip}.tags`)) ?? "")?.[1];

describe("proposals clip by clip", { timeout: 240_000 }, () => {
  it("plays the whole clip once with C, and then loops the next proposal again", async () => {
    const { page } = await proposing(await halfLabelled());
    await decide(page);
    const shown = async () => Number(await page.locator(".timeline-playhead span").textContent());
    const pause = page.getByRole("button", { name: "Pause", exact: true });
    await pause.waitFor();
    await page.keyboard.press("c");
    // A loop never ends by itself, so the end on the last frame shows that the whole clip played.
    await page.getByRole("button", { name: "Play", exact: true }).waitFor();
    const last = await shown();
    await page.keyboard.press("End");
    expect(await shown()).toBe(last);
    expect(await toDecide(page)).toBeGreaterThan(0);
    await page.keyboard.press("n");
    await pause.waitFor();
  });

  it("plays whole clips at a speed of their own, which is remembered", async () => {
    const { page } = await proposing(await halfLabelled());
    await decide(page);
    const own = page.getByRole("combobox", { name: "Speed of whole clips" });
    const speed = page.getByRole("combobox", { name: "Speed", exact: true });
    expect([await own.inputValue(), await speed.inputValue()]).toEqual(["1.5", "1"]);
    // A clip shorter than one second must not end before the test has seen it play.
    await own.selectOption("0.1");
    await decide(page);
    await page.keyboard.press("c");
    await eventually(async () => expect(await speed.inputValue()).toBe("0.1"));
    await page.keyboard.press("n");
    await eventually(async () => expect(await speed.inputValue()).toBe("1"));
    await page.reload();
    await rows(page).first().waitFor({ timeout: 150_000 });
    expect([await own.inputValue(), await speed.inputValue()]).toEqual(["0.1", "1"]);
  });

  it("accepts the sure proposals of a clip with A and marks it done, as one step of undo", async () => {
    const library = await halfLabelled();
    const { page } = await proposing(library);
    const clip = await decide(page);
    const before = await labels(library);
    const count = await toDecide(page);
    const { sure, possible } = await of(page, clip);
    expect(sure).toBeGreaterThan(0);
    await page.keyboard.press("a");
    await eventually(async () => expect(await stateOf(library, clip)).toBe("done"));
    expect(tagLines(await labels(library))).toBe(tagLines(before) + sure);
    await eventually(async () => expect((await of(page, clip)).sure).toBe(0));
    expect((await of(page, clip)).possible).toBeLessThanOrEqual(possible);
    await page.keyboard.press("Control+z");
    await eventually(async () => expect(await labels(library)).toBe(before));
    await eventually(async () => expect(await toDecide(page)).toBe(count));
    await eventually(async () => expect(await clipOf(page)).toBe(clip));
    await page.keyboard.press("Control+Shift+z");
    await eventually(async () => expect(await stateOf(library, clip)).toBe("done"));
  });

  it("does not mark a clip done with A while only one tag is in the queue", async () => {
    const library = await halfLabelled();
    const { page } = await proposing(library);
    const before = await labels(library);
    await page.getByRole("combobox", { name: "Tag of the proposals" }).selectOption("Gait.Walk");
    const clip = await decide(page);
    const { sure } = await of(page, clip);
    expect(sure).toBeGreaterThan(0);
    await page.keyboard.press("a");
    await eventually(async () =>
      expect(tagLines(await labels(library))).toBe(tagLines(before) + sure),
    );
    expect(await stateOf(library, clip)).toBe("in-progress");
  });

  it("lists rejected proposals, also after a reload, and proposes them again when withdrawn", async () => {
    const library = await halfLabelled();
    const { page } = await proposing(library);
    const clip = await decide(page);
    const name = (await current(page).locator(".proposal-name").textContent()) ?? "";
    // The text has the score, then the frames.
    const frames = (await current(page).locator(".proposal-numbers .quiet").textContent()) ?? "";
    expect(frames).toMatch(/^\d+ – \d+$/);
    const own = rows(page)
      .filter({ has: page.getByTitle(clip, { exact: true }) })
      .filter({ hasText: name })
      .filter({
        has: page.locator(".proposal-numbers .quiet", { hasText: new RegExp(`^${frames}$`) }),
      });
    expect(await own.count()).toBe(1);
    await page.keyboard.press("Backspace");
    await page.getByText("What is it then?").waitFor();
    await page.keyboard.press("Backspace");
    const summary = page.locator("summary").filter({ hasText: /^Rejected/ });
    await summary.filter({ hasText: ": 1 proposal" }).waitFor();
    await eventually(async () => expect(await own.count()).toBe(0));

    await page.reload();
    await rows(page).first().waitFor({ timeout: 150_000 });
    expect(await own.count()).toBe(0);
    await summary.click();
    const withdraw = page.getByRole("button", { name: `Withdraw ${name} ${frames} in ${clip}` });
    await withdraw.waitFor();
    for (const colorScheme of ["dark", "light"] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      expect(await violationsOf(page), colorScheme).toEqual([]);
    }
    await withdraw.click();
    await summary.waitFor({ state: "detached" });
    await eventually(async () => expect(await own.count()).toBe(1));
  });
});
