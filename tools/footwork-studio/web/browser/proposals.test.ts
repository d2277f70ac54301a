import { violations as violationsOf } from "footwork-page/browser/axe";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import type { ProposalsAnswer } from "../src/api/types";
import { eventually } from "./harness";
import { leaveFields, saved } from "./parts";
import {
  card,
  halfLabelled,
  labels,
  proposing,
  queue,
  rows,
  tagLines,
  toDecide,
} from "./proposing";

/** Marks all proposals as acceptable in bulk, because this library has too few labels for that. */
async function inBulk(page: Page) {
  await page.route(/\/proposals\?/, async (route) => {
    const response = await route.fetch({ timeout: 150_000 });
    const answer = (await response.json()) as ProposalsAnswer;
    const proposals = answer.proposals.map((one) => ({ ...one, bulk: true }));
    await route.fulfill({ response, json: { ...answer, proposals } });
  });
}

describe("the queue of proposals", { timeout: 240_000 }, () => {
  it("changes no label until a proposal is accepted, and undoes acceptances and rejections", async () => {
    const library = await halfLabelled();
    const { page } = await proposing(library);
    const before = await labels(library);
    const count = await toDecide(page);
    expect(count).toBeGreaterThan(3);
    await queue(page).focus();
    await page.getByRole("button", { name: "Keys decide", pressed: true }).waitFor();
    for (const key of [
      "n",
      "n",
      "p",
      "ArrowDown",
      "ArrowUp",
      "Shift+W",
      "Shift+R",
      "Space",
      "Space",
    ])
      await page.keyboard.press(key);
    expect(await labels(library)).toBe(before);

    await page.keyboard.press("Enter");
    await saved(page);
    await eventually(async () => expect(await labels(library)).not.toBe(before));
    expect(tagLines(await labels(library))).toBe(tagLines(before) + 1);
    await eventually(async () => expect(await toDecide(page)).toBeLessThan(count));
    await page.keyboard.press("Control+z");
    await eventually(async () => expect(await labels(library)).toBe(before));
    await eventually(async () => expect(await toDecide(page)).toBe(count));

    await page.keyboard.press("Backspace");
    await page.getByText("What is it then?").waitFor();
    await page.keyboard.press("Backspace");
    await eventually(async () => expect(await toDecide(page)).toBeLessThan(count));
    expect(await labels(library)).toBe(before);
    await page.keyboard.press("Control+z");
    await eventually(async () => expect(await toDecide(page)).toBe(count));
  });

  it("remembers a rejection after a reload, and stores it outside the library", async () => {
    const library = await halfLabelled();
    const { page } = await proposing(library);
    const files = await library.files();
    await queue(page).focus();
    const place = await rows(page).first().textContent();
    await page.keyboard.press("Backspace");
    await page.keyboard.press("Backspace");
    await eventually(async () => expect(await rows(page).first().textContent()).not.toBe(place));
    await page.reload();
    await rows(page).first().waitFor({ timeout: 150_000 });
    expect(await rows(page).allTextContents()).not.toContain(place);
    expect(await library.files()).toEqual(files);
  });

  it("gives a rejected proposal the tag whose key is pressed", async () => {
    const library = await halfLabelled();
    const { page } = await proposing(library);
    await queue(page).focus();
    await page.keyboard.press("Backspace");
    const answers = page.getByRole("region", { name: "Rejected proposal" });
    // The first button means that nothing is there.
    const button = answers.getByRole("button").nth(1);
    const key = (await button.locator("kbd").textContent()) ?? "";
    const name = ((await button.textContent()) ?? "").trim().slice(0, -key.length).trim();
    const before = await labels(library);
    await page.keyboard.press(key.toLowerCase());
    await saved(page);
    await eventually(async () => expect(await labels(library)).not.toBe(before));
    expect(tagLines(await labels(library))).toBe(tagLines(before) + 1);
    expect(await labels(library)).toContain(`tag ${name} `);
  });

  it("trims the looping proposal to the playhead, and nudges its edges by a frame", async () => {
    const library = await halfLabelled();
    const { page } = await proposing(library);
    await queue(page).focus();
    await card(page).waitFor();
    const frames = async () =>
      (/(\d+) – (\d+)/.exec((await card(page).locator("p").textContent()) ?? "") ?? [])
        .slice(1)
        .map(Number);
    const [start = 0, stop = 0] = await frames();
    for (const [key, expected] of [
      ["Shift+W", [start + 1, stop]],
      ["Shift+Q", [start, stop]],
      ["Shift+E", [start, stop - 1]],
      ["Shift+R", [start, stop]],
    ] as const) {
      await page.keyboard.press(key);
      await eventually(async () => expect(await frames()).toEqual(expected));
    }
    await page.keyboard.press("Space");
    const shown = Number(await page.locator(".timeline-playhead span").textContent());
    await page.keyboard.press(shown < stop - 1 ? "[" : "]");
    await eventually(async () => {
      const [from = 0, to = 0] = await frames();
      const edge = shown < stop - 1 ? from : to - 1;
      // Another edge within 0.1 s attracts the trimmed edge.
      expect(Math.abs(edge - shown)).toBeLessThanOrEqual(12);
    });
    const [from, to] = await frames();
    await page.keyboard.press("Enter");
    await saved(page);
    await eventually(async () =>
      expect(await labels(library)).toMatch(new RegExp(` ${from} ${to}$`, "m")),
    );
  });

  it("moves an edge 30 frames per second while its key is held, and shows the pose there", async () => {
    const library = await halfLabelled();
    const { page } = await proposing(library);
    await queue(page).focus();
    await card(page).waitFor();
    const now = () =>
      page.evaluate(() => {
        const text = document.querySelector("[aria-label='Current proposal'] p")?.textContent ?? "";
        const [, start, stop] = /(\d+) – (\d+)/.exec(text) ?? [];
        const shown = document.querySelector(".timeline-playhead span")?.textContent;
        return { start: Number(start), stop: Number(stop), shown: Number(shown) };
      });
    const first = await now();
    const isLater = first.start === 0;
    const since = performance.now();
    await page.keyboard.down("Shift");
    await page.keyboard.down(isLater ? "W" : "E");
    const moved = ({ start, stop }: typeof first) => start - first.start + first.stop - stop;
    await eventually(async () => expect(moved(await now())).toBeGreaterThanOrEqual(4));
    const held = await now();
    expect(moved(held)).toBeLessThanOrEqual(1 + (performance.now() - since) / (1000 / 30));
    expect(held.shown).toBe(isLater ? held.start : held.stop - 1);
    await page.keyboard.up(isLater ? "W" : "E");
    await page.keyboard.up("Shift");
    // It plays on from before the edge.
    const last = await now();
    await eventually(async () => expect((await now()).shown).not.toBe(last.shown));
    expect(moved(await now())).toBe(moved(last));
  });

  it("accepts all proposals above the score after a question that states their number", async () => {
    const library = await halfLabelled();
    const { page } = await proposing(library, inBulk);
    const before = await labels(library);
    await page.getByRole("slider", { name: /score/i }).fill("0.5");
    await queue(page).focus();
    // A held key sends Enter repeatedly.
    await page.keyboard.down("Shift");
    for (let press = 0; press < 3; press += 1) await page.keyboard.down("Enter");
    await page.keyboard.up("Enter");
    await page.keyboard.up("Shift");
    const dialog = page.getByRole("dialog", { name: /Accept|reaches/ });
    await dialog.waitFor();
    const title = (await dialog.getByRole("heading").textContent()) ?? "";
    const count = Number(/Accept (\d+)/.exec(title)?.[1] ?? 0);
    expect(await labels(library)).toBe(before);
    expect(count).toBeGreaterThan(0);
    expect(await dialog.locator("figure").count()).toBe(Math.min(count, 12));
    // Cancel has the focus, so Enter cancels.
    await page.keyboard.press("Enter");
    await dialog.waitFor({ state: "hidden" });
    expect(await labels(library)).toBe(before);
    await page.keyboard.press("Shift+Enter");
    await dialog.getByRole("button", { name: /^Accept/ }).click();
    await saved(page);
    await eventually(async () =>
      expect(tagLines(await labels(library))).toBe(tagLines(before) + count),
    );
    await page.keyboard.press("Control+z");
    await eventually(async () => expect(await labels(library)).toBe(before));
  });

  it("decides six looping proposals by their numbers", async () => {
    const library = await halfLabelled();
    const { page } = await proposing(library);
    await queue(page).focus();
    await page.keyboard.press("g");
    const grid = page.getByRole("region", { name: "Proposals side by side" });
    await grid.getByRole("article").nth(1).waitFor();
    const before = await labels(library);
    const all = await toDecide(page);
    await page.keyboard.press("2");
    await saved(page);
    await eventually(async () =>
      expect(tagLines(await labels(library))).toBe(tagLines(before) + 1),
    );
    await eventually(async () => expect(await toDecide(page)).toBeLessThan(all));
    const after = await labels(library);
    const count = await toDecide(page);
    await page.keyboard.press("Shift+1");
    await eventually(async () => expect(await toDecide(page)).toBeLessThan(count));
    expect(await labels(library)).toBe(after);
  });

  it("does not react to typed words while the queue is not active", async () => {
    const library = await halfLabelled();
    const { page } = await proposing(library);
    const before = await labels(library);
    await leaveFields(page);
    const count = await toDecide(page);
    await page.keyboard.type("np[]Open 12");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Backspace");
    await page.keyboard.press("Shift+Enter");
    await queue(page).focus();
    await page.keyboard.press("Escape");
    await page.keyboard.press("Backspace");
    await page.waitForTimeout(500);
    expect([await labels(library), await toDecide(page)]).toEqual([before, count]);
  });

  it("keys stop deciding when the panel closes, and decide again when it opens", async () => {
    const library = await halfLabelled();
    const { page } = await proposing(library);
    await queue(page).focus();
    await page.getByRole("button", { name: "Keys decide", pressed: true }).waitFor();
    const before = await labels(library);
    const count = await toDecide(page);
    await page.keyboard.press("Alt+1");
    await queue(page).waitFor({ state: "detached" });
    await page.keyboard.press("Backspace");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Alt+p");
    await page.getByRole("button", { name: "Keys decide", pressed: true }).waitFor();
    expect([await labels(library), await toDecide(page)]).toEqual([before, count]);
    await page.keyboard.press("Backspace");
    await page.keyboard.press("Backspace");
    await eventually(async () => expect(await toDecide(page)).toBeLessThan(count));
  });

  it("draws proposals below their lanes, and has no axe-core violations", async () => {
    const { page } = await proposing(await halfLabelled());
    await queue(page).focus();
    await page.getByRole("region", { name: "Timeline" }).getByText("proposed").first().waitFor();
    const problems = async () => {
      const found = [];
      for (const colorScheme of ["dark", "light"] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
        found.push(...(await violationsOf(page)));
      }
      return found;
    };
    await page.locator(".proposal-quality summary").click();
    expect(await problems(), "the panel").toEqual([]);
    await queue(page).focus();
    await page.keyboard.press("g");
    expect(await problems(), "the grid").toEqual([]);
    await page.keyboard.press("Backspace");
    expect(await problems(), "the question").toEqual([]);
    await page.keyboard.press("Shift+Enter");
    await page.getByRole("dialog", { name: /Accept|reaches/ }).waitFor();
    expect(await problems(), "the dialog").toEqual([]);
  });
});
