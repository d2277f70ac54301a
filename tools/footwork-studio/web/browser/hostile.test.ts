import { appendFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { openStudio } from "./harness";
import { Library } from "./library";
import { labelTable, openClip, openPanel, typeQuery } from "./parts";

const HOSTILE = "<img src=x onerror=window.ran=true>";
/** The hostile name in quotes, as all texts show it, because it is not an identifier. */
const QUOTED = `"${HOSTILE}"`;

/**
 * Creates a library in which the clip, the tag, the event and everything else with a user-defined name has the hostile
 * name.
 */
async function hostileLibrary(): Promise<Library> {
  const library = await Library.ofSamples();
  const at = (name: string) => join(library.root, name);
  const clip = `${HOSTILE}.txt`;
  await rename(at("deepmimic/walk.txt"), at(`deepmimic/${clip}`));
  const sidecar = (await library.text("deepmimic/walk.txt.tags")) ?? "";
  await rename(at("deepmimic/walk.txt.tags"), at(`deepmimic/${clip}.tags`));
  await writeFile(
    at(`deepmimic/${clip}.tags`),
    sidecar
      .replace("clip walk.txt", `clip "${clip}"`)
      .replace("tag Gait.Walk", `tag ${QUOTED} 3 9\ntag Gait.Walk`)
      .replace("event Foot.Left", `event ${QUOTED} 5\nevent Foot.Left`),
  );
  const toml = (await library.text("footwork.toml")) ?? "";
  await writeFile(
    at("footwork.toml"),
    toml
      .replace('name = "Footwork samples"', `name = "${HOSTILE}"`)
      .replace("[queries]", `[queries]\n'${HOSTILE}' = "Gait.Walk"`),
  );
  await appendFile(
    at("footwork.toml"),
    `\n[tags.'${QUOTED}']\nkey = "x"\ndescription = "${HOSTILE}"\n`,
  );
  return library;
}

/** Checks that the page shows names as text, and that none became markup. */
async function expectText(page: Page) {
  // The query editor itself has images without a source, around widgets.
  expect(await page.locator("img:not(.cm-widgetBuffer)").count()).toBe(0);
  expect(await page.evaluate(() => "ran" in window)).toBe(false);
}

it.skipIf(process.platform === "win32")("shows all names as plain text", async () => {
  const library = await hostileLibrary();
  const { page } = await openStudio({ library });
  const clip = `deepmimic/${HOSTILE}.txt`;
  await openClip(page, clip);
  await expectText(page);

  await openPanel(page, "Labels");
  await labelTable(page).getByText(QUOTED).first().waitFor();
  await expectText(page);

  await typeQuery(page, "Gait.Walk & <im");
  await page.getByRole("option").filter({ hasText: HOSTILE }).first().waitFor();
  await expectText(page);

  await typeQuery(page, `${QUOTED} | event(${QUOTED})`);
  await openPanel(page, "Query");
  await page
    .getByText(/1 clip\b/)
    .first()
    .waitFor();
  await expectText(page);

  await typeQuery(page, "<img src=x>");
  await page.locator(".cm-lintRange-error").first().waitFor();
  await expectText(page);

  await page.keyboard.press("Escape");
  await openPanel(page, "Encoding");
  await expectText(page);
});
