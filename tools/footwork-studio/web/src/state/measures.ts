import { createEffect, createMemo, createSignal, on } from "solid-js";
import { type Client, Unreachable } from "../api/client";
import type { MeasuredRow, MeasureInfo, MeasureRange, Problem } from "../api/types";
import { problemOf } from "./editQueue";

/**
 * Up to this number of ranges, all ranges are measured at once. If there are more, only visible ranges are measured,
 * until the user requests all.
 */
export const MAX_RANGES_ALWAYS = 200;
/** The number of ranges per request while visible ranges are missing. It is small, so that values appear soon. */
const RANGES_IN_SIGHT = 16;
/** The number of ranges per request once all visible ranges are measured. */
const RANGES_LATER = 32;
/** The delay before repeating a request that got no response, in milliseconds. */
const RETRY_MS = 1000;

export interface MeasuresHost {
  client: Pick<Client, "measure">;
  /** The generation of the clip list. Values are valid for one generation. */
  generation(): number;
  /** The ranges to show: those of the query, or whole clips. */
  ranges(): readonly MeasureRange[];
}

/**
 * The measures of ranges. Values are requested in small parts and kept until the clips change. They never block the
 * page.
 */
export function createMeasures({ client, generation, ranges: all }: MeasuresHost) {
  const [isShown, setIsShown] = createSignal(false);
  // An edit makes new rows of clips, but rarely changes the ranges.
  const ranges = createMemo(() => (isShown() ? all() : []), [] as readonly MeasureRange[], {
    equals: (before, now) =>
      before.length === now.length &&
      before.every((range, at) => keyOf(range) === keyOf(now[at] as MeasureRange)),
  });
  const [measures, setMeasures] = createSignal<readonly MeasureInfo[]>([]);
  /**
   * All values so far, by `keyOf`. A signal counts the changes of the map, because copying thousands of rows takes too
   * long.
   */
  const rows = new Map<string, MeasuredRow>();
  const [changes, setChanges] = createSignal(0);
  const [problem, setProblem] = createSignal<Problem | undefined>(undefined);
  let wanted: readonly MeasureRange[] = [];
  let wantsAll = false;
  let running: AbortController | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;

  const isMissing = (range: MeasureRange) => !rows.has(keyOf(range));
  const keys = createMemo(() => ranges().map(keyOf));
  /** The values of the shown ranges. */
  const known = createMemo(() => {
    changes();
    const all = ranges();
    const known = new Map<MeasureRange, MeasuredRow>();
    keys().forEach((key, at) => {
      const row = rows.get(key);
      if (row) known.set(all[at] as MeasureRange, row);
    });
    return known;
  });

  /** Sends requests one after the other, until no value is missing. */
  async function run() {
    if (running) return;
    clearTimeout(retry);
    running = new AbortController();
    const { signal } = running;
    try {
      for (;;) {
        const first = wanted.filter(isMissing);
        const later = wantsAll && first.length === 0 ? ranges().filter(isMissing) : [];
        const part =
          first.length > 0 ? first.slice(0, RANGES_IN_SIGHT) : later.slice(0, RANGES_LATER);
        if (part.length === 0) break;
        const answer = await client.measure(part, signal);
        if (signal.aborted) return;
        setMeasures(answer.measures);
        setProblem(undefined);
        for (const row of answer.rows) rows.set(keyOf(row.range), row);
        setChanges((count) => count + 1);
      }
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof Unreachable) retry = setTimeout(run, RETRY_MS);
      else setProblem(problemOf(error));
    } finally {
      if (running?.signal === signal) running = undefined;
    }
  }

  function stop() {
    running?.abort();
    running = undefined;
    clearTimeout(retry);
  }

  function forgetValues() {
    rows.clear();
    setChanges((count) => count + 1);
  }

  /** Drops requests for ranges that are no longer shown. Requests for new ranges stay. */
  function dropOthers(all: readonly MeasureRange[]) {
    wanted = wanted.filter((range) => all.includes(range));
    wantsAll = all.length <= MAX_RANGES_ALWAYS;
  }

  createEffect(
    on([ranges, generation], ([all, now], before) => {
      stop();
      if (before && now !== before[1]) forgetValues();
      if (all !== before?.[0]) dropOthers(all);
      void run();
    }),
  );

  return {
    measures,
    problem,
    ranges,
    setShown: setIsShown,
    /** Returns the number of shown ranges with values. */
    done: () => known().size,
    /** The values of the shown ranges, as far as they are known. */
    known,
    /** Returns the values of a shown range; `undefined` if it is not measured yet. */
    valuesOf: (range: MeasureRange) => known().get(range),
    /** Measures these ranges, such as the visible ones, before all others. */
    want(some: readonly MeasureRange[]) {
      wanted = some;
      if (isShown() && some.some(isMissing)) void run();
    },
    /** Measures all ranges. */
    wantAll() {
      wantsAll = true;
      void run();
    },
  };
}

export type Measures = ReturnType<typeof createMeasures>;

const keyOf = ({ clip, start, stop }: MeasureRange) => `${start} ${stop} ${clip}`;

/** The measures that the table shows together. */
export const MEASURE_SETS = {
  Overview: ["loop_position", "foot_slide", "speed", "turn_rate", "penetration", "jerk"],
  Loop: ["loop_position", "loop_rotation", "loop_velocity", "loop_angular_velocity", "end_copies"],
  Gait: [
    "cycle_time",
    "left_phase",
    "right_phase",
    "lift_phase",
    "step_asymmetry",
    "stride",
    "contacts_per_cycle",
    "duty",
  ],
  Feet: ["foot_slide", "slide_distance", "penetration", "duty"],
  Travel: ["speed", "turn_rate", "travel_x", "travel_y", "travel_z", "root_travel", "hips_travel"],
  Body: ["joint_limit", "jerk", "frozen_joints", "rest_distance"],
  File: [
    "duration",
    "frames",
    "rate",
    "keys_not_unit",
    "keys_flipped",
    "keys_not_finite",
    "keys_scaled",
    "constant_tracks",
    "keys_off_grid",
    "joint_scale",
  ],
} as const satisfies Record<string, readonly string[]>;

export type MeasureSet = keyof typeof MEASURE_SETS;
