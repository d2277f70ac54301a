import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { createInterface } from "node:readline";

/** How long a server may take to load its library on a busy machine, in milliseconds. */
const START_MS = 120_000;
const ROOT = resolve("../../..");

/** The program that serves a match, as a child process. */
export class Server {
  #options: string[];
  #child: ChildProcess | undefined;
  #url = "";
  #stderr = "";

  constructor(...options: string[]) {
    this.#options = options;
  }

  /** The address of the page, with the token of this launch. */
  get url(): string {
    if (!this.#url) throw new Error("the server was not started");
    return this.#url;
  }

  async start(): Promise<void> {
    const program = process.env.FOOTWORK_BIN ?? resolve(ROOT, "target/debug/footwork-football");
    const library = resolve(ROOT, "samples/football");
    const fixed = [library, "--port", "0", "--no-open"];
    const child = spawn(program, [...fixed, ...this.#options], {
      stdio: ["pipe", "pipe", "pipe"],
    });
    this.#child = child;
    child.stderr.on("data", (text) => {
      this.#stderr += text;
    });
    this.#url = await new Promise<string>((resolve, reject) => {
      const fail = (why: string) => reject(new Error(`the match ${why}\n${this.#stderr}`));
      const timer = setTimeout(() => fail("does not start"), START_MS);
      child.once("error", (error) => fail(`: ${error.message}`));
      child.once("exit", (code, signal) => fail(`ended with ${signal ?? code}`));
      createInterface(child.stdout).once("line", (line) => {
        clearTimeout(timer);
        resolve(line);
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
