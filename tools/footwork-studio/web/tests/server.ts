import { vi } from "vitest";
import type { Client } from "../src/api/client";

/** A request that the test answers. */
export interface Asked {
  what: string;
  with: unknown;
  answer(value: unknown): Promise<void>;
  fail(error: Error): Promise<void>;
}

/** A server for which the test decides the answers and their order. */
export function createServer() {
  const asked: Asked[] = [];
  const rest = () => vi.advanceTimersByTimeAsync(0);
  const ask = (what: string) => (given?: unknown) =>
    new Promise((resolve, reject) => {
      asked.push({
        what,
        with: given,
        answer: (value) => (resolve(value), rest().then(() => undefined)),
        fail: (error) => (reject(error), rest().then(() => undefined)),
      });
    });
  const reads = ["library", "clips", "labels", "query", "motion", "recording", "roots"];
  const turns = ["edit", "apply", "undo", "redo", "retry", "discard", "discardLast"];
  const settings = ["saveQuery", "renameQuery", "renameTag", "removeQuery", "addLabel", "setUp"];
  const reviews = [
    "check",
    "rules",
    "followRules",
    "agreement",
    "second",
    "strips",
    "proposals",
    "reject",
  ];
  const calls = [...reads, ...turns, ...settings, ...reviews];
  const client = Object.fromEntries(calls.map((what) => [what, ask(what)]));
  return {
    client: { ...client, changes: () => ["ws:", ""] } as unknown as Client,
    /** Returns all requests of a kind, including the answered ones. */
    of: (what: string) => asked.filter((one) => one.what === what),
    /** Returns the last request of a kind. */
    last(what: string): Asked {
      const one = asked.findLast((one) => one.what === what);
      if (!one) throw new Error(`nobody asked for ${what}`);
      return one;
    },
  };
}
