import { createMemo, createSignal } from "solid-js";
import type { Client } from "../api/client";
import type { Match, Problem, QueryAnswer } from "../api/types";
import { problemOf } from "./editQueue";

/** How long a keystroke waits for the next one before the server is asked, in milliseconds. */
const PAUSE_MS = 25;

/** How long typing must rest before a mistake is shown, in milliseconds. */
const CALM_MS = 250;

/** The query box: its text, and what it found in all clips as of now. */
export function createQuery(client: Client) {
  const [text, setText] = createSignal("");
  const [answer, setAnswer] = createSignal<QueryAnswer | undefined>(undefined);
  const [problem, setProblem] = createSignal<Problem | undefined>(undefined);
  const [isBusy, setIsBusy] = createSignal(false);
  const [tookMs, setTookMs] = createSignal(0);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asked: AbortController | undefined;

  const ask = async () => {
    asked?.abort();
    clearTimeout(timer);
    const of = text();
    if (of.trim() === "") {
      setAnswer(undefined);
      setProblem(undefined);
      setIsBusy(false);
      return;
    }
    asked = new AbortController();
    const { signal } = asked;
    setIsBusy(true);
    const since = performance.now();
    try {
      const found = await client.query(of, signal);
      if (signal.aborted) return;
      setTookMs(performance.now() - since);
      setAnswer(found);
      setProblem(undefined);
    } catch (error) {
      // Half of a word is no mistake yet: it becomes one when typing rests.
      await new Promise((after) => setTimeout(after, CALM_MS));
      if (signal.aborted) return;
      // What was found before stays, paler, while a text is being typed that is not whole yet.
      setProblem(problemOf(error));
    }
    setIsBusy(false);
  };
  const byClip = createMemo(() => {
    const matches = new Map<number, Match>();
    for (const match of answer()?.matches ?? []) matches.set(match.clip, match);
    return matches;
  });

  return {
    text,
    answer,
    problem,
    isBusy,
    /** How long the last answer took, with the way there and back. */
    tookMs,
    /** What was found, by the place of the clip in the list. */
    byClip,
    type(to: string) {
      if (to === text()) return;
      setText(to);
      clearTimeout(timer);
      timer = setTimeout(ask, PAUSE_MS);
    },
    /** Asks again: something has changed. */
    refresh: () => void ask(),
  };
}

export type QueryState = ReturnType<typeof createQuery>;
