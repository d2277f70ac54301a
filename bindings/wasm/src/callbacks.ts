/** Functions of JavaScript that the module calls: which obstacles count, and where memory comes from. */

import {
  APPROACH_LAYOUT,
  type Approach,
  FILTER_LAYOUT,
  LABEL_LAYOUT,
  type Label,
} from "./declarations.js";
import { read } from "./layout.js";
import { call, memory, put, thrown, wasm } from "./module.js";

/** Which obstacles count. */
export interface ObstacleFilter {
  /** An obstacle counts if it is in at least one of these layers; all without it. */
  layers?: number;
  /** And if this accepts it. It must depend on nothing but what it gets, and may not change the world. */
  accept?: (obstacle: bigint, label: Label) => boolean;
  /** And only where this accepts the contact. The same holds of it. */
  acceptContact?: (approach: Approach) => boolean;
}

type Kind = "i32" | "i64";

/** A function of the module's own, around one of JavaScript, in its table: its place there. */
function place(parameters: readonly Kind[], result: readonly Kind[], run: unknown): number {
  const types = (kinds: readonly Kind[]) => [
    kinds.length,
    ...kinds.map((kind) => (kind === "i64" ? 0x7e : 0x7f)),
  ];
  const type = [1, 0x60, ...types(parameters), ...types(result)];
  // A module that takes a function `a.a` of that type and gives it out again as `a`.
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

/** What a function answers; if it throws, the call that it was called from does, and until then nothing is accepted. */
function accepted(run: () => boolean): number {
  if (thrown.any) {
    return 0;
  }
  try {
    return run() ? 1 : 0;
  } catch (reason) {
    thrown.any = { reason };
    return 0;
  }
}

let places: { accept: number; acceptContact: number } | undefined;
/** Filters by their context, those of calls within calls too. */
const filters: ObstacleFilter[] = [];

/** Puts a filter into memory for the call that follows. */
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
    // The same place is used again when the last filters have been forgotten.
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

/** Where memory comes from. */
export interface Allocator {
  /** The address of a block of that size and alignment in `memory`, or 0, which ends the module if memory is needed to go on. */
  allocate: (size: number, alignment: number) => number;
  /** Frees what `allocate` returned for this size and alignment. */
  free: (block: number, size: number, alignment: number) => void;
}

/**
 * Takes all memory of the module from these functions. Only right after `init`: once anything else has been called, it throws. They may
 * use the pages that they add to the module's memory by its `grow`, and must not throw.
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
