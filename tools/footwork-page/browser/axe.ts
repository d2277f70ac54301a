import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

/** The used part of axe-core's interface. */
interface Axe {
  run(options: { runOnly?: string[] }): Promise<{
    violations: { id: string; help: string; nodes: { html: string; failureSummary?: string }[] }[];
  }>;
}

const SOURCE = readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Returns the violations that axe-core finds on the current page, one text each. Checks the given rules, or all. */
export async function violations(page: Page, rules?: string[]): Promise<string[]> {
  // The page's Content-Security-Policy blocks scripts of other origins, but not those of the debugger.
  await page.evaluate(await SOURCE);
  // Finish fade-ins, so that axe-core reads the final colours.
  await page.evaluate(() => {
    for (const animation of document.getAnimations())
      if (Number.isFinite(animation.effect?.getComputedTiming().endTime)) animation.finish();
  });
  const { violations } = await page.evaluate(
    (rules) => (globalThis as unknown as { axe: Axe }).axe.run(rules ? { runOnly: rules } : {}),
    rules,
  );
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${help}\n${html}\n${failureSummary ?? ""}`),
  );
}
