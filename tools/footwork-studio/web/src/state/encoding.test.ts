import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Refused } from "../api/client";
import type { EncodeHeader, EncodeRequest } from "../api/types";
import { createEncoding, wrongIn } from "./encoding";

const HEADER: EncodeHeader = {
  windowSecs: 0.3,
  sigmaSecs: 0.02,
  frames: 0,
  times: [],
  decoded: [],
  curves: [],
  warnings: [],
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function setUp(fail?: Error) {
  const asked: { request: EncodeRequest; signal: AbortSignal | undefined }[] = [];
  const encoding = createEncoding({
    async encode(request, signal) {
      asked.push({ request, signal });
      if (fail) throw fail;
      return { header: HEADER, values: new Float32Array() };
    },
  });
  return { encoding, asked };
}

describe("requests", () => {
  test("are sent once, when a slider rests", async () => {
    const { encoding, asked } = setUp();
    for (const secs of [0.1, 0.2, 0.3]) {
      encoding.setWindowSecs(secs);
      encoding.ask("walk", "Foot");
    }
    await vi.runAllTimersAsync();
    expect(asked.map(({ request }) => request)).toEqual([
      { clip: "walk", event: "Foot", windowSecs: 0.3, sigmaSecs: null },
    ]);
    expect(encoding.encoded()).toMatchObject({ clip: "walk", event: "Foot", header: HEADER });
  });

  test("abort the previous request", async () => {
    const { encoding, asked } = setUp();
    encoding.ask("walk", "Foot");
    vi.advanceTimersByTime(100);
    encoding.ask("run", "Foot");
    expect(asked[0]?.signal?.aborted).toBe(true);
    await vi.runAllTimersAsync();
    expect(encoding.encoded()?.clip).toBe("run");
  });

  test("are not sent for values known to be wrong", async () => {
    const { encoding, asked } = setUp();
    encoding.setWindowSecs(0);
    encoding.ask("walk", "Foot");
    await vi.runAllTimersAsync();
    expect(asked).toEqual([]);
  });

  test("show the server's errors", async () => {
    const problem = { code: "bad", message: "no", hint: null, kept: false, mistakes: [] };
    const { encoding } = setUp(new Refused(422, problem));
    encoding.ask("walk", "Foot");
    await vi.runAllTimersAsync();
    expect(encoding.problem()?.message).toBe("no");
  });
});

test.each([
  [null, null, []],
  [0.3, 0.3, []],
  [0.3, 0, []],
  [0, null, ["window"]],
  [Number.NaN, null, ["window"]],
  [4000, null, ["window"]],
  [0.3, 0.4, ["sigma"]],
  [null, -1, ["sigma"]],
  [null, Number.NaN, ["sigma"]],
])("a window of %s s with a smoothing of %s s", (window, sigma, wrong) => {
  expect(Object.keys(wrongIn(window, sigma))).toEqual(wrong);
});
