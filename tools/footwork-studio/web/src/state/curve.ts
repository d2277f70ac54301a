import { createEffect, createSignal, on, onCleanup } from "solid-js";
import { type Client, Unreachable } from "../api/client";
import type { Problem } from "../api/types";
import { problemOf } from "./editQueue";

/** The delay between the last key and the request for the curve, in milliseconds. */
const PAUSE_MS = 60;

/** The values of the edited expression over a clip. */
export interface WrittenCurve {
  of: string;
  clip: string;
  values: Float32Array;
  /** The missing joint of the clip, if the curve has no values for that reason. */
  lacks: string | null;
}

/** The expression in the editor, and its curve over the open clip while the curve is shown. */
export function createCurve(
  client: Pick<Client, "curve">,
  host: { clip(): string | undefined; generation(): number },
) {
  const [text, setText] = createSignal("");
  const [isShown, setIsShown] = createSignal(false);
  const [curve, setCurve] = createSignal<WrittenCurve | undefined>(undefined);
  const [problem, setProblem] = createSignal<Problem | undefined>(undefined);

  createEffect(
    on([text, host.clip, host.generation, isShown], ([typed, clip, , isShown]) => {
      const of = typed.trim();
      if (!isShown || clip === undefined) return;
      if (of === "") {
        setCurve(undefined);
        setProblem(undefined);
        return;
      }
      const asked = new AbortController();
      const timer = setTimeout(async () => {
        try {
          const { header, values } = await client.curve(clip, of, asked.signal);
          if (asked.signal.aborted) return;
          setCurve({ of, clip, values, lacks: header.lacks });
          setProblem(undefined);
        } catch (error) {
          // Until the text being typed is complete, the previous curve stays, dimmed.
          if (!asked.signal.aborted && !(error instanceof Unreachable))
            setProblem(problemOf(error));
        }
      }, PAUSE_MS);
      onCleanup(() => {
        clearTimeout(timer);
        asked.abort();
      });
    }),
  );

  return {
    text,
    write: setText,
    /** Curves are requested only while they are shown. */
    setIsShown,
    /** The curve of the last complete expression. */
    curve,
    /** The error in the text, if any. */
    problem,
  };
}

export type CurveState = ReturnType<typeof createCurve>;
