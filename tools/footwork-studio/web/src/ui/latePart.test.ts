import { createRoot, createSignal } from "solid-js";
import { expect, it } from "vitest";
import { createLatePart } from "./latePart";

/** A part of the page that cannot be loaded until the test calls `put`. */
function setUp() {
  const [isConnected, setIsConnected] = createSignal(true);
  let isThere = false;
  const load = () => (isThere ? Promise.resolve("plot") : Promise.reject(new TypeError("gone")));
  const late = createRoot(() => createLatePart(load, isConnected));
  const put = () => {
    isThere = true;
  };
  return { ...late, put, setIsConnected };
}

it("loads on request", async () => {
  const { part, isMissing, ask, put } = setUp();
  put();
  expect(part()).toBeUndefined();
  await ask();
  expect([part(), isMissing()]).toEqual(["plot", false]);
});

it("reports that it is missing, and loads on the next request", async () => {
  const { part, isMissing, ask, put } = setUp();
  await ask();
  expect([part(), isMissing()]).toEqual([undefined, true]);
  put();
  await ask();
  expect([part(), isMissing()]).toEqual(["plot", false]);
});

it("loads by itself when the studio answers again", async () => {
  const { part, isMissing, ask, put, setIsConnected } = setUp();
  await ask();
  setIsConnected(false);
  put();
  expect(isMissing()).toBe(true);
  setIsConnected(true);
  await Promise.resolve();
  expect([part(), isMissing()]).toEqual(["plot", false]);
});
