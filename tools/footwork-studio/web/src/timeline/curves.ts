import { createEffect, createSignal, onCleanup, untrack } from "solid-js";
import type { Problem } from "../api/types";
import { problemOf } from "../state/editQueue";
import type { Studio } from "../state/studio";
import { extent } from "./decimate";

/** The values of an expression on each frame of a clip, or the reason why it has none. */
export type Curve =
  | { kind: "values"; values: Float32Array; low: number; high: number }
  | { kind: "none"; why: string; problem?: Problem }
  | { kind: "loading" };

/**
 * The maximum number of curves in memory. Curves of other clips stay, so that going back to a clip shows them at once.
 */
const MAX_CURVES = 64;

/** The curves of some expressions over the open clip. */
export function createCurves(studio: Studio, channels: () => readonly string[]) {
  const kept = new Map<string, Curve>();
  const [curves, setCurves] = createSignal<ReadonlyMap<string, Curve>>(new Map());

  createEffect(() => {
    const clip = studio.clip();
    const expressions = channels();
    const generation = studio.generation();
    if (clip === undefined) return;
    const asked = new AbortController();
    onCleanup(() => asked.abort());
    const keyOf = (expression: string) => `${generation}\n${clip}\n${expression}`;
    const show = () =>
      setCurves(
        new Map(
          expressions.map((one) => [one, kept.get(keyOf(one)) ?? { kind: "loading" as const }]),
        ),
      );
    untrack(show);
    for (const expression of expressions) {
      if (kept.has(keyOf(expression))) continue;
      void load(studio, clip, expression, asked.signal).then((curve) => {
        if (!curve) return;
        kept.set(keyOf(expression), curve);
        const [oldest] = kept.keys();
        if (kept.size > MAX_CURVES && oldest !== undefined) kept.delete(oldest);
        if (!asked.signal.aborted) show();
      });
    }
  });
  return curves;
}

/** Requests a curve; `undefined` if another clip was opened meanwhile. */
export async function load(
  studio: Studio,
  clip: string,
  expression: string,
  signal: AbortSignal,
): Promise<Curve | undefined> {
  try {
    const { header, values } = await studio.client.curve(clip, expression, signal);
    if (header.lacks !== null) return { kind: "none", why: `this clip has no ${header.lacks}` };
    const range = extent(values);
    if (!range) return { kind: "none", why: "no value in any frame" };
    return { kind: "values", values, low: range[0], high: range[1] };
  } catch (error) {
    if (signal.aborted) return undefined;
    const problem = problemOf(error);
    return { kind: "none", why: problem.message, problem };
  }
}
