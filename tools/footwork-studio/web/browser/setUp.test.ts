import { violations } from "footwork-page/browser/axe";
import { expect, it } from "vitest";
import { eventually, openStudio } from "./harness";
import { Library } from "./library";
import { leaveFields } from "./parts";

it("offers a vocabulary and rules for a user's own clips, once", async () => {
  const library = await Library.ofUntagged();
  const { page } = await openStudio({ library });
  const dialog = page.getByRole("dialog", { name: /^Set up / });
  // One line for each rig, as `footwork info` prints it.
  const bodies = dialog.getByRole("list", { name: "Bodies" }).getByRole("listitem");
  await eventually(async () =>
    expect(await bodies.allTextContents()).toEqual([
      expect.stringMatching(/^14 clips, \d+ skeletons?, people [\d.–]+ m, .*, Y up$/),
    ]),
  );
  // Each rule shows its matches before the user selects it.
  const run = dialog.getByRole("checkbox", { name: /^Run above 2 m\/s finds \d/ });
  await run.waitFor();
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole("checkbox", { name: /^Phases/ }).uncheck();
  await run.check();
  await dialog.getByRole("button", { name: "Write to footwork.toml" }).click();
  await dialog.waitFor({ state: "hidden" });
  const text = await library.text("footwork.toml");
  expect(text).toContain('exclusive = ["Gait"]');
  expect(text).toMatch(/\[tags\."Gait\.Run"\]\ncolour = "#[0-9a-f]{6}"\nkey = "r"\n/);
  expect(text).toMatch(/\[events\."Foot\.Left"\][^[]*mirror = "Foot\.Right"/);
  expect(text).not.toContain("Phase");
  // The rule is only suggested, with its matches, and not written.
  expect(text).not.toContain("[rules]");
  const suggested = page.getByRole("list", { name: "Suggested rules" });
  await suggested.getByText(/would tag \S+ frames in \d+ clips?/).waitFor();
  expect(await violations(page)).toEqual([]);
  await suggested.getByRole("button", { name: "Write the rule of Gait.Run" }).click();
  await eventually(async () =>
    expect(await library.text("footwork.toml")).toContain(
      '"Gait.Run" = "longer({ mean(speed, 0.5s) > 2 }, 0.3s)"',
    ),
  );
  await suggested.waitFor({ state: "detached" });
  // The preview of the rule's changes, which the user accepts clip by clip.
  const changes = page.getByRole("list", { name: "What the rules would change" });
  await changes.getByText("Gait.Run").first().waitFor();
  // The rule is one undo step, and the vocabulary is another.
  await leaveFields(page);
  await page.keyboard.press("Control+z");
  await eventually(async () =>
    expect(await library.text("footwork.toml")).not.toContain("[rules]"),
  );
  await page.keyboard.press("Control+z");
  await eventually(async () => expect(await library.text("footwork.toml")).toBeUndefined());
  // The page does not offer it again.
  await page.reload();
  await page.locator(".clip-foot").getByText("14 clips").waitFor();
  expect(await dialog.count()).toBe(0);
});
