import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { createInterface } from "node:readline";

/** What `footwork match --format json` prints once it serves. */
interface Serving {
  url: string;
  port: number;
}

/** How long a server may take to load its library, on a busy machine, in milliseconds. */
const START_MS = 120_000;
const ROOT = resolve("../../..");

/** A `footwork match`. */
export class Server {
  #options: string[];
  #child: ChildProcess | undefined;
  #serving: Serving | undefined;
  #stderr = "";

  constructor(...options: string[]) {
    this.#options = options;
  }

  /** The address of the page, with the token of this launch. */
  get url(): string {
    if (!this.#serving) throw new Error("the server was not started");
    return this.#serving.url;
  }

  async start(): Promise<void> {
    const program = process.env.FOOTWORK_BIN ?? resolve(ROOT, "target/debug/footwork");
    const library = resolve(ROOT, "samples/football");
    const fixed = ["match", library, "--port", "0", "--no-open", "--format", "json"];
    const page = { FOOTWORK_MATCH_PAGE: process.env.FOOTWORK_MATCH_PAGE ?? resolve("dist") };
    const child = spawn(program, [...fixed, ...this.#options], {
      env: { ...process.env, ...page },
      stdio: ["pipe", "pipe", "pipe"],
    });
    this.#child = child;
    child.stderr.on("data", (text) => {
      this.#stderr += text;
    });
    this.#serving = await new Promise<Serving>((resolve, reject) => {
      const fail = (why: string) => reject(new Error(`footwork match ${why}\n${this.#stderr}`));
      const timer = setTimeout(() => fail("does not start"), START_MS);
      child.once("error", (error) => fail(`: ${error.message}`));
      child.once("exit", (code, signal) => fail(`ended with ${signal ?? code}`));
      createInterface(child.stdout).once("line", (line) => {
        clearTimeout(timer);
        resolve(JSON.parse(line) as Serving);
      });
    });
  }

  kill = async (): Promise<void> => {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
  };
}
