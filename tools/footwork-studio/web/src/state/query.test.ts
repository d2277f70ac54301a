import { createRoot } from "solid-js";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Client, Refused } from "../api/client";
import type { QueryAnswer } from "../api/types";
import { createQuery } from "./query";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A query box whose server answers after a delay with the number of requests. */
function open(answersAfterMs: number, fail?: Error) {
  const asked: string[] = [];
  const query = async (text: string, signal?: AbortSignal) => {
    const frames = asked.push(text);
    await new Promise((resolve) => setTimeout(resolve, answersAfterMs));
    signal?.throwIfAborted();
    if (fail) throw fail;
    return { frames } as QueryAnswer;
  };
  const box = createRoot(() => createQuery({ query } as unknown as Client));
  return { asked, box };
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

describe("a query being typed", () => {
  it("is sent at once, and again once the user stops typing", async () => {
    const { asked, box } = open(50);
    for (const text of ["G", "Ga", "Gai", "Gait"]) {
      box.type(text);
      await pass(10);
    }
    await pass(200);
    expect(asked).toEqual(["G", "Gait"]);
    expect(box.answer()?.frames).toBe(2);
    expect(box.isBusy()).toBe(false);
  });

  it("shows no mistake until the user stops typing", async () => {
    const refused = { code: "bad-query", message: "", hint: null, kept: false, mistakes: [] };
    const { box } = open(10, new Refused(422, refused));
    box.type("Gait &");
    await pass(200);
    expect(box.problem()).toBeUndefined();
    await pass(200);
    expect(box.problem()?.code).toBe("bad-query");
  });
});

describe("changes of the library", () => {
  it("repeat the query once for several changes", async () => {
    const { asked, box } = open(10);
    box.type("Gait");
    await pass(20);
    for (let change = 0; change < 9; change += 1) {
      box.refresh();
      await pass(10);
    }
    await pass(200);
    expect(asked.length).toBe(2);
  });

  it("do not delay the answers if they come faster than the answers", async () => {
    const { asked, box } = open(500);
    box.type("Gait");
    for (let change = 0; change < 8; change += 1) {
      await pass(100);
      box.refresh();
    }
    expect(box.answer()?.frames).toBe(1);
    await pass(2000);
    // The result of the last change arrives too.
    expect(box.answer()?.frames).toBe(asked.length);
    expect(asked.length).toBe(3);
    expect(box.isBusy()).toBe(false);
  });

  it("send no request without a query", async () => {
    const { asked, box } = open(10);
    box.refresh();
    await pass(500);
    expect(asked).toEqual([]);
  });
});
