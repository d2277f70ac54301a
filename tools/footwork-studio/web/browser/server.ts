import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { Program } from "footwork-page/browser/program";

/** The line that `footwork studio --format json` prints when the server is ready. */
interface Serving {
  url: string;
  port: number;
}

/** Returns the state folder of the server of a library. */
export const stateOf = (library: string) => join(tmpdir(), `${basename(library)}-state`);

/** Returns the path of the `footwork` program. */
export const command = () => resolve(process.env.FOOTWORK_BIN ?? "../../../target/debug/footwork");

/** A `footwork studio` that serves a library. */
export class Server extends Program {
  #library: string;
  readonly #options: readonly string[];
  #serving: Serving | undefined;

  constructor(library: string, options: readonly string[] = []) {
    super("footwork studio");
    this.#library = library;
    this.#options = options;
  }

  /** The address of the page, including the token of this launch. */
  get url(): string {
    if (!this.#serving) throw new Error("the server was not started");
    return this.#serving.url;
  }

  /** Starts the server, by default with the same library as before. A restart uses the same port. */
  async open(library = this.#library): Promise<void> {
    this.#library = library;
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
    const env = { ...page, FOOTWORK_STATE_DIR: stateOf(this.#library) };
    this.#serving = JSON.parse(await this.start(command(), args, env)) as Serving;
  }
}
