import { batch, createSignal } from "solid-js";
import type { Client } from "../api/client";
import type { Problem, QueryAnswer } from "../api/types";
import { problemOf } from "./editQueue";

/** How long a keystroke waits for the next one while an answer is pending, in milliseconds. */
const PAUSE_MS = 25;

/** How long changes are collected before the query is sent again, in milliseconds. */
const REFRESH_MS = 100;

/** How long an answer may be pending before the wait is shown, in milliseconds. */
const SLOW_MS = 150;

/** How long typing must rest before a mistake is shown, in milliseconds. */
const CALM_MS = 250;

/** The query box: its text, and its current result over all clips. */
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
  /** Something has changed since the pending request was sent. */
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
      // Half a word counts as a mistake only after typing pauses.
      await new Promise((after) => setTimeout(after, CALM_MS));
      if (signal.aborted) return;
      // Until the text being typed is complete, the previous result stays, dimmed.
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
    /** Whether it has been pending long enough to show the user. */
    isSlow,
    /** The duration of the last request, including the round trip. */
    tookMs,
    type(to: string) {
      if (to === text()) return;
      setText(to);
      clearTimeout(timer);
      if (asked) timer = setTimeout(ask, PAUSE_MS);
      else void ask();
    },
    /** Requests again soon, because something has changed and more changes may follow. */
    refresh() {
      due ??= setTimeout(() => {
        due = undefined;
        // Restarting the request at every edit would starve answers that take longer than the time between edits.
        if (asked) isOutdated = true;
        else void ask();
      }, REFRESH_MS);
    },
  };
}

export type QueryState = ReturnType<typeof createQuery>;
