import { BROWSER, type Ticker } from "../state/clock";

/** How long a key must be held before its steps repeat, in milliseconds. A tap is shorter. */
export const HOLD_MS = 200;
/** The time between repeated steps, in milliseconds. */
export const STEP_MS = 1000 / 30;

/**
 * Runs a step now and, after HOLD_MS, 30 times per second until the returned function is called. A keyboard repeats at a rate of its
 * own. Each drawn frame shows at most one step, so a slow page is late but passes no frame unseen.
 */
export function repeatSteps(step: () => void, ticker: Ticker = BROWSER): () => void {
  step();
  let next = ticker.now() + HOLD_MS;
  const tick = () => {
    const now = ticker.now();
    request = ticker.request(tick);
    if (now < next) return;
    next = Math.max(next + STEP_MS, now);
    step();
  };
  let request = ticker.request(tick);
  return () => ticker.cancel(request);
}
