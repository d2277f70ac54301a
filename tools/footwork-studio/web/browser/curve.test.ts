import { violations } from "footwork-page/browser/axe";
import { expect, it } from "vitest";
import { eventually, openStudio } from "./harness";
import { Library } from "./library";
import { arm, leaveFields, openClip, openPanel } from "./parts";

const CURVES = ["speed", "left_foot.height", "right_foot.height"];

it("shows curves of an unfinished clip by default, even while contacts are placed", async () => {
  const library = await Library.ofSamples();
  await library.replace("deepmimic/walk.txt.tags", /(tag|event) .*\n/g, "");
  const { page } = await openStudio({ library, clip: "deepmimic/walk.txt" });
  const curves = page.locator(".lane-curve code");
  await eventually(async () => expect(await curves.allTextContents()).toEqual(CURVES));
  // Each curve shows its value at the playhead, and each lane the range of the visible frames. Both feet share a lane
  // with a range of at least 10 cm.
  const values = page.locator(".lane-curve .lane-value");
  await eventually(async () => expect(await values.count()).toBe(3));
  expect(Number(await values.first().textContent())).toBeGreaterThan(0.5);
  const ranges = page.locator(".lane-curve .lane-range");
  expect(await ranges.count()).toBe(2);
  const range = async (at: number) => {
    const [low = 0, high = 0] = ((await ranges.nth(at).textContent()) ?? "")
      .replaceAll("−", "-")
      .split(" … ")
      .map(Number);
    return { low, high };
  };
  const feet = await range(1);
  expect(feet.high - feet.low).toBeGreaterThanOrEqual(0.1);
  const whole = await range(0);
  for (let step = 0; step < 5; step += 1) await page.keyboard.press("+");
  await eventually(async () => {
    const near = await range(0);
    expect(near.high - near.low).toBeLessThan(whole.high - whole.low);
  });
  await page.keyboard.press("0");
  await arm(page);
  await page.keyboard.press("w", { delay: 300 });
  await eventually(async () =>
    expect(await library.ranges("deepmimic/walk.txt", "Gait.Walk")).not.toEqual([]),
  );
  expect(await curves.allTextContents()).toEqual(CURVES);
  // In a clip that has labels already, placing a contact keeps the curves visible.
  await openClip(page, "deepmimic/run.txt");
  await eventually(async () => expect(await curves.allTextContents()).toEqual(CURVES));
  await arm(page);
  await page.keyboard.press("'");
  await eventually(async () =>
    expect(await library.moments("deepmimic/run.txt", "Hand.Right")).not.toEqual([]),
  );
  await eventually(async () => {
    const lane = await page.locator(".lane-curve").last().boundingBox();
    const lanes = await page.locator(".timeline-lanes").boundingBox();
    expect((lane?.y ?? 0) + (lane?.height ?? 0)).toBeLessThanOrEqual(
      (lanes?.y ?? 0) + (lanes?.height ?? 0) + 1,
    );
  });
  // Removing a curve removes it from all clips. A finished clip has no curve.
  await page.getByRole("button", { name: "Remove the curve of speed" }).click();
  await eventually(async () => expect(await curves.allTextContents()).toEqual(CURVES.slice(1)));
  await page.keyboard.press("Control+Enter");
  await openClip(page, "deepmimic/run.txt");
  await eventually(async () => expect(await curves.count()).toBe(0));
});

it("draws an expression as it is typed, and shows the matches of a rule before it is accepted", async () => {
  const { page, library } = await openStudio({ clip: "deepmimic/run.txt" });
  const before = await library.files();
  await page.getByRole("button", { name: "+ Curve" }).click();
  const panel = page.getByRole("tabpanel", { name: "Curve" });
  const editor = panel.getByRole("textbox", { name: "Expression", exact: true });
  await eventually(async () =>
    expect(await editor.evaluate((it) => it.matches(":focus"))).toBe(true),
  );
  await page.keyboard.type("mean(sped, 0.5s)");
  // The mistake is underlined, and accepting the suggestion corrects it.
  const underlined = panel.locator(".cm-lintRange-error");
  await eventually(async () => expect(await underlined.allTextContents()).toEqual(["sped"]));
  await page.keyboard.press("Alt+Enter");
  await underlined.waitFor({ state: "detached" });
  const plot = panel.getByRole("img", { name: /^The curve from/ });
  await plot.waitFor();
  expect((await plot.locator(".curve-path").getAttribute("d"))?.length).toBeGreaterThan(50);
  await editor.press("Enter");
  await page.locator(".lane-curve code").getByText("mean(speed, 0.5s)").waitFor();
  expect(await violations(page)).toEqual([]);

  // A level turns the curve into a rule, which is shown as it would be written in `footwork.toml`.
  await panel.getByRole("spinbutton", { name: "level" }).fill("1.8");
  await panel.getByRole("spinbutton", { name: "for at least, s" }).fill("0.3");
  await panel.getByRole("combobox", { name: "Tag" }).fill("Auto.Fast");
  await leaveFields(page);
  const query = "longer({ mean(speed, 0.5s) > 1.8 }, 0.3s)";
  expect(await panel.locator(".rule-text").textContent()).toBe(query);
  const would = panel.getByRole("list", { name: "What the rule would tag" });
  await would.getByRole("button", { name: "Go to deepmimic/run.txt" }).waitFor();
  expect(await library.files()).toEqual(before);
  // A tag that already has a rule keeps that rule.
  await panel.getByRole("combobox", { name: "Tag" }).fill("Auto.Run");
  await panel.getByText(/Auto\.Run has a rule already/).waitFor();
  expect(await panel.getByRole("button", { name: "Write the rule" }).isDisabled()).toBe(true);
  await panel.getByRole("combobox", { name: "Tag" }).fill("Auto.Fast");
  await panel.getByRole("button", { name: "Write the rule" }).click();

  const review = await openPanel(page, "Review");
  const changes = review.getByRole("list", { name: "What the rules would change" });
  await changes.getByText("Auto.Fast").first().waitFor();
  const text = (await library.text("footwork.toml")) ?? "";
  expect(text).toContain(`"Auto.Fast" = ${JSON.stringify(query)}`);
  expect(text).toContain('[tags."Auto.Fast"]');
  expect(await library.ranges("deepmimic/run.txt", "Auto.Fast")).toEqual([]);
  await changes.getByRole("button", { name: "Accept in deepmimic/run.txt" }).click();
  await eventually(async () =>
    expect(await library.text("deepmimic/run.txt.tags")).toMatch(/^tag Auto\.Fast \d+ \d+ rule$/m),
  );
});
