/** Events: times, signals for networks, and when they happen. */

import {
  ENCODING_LAYOUT,
  type Encoding,
  GUARDS_LAYOUT,
  type Guards,
  PASSING_LAYOUT,
  type Passing,
  RATE_LAYOUT,
} from "./declarations.js";
import { wholeU32 } from "./layout.js";
import {
  call,
  doubles,
  f64,
  floats,
  Handle,
  many,
  memory,
  one,
  put,
  putOr,
  reserve,
  scope,
  u32,
  wasm,
} from "./module.js";

const times = (at: number, count: number): Float64Array =>
  new Float64Array(memory().buffer, at, count).slice();

const rateOf = (framesPerSecond: number): number =>
  put(RATE_LAYOUT, { numerator: BigInt(framesPerSecond), denominator: 1n });

/** Tracks of events, each the times of one event, in seconds. */
export class Tracks extends Handle {
  constructor() {
    super(wasm().fw_tracks_create, wasm().fw_tracks_destroy);
  }

  /** Adds a track, of a clip that repeats after `loopSecs` or does not; returns its number. */
  add(timesSecs: ArrayLike<number>, loopSecs = 0): number {
    return scope(() => {
      const from = doubles(timesSecs);
      return u32((at, error) =>
        wasm().fw_tracks_add(this.handle, from, timesSecs.length, loopSecs, at, error),
      );
    });
  }

  times(track: number): Float64Array {
    wholeU32(track, "track");
    return many(
      8,
      (at, room, count, error) =>
        wasm().fw_tracks_times(this.handle, track, at, room, count, error),
      times,
    );
  }

  /** The events that an update of the clock passed. */
  passed(track: number, previousSecs: number, nowSecs: number): Float64Array {
    wholeU32(track, "track");
    return many(
      8,
      (at, room, count, error) =>
        wasm().fw_tracks_passed(this.handle, track, previousSecs, nowSecs, at, room, count, error),
      times,
    );
  }

  /** How far the nearest event is: above 0 ahead, below 0 behind; NaN without events. */
  nearest(track: number, atSecs: number): number {
    wholeU32(track, "track");
    return f64((at, error) => wasm().fw_tracks_nearest(this.handle, track, atSecs, at, error));
  }

  /** The encoding that suits these tracks, at whole frames a second. */
  encoding(framesPerSecond: number): Encoding {
    return scope(() => {
      const rate = rateOf(framesPerSecond);
      return one(ENCODING_LAYOUT, (at, error) =>
        wasm().fw_encoding_from_gaps(this.handle, rate, at, error),
      );
    });
  }

  /** A row for each frame, in it sine and cosine of each of the `tracks` tracks that there are. */
  encode(encoding: Encoding, framesPerSecond: number, frames: number, tracks = 1): Float32Array {
    wholeU32(frames, "frames");
    wholeU32(tracks, "tracks");
    return scope(() => {
      const count = 2 * frames * tracks;
      const [how, rate, rows] = [
        put(ENCODING_LAYOUT, encoding),
        rateOf(framesPerSecond),
        reserve(4 * count),
      ];
      call((error) => wasm().fw_encoding_encode(how, this.handle, rate, rows, count, error));
      return new Float32Array(memory().buffer, rows, count).slice();
    });
  }
}

/** How far the nearest event is, by one pair of a signal; NaN where the pair is far from all. */
export function decode(encoding: Encoding, sine: number, cosine: number): number {
  return scope(() => {
    const how = put(ENCODING_LAYOUT, encoding);
    return f64((at, error) => wasm().fw_encoding_decode(how, sine, cosine, at, error));
  });
}

/** When the events of one signal are, whose pairs of sine and cosine are one after the other. */
export function decodeAll(
  encoding: Encoding,
  pairs: ArrayLike<number>,
  framesPerSecond: number,
  guards?: Guards,
): Float64Array {
  return scope(() => {
    const [how, from, rate] = [
      put(ENCODING_LAYOUT, encoding),
      floats(pairs),
      rateOf(framesPerSecond),
    ];
    const by = putOr(GUARDS_LAYOUT, guards);
    return many(
      8,
      (at, room, count, error) =>
        wasm().fw_encoding_decode_all(how, from, pairs.length, rate, by, at, room, count, error),
      times,
    );
  });
}

export function defaultGuards(): Guards {
  return one(GUARDS_LAYOUT, (at, error) => wasm().fw_guards_default(at, error));
}

/** Fires when an event of one character happens. */
export class Trigger extends Handle {
  constructor(
    encoding: Encoding,
    options: { guards?: Guards; leadSecs?: number; smoothingSecs?: number } = {},
  ) {
    super(
      (at, error) =>
        scope(() =>
          wasm().fw_trigger_create(
            put(ENCODING_LAYOUT, encoding),
            putOr(GUARDS_LAYOUT, options.guards),
            options.leadSecs ?? 0,
            options.smoothingSecs ?? 0,
            at,
            error,
          ),
        ),
      wasm().fw_trigger_destroy,
    );
  }

  /** Goes on by the network's pair of this update and by how far the clip moved on. */
  advance(sine: number, cosine: number, stepSecs: number): Passing {
    return one(PASSING_LAYOUT, (at, error) =>
      wasm().fw_trigger_advance(this.handle, sine, cosine, stepSecs, at, error),
    );
  }

  restart(): void {
    call((error) => wasm().fw_trigger_restart(this.handle, error));
  }

  /** In how many seconds it fires, if that is within `secs`; else NaN. */
  firesWithin(secs: number): number {
    return f64((at, error) => wasm().fw_trigger_fires_within(this.handle, secs, at, error));
  }
}
