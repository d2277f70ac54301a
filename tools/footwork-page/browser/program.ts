import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

/** The time limit for a server to start, in milliseconds: enough for ten thousand clips on a busy machine. */
const START_MS = 150_000;

/** The program of a server, run as a child process. */
export class Program {
  readonly #name: string;
  #child: ChildProcess | undefined;
  #stderr = "";

  constructor(name: string) {
    this.#name = name;
  }

  /** Starts the program. Returns the first line that it prints. */
  start(path: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<string> {
    const child = spawn(path, args, {
      env: { ...process.env, ...env },
      stdio: ["pipe", "pipe", "pipe"],
    });
    this.#child = child;
    child.stderr.on("data", (text) => {
      this.#stderr += text;
    });
    return new Promise((resolve, reject) => {
      const fail = (why: string) => reject(new Error(`${this.#name} ${why}\n${this.#stderr}`));
      const timer = setTimeout(() => fail("does not start"), START_MS);
      child.once("error", (error) => fail(`: ${error.message}`));
      child.once("exit", (code, signal) => fail(`ended with ${signal ?? code}`));
      createInterface(child.stdout).once("line", (line) => {
        clearTimeout(timer);
        resolve(line);
      });
    });
  }

  /** Kills the program, as in a crash or a power cut, so that it writes no more data. */
  kill = () => this.#end((child) => child.kill("SIGKILL"));

  /** Stops the program by closing its standard input, which has the effect of Ctrl+C. */
  stop = () => this.#end((child) => child.stdin?.end());

  async #end(how: (child: ChildProcess) => void): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    how(child);
    await ended;
  }
}
