/** The layout of objects in the memory of the module. */

type Kind = "u8" | "u16" | "u32" | "u64" | "f32" | "f64";

interface Field {
  at: number;
  kind?: Kind;
  of?: Layout<unknown>;
  /** The length of an array; 0 for one value. */
  length: number;
}

/** The offsets of the fields of an object, in bytes. */
export interface Layout<T> {
  size: number;
  /** Whether the object starts with its size. */
  sized: boolean;
  fields: Record<string, Field>;
  /** Never set: it only ties the type of the object to its layout. */
  readonly shape?: T;
}

const BYTES: Record<Kind, number> = { u8: 1, u16: 2, u32: 4, u64: 8, f32: 4, f64: 8 };

/** Returns a value as text for the message of an error. */
export function shown(value: unknown): string {
  if (typeof value === "string") {
    return JSON.stringify(value);
  }
  if (value instanceof Promise) {
    return "a promise: did you forget `await`?";
  }
  return typeof value === "object" && value
    ? (value.constructor?.name ?? "an object")
    : String(value);
}

/** Throws unless this is an object with only these fields. */
export function only(object: unknown, names: readonly string[], what: string): void {
  if (typeof object !== "object" || object === null || Array.isArray(object)) {
    throw new TypeError(`${what} must be an object of ${names.join(", ")}, not ${shown(object)}`);
  }
  const other = Object.keys(object).find((name) => !names.includes(name));
  if (other !== undefined) {
    throw new TypeError(`${what} has no field \`${other}\`, only ${names.join(", ")}`);
  }
}

/** Throws for anything but a number. */
export function isNumber(value: unknown, name: string): void {
  if (typeof value !== "number") {
    throw new TypeError(`${name} must be a number, not ${shown(value)}`);
  }
}

/** Returns a whole number of 32 bits. Throws for any other number, which WebAssembly would wrap. */
export function wholeU32(value: number, name: string): number {
  return whole(value, 4, name);
}

/** Throws for a list of another length. */
export function hasLength(found: number | undefined, wanted: number, name: string): void {
  if (found === undefined) {
    throw new TypeError(`${name} must be a list of ${wanted} elements`);
  }
  if (found !== wanted) {
    throw new RangeError(`${name} has ${found} elements, not ${wanted}`);
  }
}

/** Throws for anything but a whole number of this size in bytes. */
function whole(value: unknown, bytes: number, name: string): number {
  const most = 2 ** (8 * bytes) - 1;
  const number = typeof value === "boolean" ? Number(value) : value;
  if (!Number.isInteger(number) || (number as number) < 0 || (number as number) > most) {
    throw new RangeError(`${name} must be a whole number from 0 to ${most}, not ${shown(value)}`);
  }
  return number as number;
}

/** Throws for anything but a whole number of 64 bits, at least 0, as a number or a bigint. */
function wholeU64(value: number | bigint, name: string): bigint {
  if (typeof value === "number") {
    whole(value, 8, name);
  }
  const big = BigInt(value);
  if (big !== BigInt.asUintN(64, big)) {
    throw new RangeError(`${name} must be a whole number of 64 bits, at least 0, not ${value}`);
  }
  return big;
}

/** Reads an object. */
export function read<T>(view: DataView, layout: Layout<T>, at: number): T {
  const object: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(layout.fields)) {
    const size = sizeOf(field);
    object[name] =
      field.length === 0
        ? readOne(view, field, at + field.at)
        : Array.from({ length: field.length }, (_, i) =>
            readOne(view, field, at + field.at + i * size),
          );
  }
  return object as T;
}

/**
 * Writes an object. Missing fields become 0, as do the bytes between fields. Throws for an unknown field, a list of another
 * length, a value that is no number, and a number that a field would truncate.
 */
export function write<T>(
  view: DataView,
  layout: Layout<T>,
  at: number,
  from: Partial<T>,
  what = "the argument",
): void {
  only(from, Object.keys(layout.fields), what);
  new Uint8Array(view.buffer, at, layout.size).fill(0);
  if (layout.sized) {
    view.setUint32(at, layout.size, true);
  }
  for (const [name, field] of Object.entries(layout.fields)) {
    const value = (from as Record<string, unknown>)[name];
    if (value === undefined) {
      continue;
    }
    const size = sizeOf(field);
    if (field.length === 0) {
      writeOne(view, field, at + field.at, value, name);
    } else {
      const values = value as ArrayLike<unknown>;
      hasLength(values?.length, field.length, name);
      for (let i = 0; i < field.length; i++) {
        writeOne(view, field, at + field.at + i * size, values[i], name);
      }
    }
  }
}

function sizeOf(field: Field): number {
  return field.of ? field.of.size : BYTES[field.kind ?? "u32"];
}

function readOne(view: DataView, field: Field, at: number): unknown {
  if (field.of) {
    return read(view, field.of, at);
  }
  switch (field.kind) {
    case "u8":
      return view.getUint8(at);
    case "u16":
      return view.getUint16(at, true);
    case "u64":
      return view.getBigUint64(at, true);
    case "f32":
      return view.getFloat32(at, true);
    case "f64":
      return view.getFloat64(at, true);
    default:
      return view.getUint32(at, true);
  }
}

function writeOne(view: DataView, field: Field, at: number, value: unknown, name: string): void {
  if (field.of) {
    write(view, field.of, at, value as Record<string, unknown>, name);
    return;
  }
  switch (field.kind) {
    case "u8":
      view.setUint8(at, whole(value, 1, name));
      break;
    case "u16":
      view.setUint16(at, whole(value, 2, name), true);
      break;
    case "u64":
      view.setBigUint64(at, wholeU64(value as number | bigint, name), true);
      break;
    case "f32":
      isNumber(value, name);
      view.setFloat32(at, value as number, true);
      break;
    case "f64":
      isNumber(value, name);
      view.setFloat64(at, value as number, true);
      break;
    default:
      view.setUint32(at, whole(value, 4, name), true);
  }
}
