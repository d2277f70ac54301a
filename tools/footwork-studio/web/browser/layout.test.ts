import { mkdir } from "node:fs/promises";
import { expect, it } from "vitest";
import { openStudio } from "./harness";
import { misplaced } from "./layout";
import { arm, leaveFields, openClip, openPanel, querySummary, typeQuery } from "./parts";

type ColorScheme = "dark" | "light";

/** The folder for screenshots that a person can look at. */
const SHOTS = "../../../target/studio-screenshots";

for (const { width, height } of [
  { width: 1280, height: 800 },
  { width: 1440, height: 900 },
  { width: 1920, height: 1080 },
  { width: 1024, height: 768 },
  { width: 900, height: 800 },
  { width: 480, height: 900 },
]) {
  // The colour schemes differ only in colours, so it is enough to test one window size with both.
  const schemes: ColorScheme[] = width === 1280 ? ["dark", "light"] : ["dark"];
  it(`has room for everything at ${width}×${height}, ${schemes.join(" and ")}`, async () => {
    await mkdir(SHOTS, { recursive: true });
    const { page } = await openStudio({ viewport: { width, height } });
    const shoot = async (what: string) => {
      for (const colorScheme of schemes) {
        await page.emulateMedia({ colorScheme });
        const path = `${SHOTS}/${what}-${width}-${colorScheme}.png`;
        // Disable animations, because notices fade in.
        await page.screenshot({ path, animations: "disabled" });
        // Retry, because notices move while they appear and disappear, which takes seconds on a busy machine.
        const message = `${what}, ${colorScheme}`;
        const settled = expect.poll(() => misplaced(page), { message, timeout: 45_000 });
        await settled.toEqual([]);
      }
    };
    await openClip(page, "cmu/playground_jump_turn_left_01.bvh");
    await shoot("start");
    await typeQuery(page, "then(Phase.Takeoff, Phase.Land, 0.4s)");
    await querySummary(page)
      .getByText(/5 clips/)
      .waitFor();
    await shoot("query");
    await typeQuery(page, "Gait.Rnu & Phse");
    await page.locator(".cm-lintRange-error").first().waitFor();
    await shoot("mistake");
    await typeQuery(page, "Phase.Airborne");
    await leaveFields(page);
    // These panels have the same width in every window, so two window sizes are enough.
    const others = width === 1280 || width === 480 ? ["Clip", "Review"] : [];
    for (const panel of ["Labels", "Encoding", "Recording", "Proposals", ...others]) {
      await openPanel(page, panel);
      await page.waitForTimeout(500);
      await shoot(panel.toLowerCase());
    }
    await leaveFields(page);
    await arm(page);
    await shoot("armed");
    for (let lane = 0; lane < 3; lane += 1) await page.keyboard.press("Control+ArrowDown");
    await page.keyboard.press("}");
    await page.keyboard.press("]");
    await page.locator(".notice").getByRole("button", { name: "Undo" }).waitFor();
    // One frame of the span remains. Shortly afterwards, a finding reports it, with a button next to the long name.
    const findings = page.getByRole("list", { name: "Findings" });
    if (others.length > 0) await findings.getByText("40 – 41").waitFor();
    await shoot("edited");
    await page.keyboard.press("Control+z");
    await page
      .locator(".notice")
      .getByText(/\.bvh: undone/)
      .waitFor();
    await shoot("undone");
    await page.keyboard.press("F4");
    await page.getByRole("dialog", { name: "Change the label" }).waitFor();
    await shoot("relabel");
    await page.keyboard.press("Escape");
    await page.keyboard.press("?");
    await page.getByRole("dialog").waitFor();
    await shoot("keys");
  });
}
