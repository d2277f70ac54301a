/** The module of WebAssembly: loading it, calling it, and what passes through its memory. */

import { ERROR_LAYOUT, type Exports, FW_ABI_VERSION, STATUS, TEXT_LAYOUT } from "./declarations.js";
import { type Layout, read, write } from "./layout.js";

const PAGE = 65536;

/** What is wrong, and where in a text. */
export class FootworkError extends Error {
  override readonly name = "FootworkError";

  constructor(
    message: string,
    /** One of `STATUS`. */
    readonly status: number,
    /** Where in the text the mistake starts, in bytes of UTF-8; as `stop` if it has no place. */
    readonly start: number,
    /** Where it stops. */
    readonly stop: number,
    /** In which text, where there are several. */
    readonly text: number,
    /** How many more mistakes there are. */
    readonly more: number,
  ) {
    super(message);
  }
}

/** Memory that calls pass things in. Pages that are grown here are never used by the module itself. */
interface Arena {
  start: number;
  stop: number;
}

let exports: Exports | undefined;
let loading: Promise<void> | undefined;
let arena: Arena = { start: 0, stop: 0 };
let top = 0;
let error = 0;
let view = new DataView(new ArrayBuffer(0));

/** The bytes of the module, or where they are. */
export type Source = BufferSource | Response | URL | string;

/**
 * Loads the module; once, before anything else. Further calls wait for the first one, and after a failure the next one tries again.
 * Without a source it is the file beside this one, which is read from disk in Node and fetched in a browser.
 */
export function init(source?: Source): Promise<void> {
  loading ??= load(source).catch((reason: unknown) => {
    loading = undefined;
    throw reason;
  });
  return loading;
}

async function load(source?: Source): Promise<void> {
  const place = source ?? "./footwork.wasm";
  const bytes = await bytesOf(typeof place === "string" ? new URL(place, import.meta.url) : place);
  const { instance } = await WebAssembly.instantiate(bytes as BufferSource, {});
  const loaded = instance.exports as unknown as Exports;
  if (loaded.fw_abi_version() !== FW_ABI_VERSION) {
    throw new Error("the module is of another version than the package");
  }
  exports = loaded;
  error = reserve(ERROR_LAYOUT.size);
  arena.start = top;
}

/** The bytes of a file or of an answer. */
export async function bytesOf(source: Source): Promise<BufferSource> {
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) {
    return source as BufferSource;
  }
  if (source instanceof Response) {
    return bodyOf(source);
  }
  const inNode = "process" in globalThis;
  // In Node a text is a path, unless it is an address.
  const isPath = typeof source === "string" && inNode && !/^\w\w+:/.test(source);
  if (isPath || (inNode && new URL(source).protocol === "file:")) {
    const files = await import(/* @vite-ignore */ "node:fs/promises");
    return new Uint8Array(await files.readFile(isPath ? source : new URL(source)));
  }
  return bodyOf(await fetch(source));
}

function bodyOf(response: Response): Promise<ArrayBuffer> {
  if (!response.ok) {
    throw new Error(`${response.url || "the file"} was answered with ${response.status}`);
  }
  return response.arrayBuffer();
}

/** The functions of the module. */
export function wasm(): Exports {
  if (!exports) {
    throw new Error("call `await init()` first");
  }
  return exports;
}

/** The memory of the module as it is now. */
export function memory(): DataView {
  const { buffer } = wasm().memory;
  if (view.buffer !== buffer) {
    view = new DataView(buffer);
  }
  return view;
}

/** Runs what reserves memory, and takes all of that back at its end. */
export function scope<T>(run: () => T): T {
  const [of, mark] = [arena, top];
  try {
    return run();
  } finally {
    top = arena === of ? mark : arena.start;
  }
}

/** Reserves bytes until the end of the scope. */
export function reserve(bytes: number): number {
  const at = Math.ceil(top / 16) * 16;
  if (at + bytes <= arena.stop) {
    top = at + bytes;
    return at;
  }
  const size = Math.max(16 * PAGE, 2 * (arena.stop - arena.start), bytes);
  const pages = Math.ceil(size / PAGE);
  const start = wasm().memory.grow(pages) * PAGE;
  arena = { start, stop: start + pages * PAGE };
  top = start + bytes;
  return start;
}

/** Puts a text into memory: its address and its length. */
export function text(value: string): [number, number] {
  const bytes = new TextEncoder().encode(value);
  return [copy(bytes), bytes.length];
}

/** Puts texts into memory: the address of their list, and its length. */
export function textList(values: string | readonly string[]): [number, number] {
  const all = typeof values === "string" ? [values] : values;
  const places = all.map((it) => {
    const [bytes, len] = text(it);
    return { bytes, len };
  });
  return [putAll(TEXT_LAYOUT, places), all.length];
}

/** Puts bytes into memory. */
export function copy(bytes: Uint8Array): number {
  const at = reserve(bytes.length);
  new Uint8Array(memory().buffer, at, bytes.length).set(bytes);
  return at;
}

/** Puts numbers into memory, as floats. */
export function floats(values: ArrayLike<number>): number {
  const at = reserve(4 * values.length);
  new Float32Array(memory().buffer, at, values.length).set(values);
  return at;
}

/** Puts numbers into memory, as doubles. */
export function doubles(values: ArrayLike<number>): number {
  const at = reserve(8 * values.length);
  new Float64Array(memory().buffer, at, values.length).set(values);
  return at;
}

/** Puts an object into memory. */
export function put<T>(layout: Layout<T>, from: Partial<T>): number {
  const at = reserve(layout.size);
  write(memory(), layout, at, from);
  return at;
}

