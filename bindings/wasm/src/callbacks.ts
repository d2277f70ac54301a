/** JavaScript functions that the module calls: filters of obstacles and allocators. */

import {
  APPROACH_LAYOUT,
  type Approach,
  FILTER_LAYOUT,
  LABEL_LAYOUT,
  type Label,
} from "./declarations.js";
import { read } from "./layout.js";
import { call, memory, put, thrown, wasm } from "./module.js";

/** A filter of obstacles. An obstacle must pass all of its checks. */
export interface ObstacleFilter {
  /** The layers of the filter. An obstacle must be in at least one; by default, all count. */
  layers?: number;
  /** Decides whether an obstacle counts. Must depend only on its arguments, and must not change the world. */
  accept?: (obstacle: bigint, label: Label) => boolean;
  /** Decides whether a contact counts. Must depend only on its arguments, and must not change the world. */
  acceptContact?: (approach: Approach) => boolean;
}

type Kind = "i32" | "i64";

/** Wraps a JavaScript function in a WebAssembly function. Returns its place in the module's table. */
export function place(parameters: readonly Kind[], result: readonly Kind[], run: unknown): number {
  const types = (kinds: readonly Kind[]) => [
    kinds.length,
    ...kinds.map((kind) => (kind === "i64" ? 0x7e : 0x7f)),
  ];
  const type = [1, 0x60, ...types(parameters), ...types(result)];
  // A module that imports a function `a.a` of that type and exports it as `a`.
  const bytes = [
    [0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    [1, type.length, ...type],
    [2, 7, 1, 1, 0x61, 1, 0x61, 0, 0],
    [7, 5, 1, 1, 0x61, 0, 0],
  ];
  const module = new WebAssembly.Module(Uint8Array.from(bytes.flat()));
  const { exports } = new WebAssembly.Instance(module, {
    a: { a: run as WebAssembly.ImportValue },
  });
  const table = wasm().__indirect_function_table;
  const at = table.grow(1);
  table.set(at, exports.a);
  return at;
}

/**
 * Returns the result of a callback. If a callback throws, the surrounding call throws the same exception at its end, and until
 * then every callback has the result `failed`.
 */
export function guarded<T>(failed: T, run: () => T): T {
  if (thrown.any) {
    return failed;
  }
  try {
    return run();
  } catch (reason) {
    thrown.any = { reason };
    return failed;
  }
}

function accepted(run: () => boolean): number {
  return guarded(0, () => (run() ? 1 : 0));
}

let places: { accept: number; acceptContact: number } | undefined;
/** Filters by their context, including those of nested calls. */
const filters: ObstacleFilter[] = [];

/** Puts a filter into memory for the next call. */
export function putObstacleFilter(filter: ObstacleFilter | undefined): number {
  if (!filter) {
    return 0;
  }
  places ??= {
    accept: place(["i32", "i64", "i32"], ["i32"], (context: number, id: bigint, label: number) =>
      accepted(
        () =>
          filters[context]?.accept?.(BigInt.asUintN(64, id), read(memory(), LABEL_LAYOUT, label)) ??
          true,
      ),
    ),
    acceptContact: place(["i32", "i32"], ["i32"], (context: number, approach: number) =>
      accepted(
        () => filters[context]?.acceptContact?.(read(memory(), APPROACH_LAYOUT, approach)) ?? true,
      ),
    ),
  };
  let context = filters.indexOf(filter);
  if (context < 0) {
    // The list is emptied after the running code has ended, when no call uses a filter any more.
    context = filters.push(filter) - 1;
    queueMicrotask(() => {
      filters.length = 0;
    });
  }
  const at = put(FILTER_LAYOUT, {});
  call((error) => wasm().fw_filter_default(at, error));
  const { layers } = read(memory(), FILTER_LAYOUT, at);
  return put(FILTER_LAYOUT, {
    layers: filter.layers ?? layers,
    accept: filter.accept ? places.accept : 0,
    acceptContact: filter.acceptContact ? places.acceptContact : 0,
    context,
  });
}

/** The source of memory. */
export interface Allocator {
  /**
   * Returns a block of this size and alignment in `memory`, or 0 if no memory is left. A call that
   * cannot go on without the block then ends the module.
   */
  allocate: (size: number, alignment: number) => number;
  /** Frees a block that `allocate` returned for this size and alignment. */
  free: (block: number, size: number, alignment: number) => void;
}

/**
 * Makes the module allocate all its memory with these functions. Call it right after `init`: after
 * any other call it throws. The functions may use pages that they add to the module's memory with
 * its `grow`, and must not throw.
 */
export function setAllocator(make: (memory: WebAssembly.Memory) => Allocator): void {
  const { allocate, free } = make(wasm().memory);
  const allocateAt = place(
    ["i32", "i32", "i32"],
    ["i32"],
    (_: number, size: number, alignment: number) => allocate(size >>> 0, alignment >>> 0),
  );
  const freeAt = place(
    ["i32", "i32", "i32", "i32"],
    [],
    (_: number, block: number, size: number, alignment: number) =>
      free(block >>> 0, size >>> 0, alignment >>> 0),
  );
  call((error) => wasm().fw_set_allocator(allocateAt, freeAt, 0, error));
}
