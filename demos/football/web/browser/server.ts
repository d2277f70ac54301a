import { resolve } from "node:path";
import { Program } from "footwork-page/browser/program";

const ROOT = resolve("../../..");

/** The program that serves a match, as a child process. */
export class Server extends Program {
  #options: string[];
  #url = "";

  constructor(...options: string[]) {
    super("the match");
    this.#options = options;
  }

  /** The address of the page, with the token of this launch. */
  get url(): string {
    if (!this.#url) throw new Error("the server was not started");
    return this.#url;
  }

  async open(): Promise<void> {
    const program = process.env.FOOTWORK_BIN ?? resolve(ROOT, "target/debug/footwork-football");
    const library = resolve(ROOT, "samples/football");
    const fixed = [library, "--port", "0", "--no-open"];
    this.#url = await this.start(program, [...fixed, ...this.#options]);
  }
}
