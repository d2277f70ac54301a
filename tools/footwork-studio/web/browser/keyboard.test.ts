import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { MAX_PAUSE_MS } from "../src/state/bursts";
import { eventually, openStudio } from "./harness";
import { clipGrid, openClip, opened, openPanel, queryBox, querySummary, saved } from "./parts";

/**
 * Describes the focused element. The focus counts as visible if the element, or an ancestor close around it, has an
 * outline or a shadow.
 */
const focus = (page: Page) =>
  page.evaluate(() => {
    const active = document.activeElement;
    if (!active || active === document.body) return { what: "nothing", isSeen: false };
    const marks = (element: Element) => {
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
      const hasOutline = outlineStyle !== "none" && Number.parseFloat(outlineWidth) > 0;
      return hasOutline || boxShadow !== "none";
    };
    const around: Element[] = [];
    for (let up: Element | null = active; up && around.length < 7; up = up.parentElement)
      around.push(up);
    // In a list, the row with the cursor shows the focus.
    const cursor = document.getElementById(active.getAttribute("aria-activedescendant") ?? "");
    if (cursor) around.push(cursor);
    const box = active.getBoundingClientRect();
    const isInSight =
      box.bottom > 0 && box.right > 0 && box.top < innerHeight && box.left < innerWidth;
    const text = active.getAttribute("aria-label") ?? active.textContent ?? "";
    return {
      what: `${active.tagName.toLowerCase()}.${active.className} "${text.trim().slice(0, 30)}"`,
      isSeen: isInSight && around.some(marks),
    };
  });

it("shows the focus at every stop, and wraps around", async () => {
  const { page } = await openStudio();
  for (const panel of ["Query", "Labels", "Encoding"]) {
    await openPanel(page, panel);
    const stops: string[] = [];
    // Press Tab from the panel to the end of the page, and then once through the whole page.
    for (let rounds = 0; rounds < 2 && stops.length < 200; ) {
      await page.keyboard.press("Tab");
      const { what, isSeen } = await focus(page);
      if (what === "nothing") {
        rounds += 1;
        continue;
      }
      expect(isSeen, what).toBe(true);
      stops.push(what);
    }
    expect(new Set(stops).size).toBeGreaterThan(8);
    expect(stops.length).toBeLessThan(200);
  }
});

it("supports the main tasks without a mouse", async () => {
  const { page, library } = await openStudio();
  const before = await library.files();

  // Open another clip; the first row is a folder.
  await page.keyboard.press("PageDown");
  await clipGrid(page).locator("[aria-rowindex='4'][aria-selected=true]").waitFor();

  // Write a query and step through its matches.
  await page.keyboard.press("/");
  expect(await queryBox(page).evaluate((box) => box === document.activeElement)).toBe(true);
  await page.keyboard.type("Action.Flip.Back");
  await page.keyboard.press("Escape");
  await querySummary(page)
    .getByText(/1 range · 1 clip/)
    .waitFor();
  await page.keyboard.press("Escape");
  expect(await queryBox(page).evaluate((box) => box === document.activeElement)).toBe(false);
  await page.keyboard.press("F3");
  const clip = "deepmimic/backflip.txt";
  await opened(page, clip);

  // Tag the first frame of the match, and undo it.
  await page.keyboard.press("Escape");
  await page.keyboard.press("Enter");
  const [range] = await library.ranges(clip, "Action.Flip.Back");
  const start = Number(range?.match(/\d+/)?.[0]);
  await page.keyboard.press("2", { delay: 400 });
  await saved(page);
  expect(await library.ranges(clip, "Style.Combat")).toEqual([`[${start},${start + 1})`]);
  await page.keyboard.press("Control+z");
  await eventually(async () => expect(await library.files()).toEqual(before));

  // Open the list of keys.
  await page.keyboard.press("?");
  const dialog = page.getByRole("dialog");
  await dialog.waitFor();
  // No two commands share a key by default.
  expect(await dialog.locator(".key-conflicts").count()).toBe(0);
  expect(await dialog.evaluate((it) => it.contains(document.activeElement))).toBe(true);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });

  // Save the query under a name.
  await page.keyboard.press("Control+Shift+s");
  await page.keyboard.type("flips");
  await page.keyboard.press("Enter");
  await eventually(async () =>
    expect(await library.text("footwork.toml")).toMatch(/flips = ['"]Action\.Flip\.Back['"]/),
  );
});

