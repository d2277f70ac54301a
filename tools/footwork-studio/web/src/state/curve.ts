import { createEffect, createSignal, on, onCleanup } from "solid-js";
import { type Client, Unreachable } from "../api/client";
import type { Problem } from "../api/types";
import { problemOf } from "./editQueue";

/** The delay between the last key press and the request for the curve, in milliseconds. */
const PAUSE_MS = 60;

/** The values of the edited expression on each frame of a clip. */
export interface WrittenCurve {
  of: string;
  clip: string;
  values: Float32Array;
  /** The joint that the clip lacks, if the curve has no values for that reason; else `null`. */
  lacks: string | null;
}

/** The expression in the editor, and its curve over the open clip. The curve is requested only while it is shown. */
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
          // Until the typed text is complete, the previous curve stays, dimmed.
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
    /** Sets whether curves are shown, and so requested. */
    setIsShown,
    /** The curve of the last complete expression. */
    curve,
    /** The error in the text; `undefined` if it has none. */
    problem,
  };
}

export type CurveState = ReturnType<typeof createCurve>;
