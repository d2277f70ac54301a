import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";

/** The part of axe-core's input and output that is used here. */
interface Axe {
  run(): Promise<{
    violations: { id: string; help: string; nodes: { html: string; failureSummary?: string }[] }[];
  }>;
}

const SOURCE = readFile("node_modules/axe-core/axe.min.js", "utf8");

/** What axe-core finds wrong with the current page, one text per violation. */
export async function violations(page: Page): Promise<string[]> {
  // The page's Content-Security-Policy blocks foreign scripts; the debugger may run them.
  await page.evaluate(await SOURCE);
  // What fades in is read as it will be.
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
