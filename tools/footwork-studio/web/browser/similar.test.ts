import { cp } from "node:fs/promises";
import { resolve } from "node:path";
import { violations } from "footwork-page/browser/axe";
import { expect, it } from "vitest";
import { eventually, openStudio } from "./harness";
import { Library } from "./library";
import { leaveFields, opened, openPanel, queryBox, saved } from "./parts";

it("finds other kicks from the frames of one kick, and saves the search as a query", async () => {
  const library = await Library.ofSamples();
  await cp(resolve("../../../samples/football"), library.root, { recursive: true });
  const { page } = await openStudio({ library, clip: "kick_right_01.glb" });
  // A click on its lane selects the kick.
  await page
    .getByRole("button", { name: /^Kick\.Right|^Right/ })
    .first()
    .click();
  await page.keyboard.press("Shift+H");
  await eventually(async () =>
    expect(await queryBox(page).textContent()).toBe('similar("kick_right_01.glb", 42..112, 20)'),
  );
  const places = page.getByRole("list", { name: /^Similar places/ });
  const names = () => places.locator(".place-name").allTextContents();
  await eventually(async () => expect((await names()).length).toBe(20));
  const first = (await names()).slice(0, 2).map((name) => name.trim());
  expect(new Set(first)).toEqual(new Set(["kick_right_02.glb", "kick_right_03.glb"]));
  expect(await violations(page)).toEqual([]);

  // A click opens that place, and its frames show another kick.
  await places.getByRole("button").first().click();
  await opened(page, first[0] ?? "");
  const [kick = ""] = await library.ranges(first[0] ?? "", "Kick.Right");
  const [start = 0, stop = 0] = kick.match(/\d+/g)?.map(Number) ?? [];
  // The page changes the address after a short delay.
  await eventually(() => {
    const frame = Number(new URL(page.url()).searchParams.get("frame"));
    expect(frame).toBeGreaterThanOrEqual(start - 5);
    expect(frame).toBeLessThan(stop);
  });

  const panel = await openPanel(page, "Query");
  await panel.getByRole("textbox", { name: "Save the query" }).fill("like-this-kick");
  await page.keyboard.press("Enter");
  await saved(page);
  await eventually(async () =>
    expect(await library.text("footwork.toml")).toMatch(/^like-this-kick = .*similar\(/m),
  );
  // Without a selection, the query uses only the frame at the playhead.
  await leaveFields(page);
  await page.keyboard.press("Shift+D");
  await page.keyboard.press("Home");
  await page.keyboard.press("Shift+H");
  await eventually(async () => expect(await queryBox(page).textContent()).toMatch(/, 0, 20\)$/));
});
