import { batch, createSignal } from "solid-js";
import type { Client } from "../api/client";
import type { Problem, QueryAnswer } from "../api/types";
import { problemOf } from "./editQueue";

/** How long a key press waits for the next key press while an answer is pending, in milliseconds. */
const PAUSE_MS = 25;

/** How long the box collects changes before it sends the query again, in milliseconds. */
const REFRESH_MS = 100;

/** How long an answer may be pending before the page shows that it waits, in milliseconds. */
const SLOW_MS = 150;

/** How long the user must not type before a mistake is shown, in milliseconds. */
const CALM_MS = 250;

/** The query box: its text, and the text's current result over all clips. */
export function createQuery(client: Client) {
  const [text, setText] = createSignal("");
  const [answer, setAnswer] = createSignal<QueryAnswer | undefined>(undefined);
  const [problem, setProblem] = createSignal<Problem | undefined>(undefined);
  const [isBusy, setIsBusy] = createSignal(false);
  const [isSlow, setIsSlow] = createSignal(false);
  const [tookMs, setTookMs] = createSignal(0);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let due: ReturnType<typeof setTimeout> | undefined;
  let slow: ReturnType<typeof setTimeout> | undefined;
  let asked: AbortController | undefined;
  /** Whether the library has changed since the pending request was sent. */
  let isOutdated = false;

  const come = () => {
    clearTimeout(slow);
    slow = undefined;
    setIsSlow(false);
  };
  const rest = () => {
    asked = undefined;
    come();
    setIsBusy(false);
    if (isOutdated) void ask();
  };

  const ask = async () => {
    asked?.abort();
    clearTimeout(timer);
    clearTimeout(due);
    due = undefined;
    isOutdated = false;
    const of = text();
    if (of.trim() === "") {
      setAnswer(undefined);
      setProblem(undefined);
      rest();
      return;
    }
    asked = new AbortController();
    const { signal } = asked;
    // Showing the wait at once would only delay the frame that shows a fast answer.
    slow ??= setTimeout(() => setIsSlow(true), SLOW_MS);
    setIsBusy(true);
    const since = performance.now();
    try {
      const found = await client.query(of, signal);
      if (signal.aborted) return;
      batch(() => {
        setTookMs(performance.now() - since);
        setAnswer(found);
        setProblem(undefined);
      });
    } catch (error) {
      if (signal.aborted) return;
      come();
      // A half-typed word counts as a mistake only after the user stops typing.
      await new Promise((after) => setTimeout(after, CALM_MS));
      if (signal.aborted) return;
      // Until the typed text is complete, the previous result stays, dimmed.
      setProblem(problemOf(error));
    }
    rest();
  };
  return {
    text,
    answer,
    problem,
    /** Whether an answer is pending. */
    isBusy,
    /** Whether the answer has been pending long enough to show that. */
    isSlow,
    /** The duration of the last request, including the round trip, in milliseconds. */
    tookMs,
    type(to: string) {
      if (to === text()) return;
      setText(to);
      clearTimeout(timer);
      if (asked) timer = setTimeout(ask, PAUSE_MS);
      else void ask();
    },
    /** Sends the query again after a short delay, because the library has changed and more changes may follow. */
    refresh() {
      due ??= setTimeout(() => {
        due = undefined;
        // Restarting the request at every edit would drop every answer that takes longer than the time between two
        // edits.
        if (asked) isOutdated = true;
        else void ask();
      }, REFRESH_MS);
    },
  };
}

export type QueryState = ReturnType<typeof createQuery>;
