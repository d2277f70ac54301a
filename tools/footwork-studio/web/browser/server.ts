import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { createInterface } from "node:readline";

/** The output of `footwork studio --format json` when the server is ready. */
interface Serving {
  url: string;
  port: number;
}

/** How long a server may take to open a library of ten thousand clips on a busy machine, in milliseconds. */
const START_MS = 150_000;

/** The state folder of a server of a library. */
export const stateOf = (library: string) => join(tmpdir(), `${basename(library)}-state`);

/** The path of the command. */
export const command = () => resolve(process.env.FOOTWORK_BIN ?? "../../../target/debug/footwork");

/** A `footwork studio` that serves a library. */
export class Server {
  #library: string;
  readonly #options: readonly string[];
  #child: ChildProcess | undefined;
  #serving: Serving | undefined;
  #stderr = "";

  constructor(library: string, options: readonly string[] = []) {
    this.#library = library;
    this.#options = options;
  }

  /** The address of the page, with the token of this launch. */
  get url(): string {
    if (!this.#serving) throw new Error("the server was not started");
    return this.#serving.url;
  }

  /** Starts the server, perhaps with another library. A restart uses the same port. */
  async start(library = this.#library): Promise<void> {
    this.#library = library;
    const program = command();
    const port = `${this.#serving?.port ?? 0}`;
    const args = [
      "studio",
      this.#library,
      "--port",
      port,
      "--no-open",
      "--format",
      "json",
      ...this.#options,
    ];
    const page = { FOOTWORK_STUDIO_PAGE: process.env.FOOTWORK_STUDIO_PAGE ?? resolve("dist") };
    const child = spawn(program, args, {
      env: { ...process.env, ...page, FOOTWORK_STATE_DIR: stateOf(this.#library) },
      stdio: ["pipe", "pipe", "pipe"],
    });
    this.#child = child;
    child.stderr.on("data", (text) => {
      this.#stderr += text;
    });
    this.#serving = await new Promise<Serving>((resolve, reject) => {
      const fail = (why: string) => reject(new Error(`footwork studio ${why}\n${this.#stderr}`));
      const timer = setTimeout(() => fail("does not start"), START_MS);
      child.once("error", (error) => fail(`: ${error.message}`));
      child.once("exit", (code, signal) => fail(`ended with ${signal ?? code}`));
      createInterface(child.stdout).once("line", (line) => {
        clearTimeout(timer);
        resolve(JSON.parse(line) as Serving);
      });
    });
  }

  /** Kills the server, like a crash or a power cut: nothing more is written. */
  kill = () => this.#end((child) => child.kill("SIGKILL"));

  /** Stops the server like Ctrl+C, by closing its standard input. */
  stop = () => this.#end((child) => child.stdin?.end());

  async #end(how: (child: ChildProcess) => void): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    how(child);
    await ended;
  }
}
