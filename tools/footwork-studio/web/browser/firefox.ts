import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The usual install paths on Linux, macOS and Windows. */
const PLACES = [
  "/usr/bin/firefox-esr",
  "/usr/bin/firefox",
  "/snap/bin/firefox",
  "/Applications/Firefox.app/Contents/MacOS/firefox",
  "C:\\Program Files\\Mozilla Firefox\\firefox.exe",
  "C:\\Program Files (x86)\\Mozilla Firefox\\firefox.exe",
];

/** The time limit for Firefox to start, in milliseconds. */
const START_MS = 60_000;

/** Returns the path of the Firefox that the variable `FIREFOX` names, or else of the first one found. */
export const firefoxPath = () => process.env.FIREFOX || PLACES.find((place) => existsSync(place));

/** A message from Firefox: the response to the command with this id, or an event. */
interface Answer {
  id?: number;
  type: string;
  result?: unknown;
  message?: string;
}

/**
 * A page in an installed Firefox, which is driven through WebDriver BiDi. Playwright can drive only its own build of
 * Firefox, which cannot be installed everywhere.
 */
export class FirefoxPage {
  readonly #socket: WebSocket;
  readonly #child: ChildProcess;
  readonly #home: string;
  readonly #waiting = new Map<number, (answer: Answer) => void>();
  #last = 0;
  #context = "";

  private constructor(socket: WebSocket, child: ChildProcess, home: string) {
    this.#socket = socket;
    this.#child = child;
    this.#home = home;
    socket.addEventListener("message", ({ data }) => {
      const answer = JSON.parse(`${data}`) as Answer;
      if (answer.id !== undefined) this.#waiting.get(answer.id)?.(answer);
    });
  }

  /** Starts Firefox without a window, and opens an address in it. */
  static async open(program: string, url: string): Promise<FirefoxPage> {
    const home = await mkdtemp(join(tmpdir(), "footwork-firefox-"));
    const args = ["--headless", "--no-remote", "--profile", home, "--remote-debugging-port", "0"];
    const child = spawn(program, args, { env: { ...process.env, HOME: home } });
    const address = await listening(child);
    const socket = new WebSocket(`${address}/session`);
    await once(socket, "open");
    const page = new FirefoxPage(socket, child, home);
    await page.#send("session.new", { capabilities: {} });
    const { context } = (await page.#send("browsingContext.create", { type: "tab" })) as {
      context: string;
    };
    page.#context = context;
    await page.#send("browsingContext.setViewport", {
      context,
      viewport: { width: 1280, height: 800 },
    });
    await page.#send("browsingContext.navigate", { context, url, wait: "complete" });
    return page;
  }

  /** Returns the value of an expression in the page as a text. */
  async text(expression: string): Promise<string> {
    const { result } = (await this.#send("script.evaluate", {
      expression: `String(${expression})`,
      target: { context: this.#context },
      awaitPromise: true,
    })) as { result?: { value?: string } };
    return result?.value ?? "";
  }

  /** Presses keys one after another, while the keys in `held` stay down. */
  async press(keys: readonly string[], held: readonly string[] = []): Promise<void> {
    const down = (value: string) => ({ type: "keyDown", value });
    const up = (value: string) => ({ type: "keyUp", value });
    const actions = [
      ...held.map(down),
      ...keys.flatMap((key) => [down(key), up(key)]),
      ...held.map(up),
    ];
    const sources = [{ type: "key", id: "keyboard", actions }];
    await this.#send("input.performActions", { context: this.#context, actions: sources });
  }

  /** Returns a screenshot of the page as a PNG file. */
  async screenshot(): Promise<Buffer> {
    const { data } = (await this.#send("browsingContext.captureScreenshot", {
      context: this.#context,
    })) as { data: string };
    return Buffer.from(data, "base64");
  }

  async close(): Promise<void> {
    this.#socket.close();
    const ended = once(this.#child, "exit");
    this.#child.kill();
    await ended;
    await rm(this.#home, { recursive: true, force: true, maxRetries: 5 });
  }

  async #send(method: string, params: object): Promise<unknown> {
    this.#last += 1;
    const id = this.#last;
    const answered = new Promise<Answer>((resolve) => this.#waiting.set(id, resolve));
    this.#socket.send(JSON.stringify({ id, method, params }));
    const answer = await answered;
    this.#waiting.delete(id);
    if (answer.type === "error") throw new Error(`${method}: ${answer.message}`);
    return answer.result;
  }
}

/** Returns the address on which Firefox listens, from its output. */
function listening(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = "";
    const timer = setTimeout(() => reject(new Error(`Firefox does not start\n${said}`)), START_MS);
    child.stderr?.on("data", (text) => {
      said += text;
      const [, address] = /WebDriver BiDi listening on (ws:\S+)/.exec(said) ?? [];
      if (address === undefined) return;
      clearTimeout(timer);
      resolve(address);
    });
    child.once("exit", () => reject(new Error(`Firefox ended\n${said}`)));
  });
}