it("adds a span by its numbers, and edits it, without a mouse", async () => {
  const { page, library } = await openStudio();
  const clip = "deepmimic/backflip.txt";
  await openClip(page, clip);
  await openPanel(page, "Labels");
  await page.keyboard.press("Insert");
  const form = page.getByRole("form", { name: "Add a span" });
  await form.getByRole("combobox", { name: "Tag" }).waitFor();
  await page.keyboard.type("combat");
  await form.getByRole("option", { name: "Style.Combat" }).waitFor();
  await page.keyboard.press("Tab");
  await page.keyboard.type("3");
  await page.keyboard.press("Tab");
  await page.keyboard.type("2");
  await page.keyboard.press("Enter");
  await form.getByRole("alert").getByText("a span must stop after it starts").waitFor();
  await page.keyboard.type("9");
  await page.keyboard.press("Enter");
  await saved(page);
  await eventually(async () =>
    expect(await library.ranges(clip, "Style.Combat")).toEqual(["[3,29)"]),
  );
  await page.keyboard.press("Escape");
  await form.waitFor({ state: "hidden" });

  // Tab to the table, to the number in the added row.
  await page.keyboard.press("Tab");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await page.keyboard.type("5");
  await page.keyboard.press("Enter");
  await eventually(async () =>
    expect(await library.ranges(clip, "Style.Combat")).toEqual(["[5,29)"]),
  );
});

it("reaches, selects, moves and relabels a span by keys alone", async () => {
  const clip = "cmu/playground_jump_turn_left_01.bvh";
  // On a busy machine, even a tap takes long.
  const kept = JSON.stringify({ shortestHoldMs: 2000 });
  const before = async (page: Page) => {
    await page.addInitScript((kept) => localStorage.setItem("footwork.preferences", kept), kept);
  };
  const { page, library } = await openStudio({ clip, before });
  // Return the focus from a field to the lanes.
  await page.keyboard.press("/");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  const timeline = page.getByRole("region", { name: "Timeline" });
  await eventually(async () =>
    expect(await timeline.evaluate((it) => it.matches(":focus"))).toBe(true),
  );
  // Return the focus from a tab as well.
  await page.getByRole("tab", { name: "Labels" }).focus();
  await page.keyboard.press("Escape");
  await eventually(async () =>
    expect(await timeline.evaluate((it) => it.matches(":focus"))).toBe(true),
  );
  await page.keyboard.press("Enter");
  await timeline.getByRole("button", { name: "Tagging", pressed: true }).waitFor();
  const active = timeline.locator(".lane-active");
  for (let lane = 0; lane < 30; lane += 1) {
    await page.keyboard.press("Control+ArrowDown");
    if ((await active.getAttribute("title"))?.startsWith("Gait.Idle")) break;
  }
  const chosen = timeline.locator(".timeline-bar-chosen");
  await page.keyboard.press("}");
  await chosen.getByText("0 – 19").waitFor();
  await page.keyboard.press("}");
  await chosen.getByText("83 – 134").waitFor();
  await eventually(async () =>
    expect(await page.getByRole("textbox", { name: "Frame", exact: true }).inputValue()).toBe("83"),
  );

  await page.keyboard.press(">");
  await page.keyboard.press("Shift+W");
  await chosen.getByText("85 – 135").waitFor();
  // After a pause the next edit is a separate step.
  await page.waitForTimeout(MAX_PAUSE_MS + 100);
  await page.keyboard.press("w");
  await page.getByText("Gait.Idle 85 – 135 is now Gait.Walk").waitFor();
  await saved(page);
  expect(await library.ranges(clip, "Gait.Walk")).toEqual(["[85,135)"]);
  expect(await library.ranges(clip, "Gait.Idle")).toEqual(["[0,19)", "[200,257)", "[327,340)"]);

  // Play around the edge and return.
  await page.keyboard.press("Shift+Space");
  await page.getByRole("button", { name: "Pause", exact: true }).waitFor();
  await page.getByRole("button", { name: "Play", exact: true }).waitFor();
  await eventually(async () =>
    expect(await page.getByRole("textbox", { name: "Frame", exact: true }).inputValue()).toBe("85"),
  );

  // In the lanes, Esc clears the selection.
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await chosen.getByText("at the playhead").waitFor();
});

it("steps through the labels of all lanes, and moves the last one", async () => {
  const { page, library } = await openStudio({ clip: "deepmimic/jump.txt" });
  const text = (await library.text("deepmimic/jump.txt.tags")) ?? "";
  const starts = [...text.matchAll(/^(?:tag|event) \S+ ([\d.]+)/gm)].map((found) =>
    Number(found[1]),
  );
  await page.keyboard.press("Escape");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Home");
  const seen: number[] = [];
  for (let step = 0; step < starts.length; step += 1) {
    await page.keyboard.press("Alt+ArrowDown");
    const place = () => new URL(page.url()).searchParams.get("frame");
    await eventually(async () =>
      expect(Number(place() ?? 0)).toBeGreaterThanOrEqual(seen.at(-1) ?? 0),
    );
    seen.push(
      Number((await page.locator(".timeline-bar-chosen span").textContent())?.match(/[\d.]+/)?.[0]),
    );
  }
  expect(seen).toEqual([...starts].sort((a, b) => a - b));
  // The last label is an event or a span; the key moves either by one frame.
  await page.keyboard.press("<");
  await saved(page);
  expect(await library.text("deepmimic/jump.txt.tags")).not.toBe(text);
});
