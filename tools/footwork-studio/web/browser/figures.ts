import { writeFile } from "node:fs/promises";

/** The figures of a measurement, as text for people and for `bench/RESULTS.md`. */
export class Figures {
  readonly #lines: string[] = [];

  /** Adds a time in milliseconds that must stay below a limit. */
  below(what: string, ms: number, barMs: number): void {
    this.#row(what, msText(ms), `< ${msText(barMs)}`, ms < barMs);
  }

  /** Adds a rate per second that must reach a limit. */
  reaches(what: string, perSec: number, bar: number): void {
    this.#row(what, `${perSec.toFixed(1)} a second`, `${bar} a second`, perSec >= bar);
  }

  /** Adds a time in milliseconds that has no limit. */
  without(what: string, ms: number): void {
    this.#say("row", what, msText(ms), "", "");
  }

  /** Adds a paragraph below the table. */
  text(text: string): void {
    this.#say("text", text);
  }

  #row(what: string, figure: string, bar: string, isMet: boolean): void {
    this.#say("row", what, figure, bar, isMet ? "met" : "missed");
  }

  #say(...cells: string[]): void {
    console.log(cells.slice(1).filter(Boolean).join("  "));
    this.#lines.push(cells.join("\t"));
  }

  /** Writes the figures to a file, in the format that `bench/src/studio.rs` reads. */
  write = (file: string) => writeFile(file, `${this.#lines.join("\n")}\n`);
}

const msText = (ms: number) =>
  ms < 1000 ? `${ms.toFixed(ms < 10 ? 2 : 0)} ms` : `${(ms / 1000).toFixed(2)} s`;

/** Returns a quantile: the value below which the fraction `share` of the values lies. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(Math.floor(sorted.length * share), sorted.length - 1)] ?? Number.NaN;
}
