import { createSignal } from "solid-js";
import type { Client } from "../api/client";
import type { FrameFile } from "../api/frameFile";
import type { EncodeHeader, EncodeRequest, Problem } from "../api/types";
import { problemOf } from "./editQueue";

/** The delay between the last change of the values and the request to the server, in milliseconds. */
const PAUSE_MS = 60;
/** The longest window that the server accepts, in seconds. */
const MAX_WINDOW_SECS = 3600;

/** A response: the curves, and the request that they belong to. */
export interface Encoded extends FrameFile<EncodeHeader> {
  clip: string;
  event: string;
}

/** Returns why a window or a smoothing is invalid, as far as the page can decide this without the server. */
export function wrongIn(
  windowSecs: number | null,
  sigmaSecs: number | null,
): { window?: string; sigma?: string } {
  if (windowSecs !== null && !(windowSecs > 0 && windowSecs <= MAX_WINDOW_SECS))
    return { window: `The window must be above 0 s and at most ${MAX_WINDOW_SECS} s.` };
  if (sigmaSecs !== null && !(sigmaSecs >= 0))
    return { sigma: "The smoothing must be 0 s or more." };
  if (sigmaSecs !== null && windowSecs !== null && sigmaSecs > windowSecs)
    return { sigma: "The smoothing must not exceed the window." };
  return {};
}

/** The chosen event of the open clip, its encoding, and the curves. */
export function createEncoding(client: Pick<Client, "encode">) {
  const [event, setEvent] = createSignal<string | undefined>(undefined);
  const [windowSecs, setWindowSecs] = createSignal<number | null>(null);
  const [sigmaSecs, setSigmaSecs] = createSignal<number | null>(null);
  const [encoded, setEncoded] = createSignal<Encoded | undefined>(undefined);
  const [problem, setProblem] = createSignal<Problem | undefined>(undefined);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asked: AbortController | undefined;

  const stop = () => {
    clearTimeout(timer);
    asked?.abort();
    asked = undefined;
  };
  const send = async (request: EncodeRequest) => {
    const abort = new AbortController();
    asked = abort;
    try {
      const answer = await client.encode(request, abort.signal);
      if (abort.signal.aborted) return;
      setEncoded({ ...answer, clip: request.clip, event: request.event });
      setProblem(undefined);
    } catch (error) {
      // Keep the previous curves of this clip, because the error may come from half-typed input.
      if (!abort.signal.aborted) setProblem(problemOf(error));
    }
  };

  return {
    /** The chosen event. */
    event,
    choose: setEvent,
    /** The user's window in seconds; `null` if the server chooses it. */
    windowSecs,
    setWindowSecs,
    sigmaSecs,
    setSigmaSecs,
    encoded,
    problem,
    stop,
    /** Requests the curves of an event in a clip, once the values have not changed for `PAUSE_MS`. */
    ask(clip: string | undefined, of: string | undefined) {
      stop();
      const window = windowSecs();
      const sigma = sigmaSecs();
      if (clip === undefined || of === undefined) {
        setEncoded(undefined);
        setProblem(undefined);
        return;
      }
      const wrong = wrongIn(window, sigma);
      if (wrong.window !== undefined || wrong.sigma !== undefined) return;
      const request = { clip, event: of, windowSecs: window, sigmaSecs: sigma };
      timer = setTimeout(() => void send(request), PAUSE_MS);
    },
  };
}

export type EncodingState = ReturnType<typeof createEncoding>;
