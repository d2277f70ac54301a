/** The functions of `src/door.rs`, in the module of the match. */
interface Exports {
  memory: WebAssembly.Memory;
  footwork_match_input(bytes: number): number;
  footwork_match_output(which: number): number;
  footwork_match_output_len(which: number): number;
  footwork_match_load_cast(tagsBytes: number): number;
  footwork_match_begin(): number;
  footwork_match_tick(): number;
  footwork_match_obey(): number;
  footwork_match_news(): number;
  footwork_match_is_slow(): number;
  footwork_match_recording(): number;
  footwork_match_load(): number;
}

/** The outputs, by their numbers. */
const [BYTES, FRAME, LEAVES] = [0, 1, 2] as const;

/** The news of a match. */
export interface News {
  /** Messages as JSON. */
  texts: string[];
  frame: Float32Array<ArrayBuffer> | undefined;
  leaves: Float32Array<ArrayBuffer> | undefined;
}

/** A match in a WebAssembly module. Methods throw an `Error` with the match's own words if it refuses. */
export class Door {
  readonly #exports: Exports;

  private constructor(exports: Exports) {
    this.#exports = exports;
  }

  /** Compiles the module, and loads the files of tags and poses into it. */
  static async open(module: BufferSource, tags: Uint8Array, poses: Uint8Array): Promise<Door> {
    const { instance } = await WebAssembly.instantiate(module);
    const door = new Door(instance.exports as unknown as Exports);
    door.#write(tags, poses);
    door.#check(door.#exports.footwork_match_load_cast(tags.length));
    return door;
  }

  /** Begins a match. */
  begin(setup: unknown): void {
    this.#write(new TextEncoder().encode(JSON.stringify(setup)));
    this.#check(this.#exports.footwork_match_begin());
  }

  /** Plays a frame, unless the match is paused. */
  tick(): void {
    this.#check(this.#exports.footwork_match_tick());
  }

  /** Carries out a command. */
  obey(command: unknown): void {
    this.#write(new TextEncoder().encode(JSON.stringify(command)));
    this.#check(this.#exports.footwork_match_obey());
  }

  /** Returns the match so far as a recording. */
  recording(): Uint8Array<ArrayBuffer> {
    this.#check(this.#exports.footwork_match_recording());
    return this.#bytes();
  }

  /** Replaces the match by a recording. */
  load(recording: Uint8Array): void {
    this.#write(recording);
    this.#check(this.#exports.footwork_match_load());
  }

  get isSlow(): boolean {
    return this.#exports.footwork_match_is_slow() !== 0;
  }

  /** Returns the news since the last call. */
  news(): News {
    this.#check(this.#exports.footwork_match_news());
    const text = this.#text();
    return {
      texts: text === "" ? [] : text.trimEnd().split("\n"),
      frame: this.#numbers(FRAME),
      leaves: this.#numbers(LEAVES),
    };
  }

  #write(...parts: Uint8Array[]): void {
    const length = parts.reduce((sum, part) => sum + part.length, 0);
    let place = this.#exports.footwork_match_input(length);
    for (const part of parts) {
      new Uint8Array(this.#exports.memory.buffer).set(part, place);
      place += part.length;
    }
  }

  #check(done: number): void {
    if (done === 0) throw new Error(this.#text());
  }

  #text = () => new TextDecoder().decode(this.#bytes());

  #bytes(): Uint8Array<ArrayBuffer> {
    const { memory, footwork_match_output, footwork_match_output_len } = this.#exports;
    const length = footwork_match_output_len(BYTES);
    return new Uint8Array(memory.buffer, footwork_match_output(BYTES), length).slice();
  }

  #numbers(which: typeof FRAME | typeof LEAVES): Float32Array<ArrayBuffer> | undefined {
    const { memory, footwork_match_output, footwork_match_output_len } = this.#exports;
    const length = footwork_match_output_len(which);
    if (length === 0) return undefined;
    return new Float32Array(memory.buffer, footwork_match_output(which), length).slice();
  }
}