/** Puts an object into memory; nothing if there is none: NULL is the default. */
export function putOr<T>(layout: Layout<T>, from: Partial<T> | undefined): number {
  return from === undefined ? 0 : put(layout, from);
}

/** Puts objects into memory, one after the other. */
export function putAll<T>(layout: Layout<T>, from: readonly Partial<T>[]): number {
  const at = reserve(layout.size * from.length);
  from.forEach((it, i) => {
    write(memory(), layout, at + i * layout.size, it);
  });
  return at;
}

/** The exception of a function that the module called back. */
export const thrown: { any?: { reason: unknown } | undefined } = {};

/** Calls a function, which gets the address of the error, and throws what it says. */
export function call(run: (error: number) => number): void {
  const status = attempt(run);
  if (status !== STATUS.OK) {
    fail(status);
  }
}

function attempt(run: (error: number) => number): number {
  memory().setUint32(error, ERROR_LAYOUT.size, true);
  const status = run(error);
  if (thrown.any) {
    const { reason } = thrown.any;
    thrown.any = undefined;
    throw reason;
  }
  return status;
}

function fail(status: number): never {
  const said = read(memory(), ERROR_LAYOUT, error) as Record<string, number>;
  const at = error + (ERROR_LAYOUT.fields.message?.at ?? 0);
  const bytes = new Uint8Array(memory().buffer, at, said.messageLen).slice();
  const { start = 0, stop = 0, text = 0, more = 0 } = said;
  throw new FootworkError(new TextDecoder().decode(bytes), status, start, stop, text, more);
}

type Write = (at: number, room: number, count: number, error: number) => number;

/** Calls a function that writes objects to a buffer, as often as the buffer is too small. */
export function list<T>(layout: Layout<T>, run: Write): T[] {
  return many(layout.size, run, (at, count) =>
    Array.from({ length: count }, (_, i) => read(memory(), layout, at + i * layout.size)),
  );
}

/** The same for numbers. */
export function numbers<T extends Numbers>(array: ArrayOf<T>, run: Write): T {
  return many(array.BYTES_PER_ELEMENT, run, (at, count) => numbersAt(array, at, count));
}

/** The same for a text. */
export function textOf(run: Write): string {
  return many(1, run, (at, count) => new TextDecoder().decode(numbersAt(Uint8Array, at, count)));
}

function many<T>(size: number, run: Write, take: (at: number, count: number) => T): T {
  return scope(() => {
    const counter = reserve(4);
    let room = Math.ceil(4096 / size);
    for (;;) {
      const at = reserve(room * size);
      const status = attempt((error) => run(at, room, counter, error));
      const count = memory().getUint32(counter, true);
      if (status === STATUS.OK) {
        return take(at, count);
      }
      if (status !== STATUS.BUFFER_TOO_SMALL) {
        fail(status);
      }
      room = count;
    }
  });
}

/** Three numbers. */
export type Vector = readonly [number, number, number];

type Numbers = Uint8Array | Uint32Array | BigUint64Array | Float32Array | Float64Array;

interface ArrayOf<T> {
  readonly BYTES_PER_ELEMENT: number;
  new (buffer: ArrayBufferLike, at: number, length: number): T;
}

/** A copy of numbers in memory. */
export function numbersAt<T extends Numbers>(array: ArrayOf<T>, at: number, length: number): T {
  return new array(memory().buffer, at, length).slice() as T;
}

/** Three numbers in memory. */
export function vectorAt(
  array: ArrayOf<Float32Array | Float64Array>,
  at: number,
): [number, number, number] {
  const [x = 0, y = 0, z = 0] = numbersAt(array, at, 3);
  return [x, y, z];
}

/** Fills an array of the caller from memory. */
export function filled<T extends Float32Array | Float64Array>(array: T, at: number): T {
  const of = array.constructor as unknown as ArrayOf<T>;
  array.set(new of(memory().buffer, at, array.length));
  return array;
}

type Make = (at: number, error: number) => number;
type Destroy = (handle: bigint, error: number) => number;

const collected = new FinalizationRegistry<[Destroy, bigint]>(([destroy, handle]) => {
  destroy(handle, 0);
});
const destroys = new WeakMap<Handle, Destroy>();

/** An object of the module. It is freed with what refers to it, or at once by `free`. */
export abstract class Handle {
  /** 0n once it is free. */
  handle = 0n;

  protected constructor(make?: Make, destroy?: Destroy) {
    if (make && destroy) {
      own(this, make, destroy);
    }
  }

  /** Makes an object by a function that is not the constructor of its class. */
  protected static made<T extends Handle>(
    of: { readonly prototype: T },
    make: Make,
    destroy: Destroy,
  ): T {
    const it = Object.create(of.prototype) as T;
    own(it, make, destroy);
    return it;
  }

  /** Frees it. What is used afterwards throws. */
  free(): void {
    if (this.handle !== 0n) {
      collected.unregister(this);
      destroys.get(this)?.(this.handle, 0);
      this.handle = 0n;
    }
  }
}

/** Makes an object, and has it destroyed with what refers to it. */
function own(it: Handle, make: Make, destroy: Destroy): void {
  it.handle = scope(() => {
    const at = reserve(8);
    call((error) => make(at, error));
    return memory().getBigUint64(at, true);
  });
  destroys.set(it, destroy);
  collected.register(it, [destroy, it.handle], it);
}

/** The parameters of a method: those of the function behind it, after the object. */
export type OfMethod<T extends (it: never, ...rest: never[]) => unknown> = T extends (
  it: never,
  ...rest: infer Rest
) => unknown
  ? Rest
  : never;
