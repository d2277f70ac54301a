/** Tags and queries. Clips and frames are whole numbers of 32 bits; others throw a `RangeError`. */

import { CLIP_INFO_LAYOUT, type ClipInfo, RANGE_LAYOUT, type Range } from "./declarations.js";
import { wholeU32 } from "./layout.js";
import { copy, Handle, list, many, memory, one, scope, text, u8, u32, wasm } from "./module.js";

type Write = (at: number, room: number, length: number, error: number) => number;

const name = (write: Write): string =>
  many(1, write, (at, length) =>
    new TextDecoder().decode(new Uint8Array(memory().buffer, at, length).slice()),
  );

const names = (
  count: number,
  write: (number: number, ...rest: Parameters<Write>) => number,
): string[] =>
  Array.from({ length: count }, (_, number) => name((...rest) => write(number, ...rest)));

/** The tags of many clips: a `.tagdb`, as `footwork compile` writes it. */
export class Database extends Handle {
  constructor(bytes: Uint8Array) {
    super(
      (at, error) =>
        scope(() => wasm().fw_database_from_bytes(copy(bytes), bytes.length, at, error)),
      wasm().fw_database_destroy,
    );
  }

  /** How many clips there are. Clips are numbers from 0. */
  get clipCount(): number {
    return u32((at, error) => wasm().fw_database_clip_count(this.handle, at, error));
  }

  /** The clip of this whole name. */
  clip(name: string): number {
    return scope(() => {
      const [bytes, length] = text(name);
      return u32((at, error) => wasm().fw_database_clip(this.handle, bytes, length, at, error));
    });
  }

  clipInfo(clip: number): ClipInfo {
    wholeU32(clip, "clip");
    return one(CLIP_INFO_LAYOUT, (at, error) =>
      wasm().fw_database_clip_info(this.handle, clip, at, error),
    );
  }

  clipName(clip: number): string {
    wholeU32(clip, "clip");
    return name((at, room, length, error) =>
      wasm().fw_database_clip_name(this.handle, clip, at, room, length, error),
    );
  }

  /** The names of all tags, in alphabetical order. */
  get tags(): string[] {
    const count = u32((at, error) => wasm().fw_database_tag_count(this.handle, at, error));
    return names(count, (tag, at, room, length, error) =>
      wasm().fw_database_tag_name(this.handle, tag, at, room, length, error),
    );
  }

  /** The names of all kinds of events. */
  get events(): string[] {
    const count = u32((at, error) => wasm().fw_database_event_count(this.handle, at, error));
    return names(count, (event, at, room, length, error) =>
      wasm().fw_database_event_name(this.handle, event, at, room, length, error),
    );
  }

  /** Parses a query and looks its names up. */
  query(query: string): Query {
    return new Query(this, query);
  }
}

/** A query of one database. */
export class Query extends Handle {
  constructor(database: Database, query: string) {
    super(
      (at, error) =>
        scope(() => {
          const [bytes, length] = text(query);
          return wasm().fw_query_bind(database.handle, bytes, length, at, error);
        }),
      wasm().fw_query_destroy,
    );
  }

  /** All ranges for which it holds, in the order of clips and frames. */
  ranges(): Range[] {
    return list(RANGE_LAYOUT, (at, room, count, error) =>
      wasm().fw_query_ranges(this.handle, at, room, count, error),
    );
  }

  /** Those of one clip. */
  rangesIn(clip: number): Range[] {
    wholeU32(clip, "clip");
    return list(RANGE_LAYOUT, (at, room, count, error) =>
      wasm().fw_query_ranges_in(this.handle, clip, at, room, count, error),
    );
  }

  /** Whether it holds on each frame of a clip: bit `f % 64` of word `f / 64` is frame `f`. */
  mask(clip: number): BigUint64Array {
    wholeU32(clip, "clip");
    return many(
      8,
      (at, room, count, error) => wasm().fw_query_mask(this.handle, clip, at, room, count, error),
      (at, count) => new BigUint64Array(memory().buffer, at, count).slice(),
    );
  }

  holds(clip: number, frame: number): boolean {
    wholeU32(clip, "clip");
    wholeU32(frame, "frame");
    return u8((at, error) => wasm().fw_query_holds(this.handle, clip, frame, at, error)) !== 0;
  }

  /** From which frame on the answer is another than on this one; `FW_NONE` if it stays so. */
  nextChange(clip: number, frame: number): number {
    wholeU32(clip, "clip");
    wholeU32(frame, "frame");
    return u32((at, error) => wasm().fw_query_next_change(this.handle, clip, frame, at, error));
  }
}
