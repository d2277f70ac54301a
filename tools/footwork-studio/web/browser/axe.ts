import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";

/** What axe-core is asked for, and answers, as far as it is read here. */
interface Axe {
  run(): Promise<{
    violations: { id: string; help: string; nodes: { html: string; failureSummary?: string }[] }[];
  }>;
}

const SOURCE = readFile("node_modules/axe-core/axe.min.js", "utf8");

/** What axe-core finds wrong with the page as it is now, one text each. */
export async function violations(page: Page): Promise<string[]> {
  // The page's Content-Security-Policy keeps scripts of others out; the debugger may run them.
  await page.evaluate(await SOURCE);
  const { violations } = await page.evaluate(() =>
    (globalThis as unknown as { axe: Axe }).axe.run(),
  );
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${help}\n${html}\n${failureSummary ?? ""}`),
  );
}
