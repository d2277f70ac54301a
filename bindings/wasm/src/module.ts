/** The WebAssembly module: loading it, calling it, and passing values through its memory. */

import { ERROR_LAYOUT, type Exports, FW_ABI_VERSION, STATUS, TEXT_LAYOUT } from "./declarations.js";
import { type Layout, read, shown, write } from "./layout.js";

const PAGE = 65536;

/** A failed call, with the place of the mistake in a text. */
export class FootworkError extends Error {
  override readonly name = "FootworkError";

  constructor(
    message: string,
    /** One of `STATUS`. */
    readonly status: number,
    /** The start of the mistake in the text, in bytes of UTF-8; equal to `stop` if the mistake has no place. */
    readonly start: number,
    /** The end of the mistake in the text, in bytes of UTF-8. */
    readonly stop: number,
    /** The number of the text with the mistake, from 0, if a call takes several. */
    readonly text: number,
    /** The number of further mistakes. */
    readonly more: number,
  ) {
    super(message);
  }
}

/** Memory for the arguments of calls. The module itself never uses pages added here. */
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

/** The bytes of the module, or their location. */
export type Source = BufferSource | Response | URL | string;

/**
 * Loads the module. Call it once, before anything else. Further calls wait for the first one; after a failure, the next call
 * tries again. The default source is the file next to this one, which Node reads from disk and browsers fetch.
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
    throw new Error("the module and the package have different versions");
  }
  exports = loaded;
  error = reserve(ERROR_LAYOUT.size);
  arena.start = top;
}

/** Returns the bytes of a file or a response. */
export async function bytesOf(source: Source): Promise<BufferSource> {
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) {
    return source as BufferSource;
  }
  if (source instanceof Response) {
    return bodyOf(source);
  }
  const inNode = "process" in globalThis;
  // In Node, a text is a path unless it is a URL.
  const isPath = typeof source === "string" && inNode && !/^\w\w+:/.test(source);
  if (isPath || (inNode && new URL(source).protocol === "file:")) {
    // Not imported, because bundlers for browsers would look for the module.
    const files = process.getBuiltinModule("node:fs/promises");
    return new Uint8Array(await files.readFile(isPath ? source : new URL(source)));
  }
  return bodyOf(await fetch(source));
}

/** Returns the bytes of a file. */
export async function bytesAt(path: string | URL): Promise<Uint8Array> {
  const bytes = await bytesOf(path);
  return ArrayBuffer.isView(bytes)
    ? new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    : new Uint8Array(bytes);
}

/** Opens a file, whose path or URL goes into the message of an error. */
export function naming<T>(path: string | URL, run: () => T): T {
  try {
    return run();
  } catch (reason) {
    if (reason instanceof FootworkError) {
      reason.message = `${path}: ${reason.message}`;
    }
    throw reason;
  }
}

function bodyOf(response: Response): Promise<ArrayBuffer> {
  if (!response.ok) {
    const place = response.url || "the file";
    throw new Error(`${place}: the server answered with status ${response.status}`);
  }
  return response.arrayBuffer();
}

/** Returns the functions of the module. */
export function wasm(): Exports {
  if (!exports) {
    throw new Error("call `await init()` first");
  }
  return exports;
}

/** Returns the current memory of the module. */
export function memory(): DataView {
  const { buffer } = wasm().memory;
  if (view.buffer !== buffer) {
    view = new DataView(buffer);
  }
  return view;
}

/** Runs a function, and then frees all memory that it reserved. */
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

/** Puts a text into memory. Returns its address and length. */
export function text(value: string): [number, number] {
  if (typeof value !== "string") {
    throw new TypeError(`a text is needed, not ${shown(value)}`);
  }
  const bytes = new TextEncoder().encode(value);
  return [copy(bytes), bytes.length];
}

/** Puts texts into memory. Returns the address and length of their list. */
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
  isArray(bytes, Uint8Array, "the bytes");
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

/** Puts numbers into memory, as whole numbers of 32 bits. */
export function wholes(values: ArrayLike<number>): number {
  const at = reserve(4 * values.length);
  new Uint32Array(memory().buffer, at, values.length).set(values);
  return at;
}

