import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";

/** The subset of axe-core's input and output used here. */
interface Axe {
  run(): Promise<{
    violations: { id: string; help: string; nodes: { html: string; failureSummary?: string }[] }[];
  }>;
}

const SOURCE = readFile("node_modules/axe-core/axe.min.js", "utf8");

/** Returns axe-core's violations on the current page, one text each. */
export async function violations(page: Page): Promise<string[]> {
  // The page's Content-Security-Policy blocks foreign scripts; the debugger may run them.
  await page.evaluate(await SOURCE);
  // Finish the animations first, so that axe-core sees final colours.
  await page.evaluate(() => {
    for (const animation of document.getAnimations())
      if (Number.isFinite(animation.effect?.getComputedTiming().endTime)) animation.finish();
  });
  const { violations } = await page.evaluate(() =>
    (globalThis as unknown as { axe: Axe }).axe.run(),
  );
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${help}\n${html}\n${failureSummary ?? ""}`),
  );
}
