import { violations } from "footwork-page/browser/axe";
import { expect, it } from "vitest";
import { eventually, openStudio } from "./harness";
import { Library } from "./library";
import { leaveFields, opened, openPanel, queryBox, typeQuery } from "./parts";

const RUN = "deepmimic/run.txt";

const CONTRACTS = `
[[expect]]
where = "Gait.Walk"
foot_slide = "40cm/s"

[[expect]]
where = 'clip("${RUN}")'
loop = { position = "3cm" }
message = "runs feed the locomotion blend space"
`;

it("measures the query's ranges, sorts them, and goes to the frame and joint of a value", async () => {
  const { page } = await openStudio({ reducedMotion: "reduce" });
  await typeQuery(page, "Gait.Walk | Gait.Run");
  await leaveFields(page);
  const panel = await openPanel(page, "Review");
  await panel.getByRole("button", { name: "Measures", exact: true }).click();
  const grid = panel.getByRole("grid", { name: "Measures of the query's ranges" });
  // A measured cell has a number.
  const column = (at: number) => grid.locator(`.measure-value:nth-child(${at})`);
  await eventually(async () =>
    expect(await column(4).filter({ hasText: /^\d/ }).count()).toBeGreaterThan(7),
  );
  for (const colorScheme of ["dark", "light"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    expect(await violations(page), colorScheme).toEqual([]);
  }

  const speed = grid.getByRole("columnheader", { name: /^speed/ });
  await speed.getByRole("button").click();
  expect(await speed.getAttribute("aria-sort")).toBe("descending");
  const first = grid.getByRole("row").filter({ has: page.locator('[id="measure-0-0"]') });
  await first.getByText("run.txt").waitFor();
  expect(await first.locator(".measure-value.far").count()).toBeGreaterThan(0);

  // With keys only, go along the row to the value of foot slide, and open it.
  await grid.focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  expect(await grid.getAttribute("aria-activedescendant")).toBe("measure-0-2");
  const slide = page.locator('[id="measure-0-2"]');
  const [, joint, frame] =
    /at (.+), frame (\d+)/.exec((await slide.getAttribute("title")) ?? "") ?? [];
  await page.keyboard.press("Enter");
  await opened(page, RUN);
  await eventually(async () => expect(new URL(page.url()).searchParams.get("frame")).toBe(frame));
  await page
    .locator(".view-names .marked")
    .getByText(joint ?? "")
    .waitFor();

  // Without a query, the table measures the clips of the list.
  await queryBox(page).fill("");
  await panel.getByRole("grid", { name: "Measures of clips" }).waitFor();
  await page.getByRole("textbox", { name: "Filter clips by name" }).fill("walk");
  await panel.getByText(/^\d clips?$/).waitFor();
});

it("counts the limits of contracts, and measures the ranges of a contract", async () => {
  const library = await Library.ofSamples();
  await library.write("footwork.toml", (await library.text("footwork.toml")) + CONTRACTS);
  const { page } = await openStudio({ library });
  const panel = await openPanel(page, "Review");
  const summary = panel.locator(".contracts > summary");
  await summary.getByText("1 broken").waitFor();
  expect(await summary.textContent()).toMatch(/^2 contracts, limits: \d+ kept, 1 broken, 0 not/);
  expect(await violations(page)).toEqual([]);
  // A click on the finding goes to the clip and marks the joint with the worst seam.
  const broken = panel.getByRole("listitem").filter({ hasText: "loop_position is" });
  await broken.getByRole("button").first().click();
  await opened(page, RUN);
  await page.locator(".view-names .marked").waitFor();
  const contract = panel.getByRole("list", { name: "Contracts" }).getByRole("button");
  await contract.filter({ hasText: "blend space" }).click();
  const grid = panel.getByRole("grid", { name: "Measures of the query's ranges" });
  await grid.getByText("run.txt").waitFor();
  expect(await queryBox(page).textContent()).toBe(`clip("${RUN}")`);
});