/** Puts an object into memory. */
export function put<T>(layout: Layout<T>, from: Partial<T>): number {
  const at = reserve(layout.size);
  write(memory(), layout, at, from);
  return at;
}

/** Puts an object into memory. Without an object it returns NULL, which stands for the default. */
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

/** Throws for anything but a typed array of this kind, such as an `ArrayBuffer`. */
export function isArray(value: unknown, of: { new (length: number): Numbers }, name: string): void {
  // A typed array of another realm, such as a frame's, is no instance.
  const tag = Object.prototype.toString.call(value).slice(8, -1);
  if (!(value instanceof of || (ArrayBuffer.isView(value) && tag === of.name))) {
    throw new TypeError(`${name} must be a ${of.name}, not ${shown(value)}`);
  }
}

/** The exception thrown by a callback. */
export const thrown: { any?: { reason: unknown } | undefined } = {};

/** Calls a function with the address of the error, and throws the error if it fails. */
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

/** Calls a function that writes objects to a buffer, and retries with a larger buffer until they fit. */
export function list<T>(layout: Layout<T>, run: Write): T[] {
  return many(layout.size, run, (at, count) =>
    Array.from({ length: count }, (_, i) => read(memory(), layout, at + i * layout.size)),
  );
}

/** Calls a function that writes numbers to a buffer. */
export function numbers<T extends Numbers>(array: ArrayOf<T>, run: Write): T {
  return many(array.BYTES_PER_ELEMENT, run, (at, count) => numbersAt(array, at, count));
}

/** Calls a function that writes a text to a buffer. */
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

/** Returns a copy of numbers in memory. */
export function numbersAt<T extends Numbers>(array: ArrayOf<T>, at: number, length: number): T {
  return new array(memory().buffer, at, length).slice() as T;
}

/** Returns three numbers in memory. */
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

/** An object of the module. It is freed by `free`, or when it is no longer reachable. */
export abstract class Handle {
  /** 0n once the object has been freed. */
  handle = 0n;

  protected constructor(make?: Make, destroy?: Destroy) {
    if (make && destroy) {
      own(this, make, destroy);
    }
  }

  /** Makes an object with a function other than the constructor of its class. */
  protected static made<T extends Handle>(
    of: { readonly prototype: T },
    make: Make,
    destroy: Destroy,
  ): T {
    const it = Object.create(of.prototype) as T;
    own(it, make, destroy);
    return it;
  }

  /** Frees the object. Later calls on it throw. */
  free(): void {
    if (this.handle !== 0n) {
      collected.unregister(this);
      destroys.get(this)?.(this.handle, 0);
      this.handle = 0n;
    }
  }
}

/** Returns the handle of an object. Throws if the object was freed. */
export function alive(it: Handle, of: string): bigint {
  if (it.handle === 0n) {
    throw new Error(`this ${of} was freed`);
  }
  return it.handle;
}

/** Returns the handle of a parameter. Throws for anything but an object of the class that was not freed. */
export function handleOf(
  it: unknown,
  of: { readonly prototype: Handle },
  called: string,
  name: string,
): bigint {
  if (!(it instanceof Handle && Object.prototype.isPrototypeOf.call(of.prototype, it))) {
    throw new TypeError(`${name} must be a ${called}, not ${shown(it)}`);
  }
  return alive(it, called);
}

/** Makes an object, and registers it to be destroyed when it is no longer reachable. */
function own(it: Handle, make: Make, destroy: Destroy): void {
  it.handle = scope(() => {
    const at = reserve(8);
    call((error) => make(at, error));
    return memory().getBigUint64(at, true);
  });
  destroys.set(it, destroy);
  collected.register(it, [destroy, it.handle], it);
}

/** The parameters of a method: all parameters of its function but the first, which is the object. */
export type OfMethod<T extends (it: never, ...rest: never[]) => unknown> = T extends (
  it: never,
  ...rest: infer Rest
) => unknown
  ? Rest
  : never;
