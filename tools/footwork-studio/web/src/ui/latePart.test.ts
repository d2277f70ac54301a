import { createRoot, createSignal } from "solid-js";
import { expect, it } from "vitest";
import { createLatePart } from "./latePart";

/** A part that cannot be had until it is put there. */
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

it("comes when it is asked for", async () => {
  const { part, isMissing, ask, put } = setUp();
  put();
  expect(part()).toBeUndefined();
  await ask();
  expect([part(), isMissing()]).toEqual(["plot", false]);
});

it("says that it is missing, and comes when it is asked for again", async () => {
  const { part, isMissing, ask, put } = setUp();
  await ask();
  expect([part(), isMissing()]).toEqual([undefined, true]);
  put();
  await ask();
  expect([part(), isMissing()]).toEqual(["plot", false]);
});

it("comes by itself when the studio answers again", async () => {
  const { part, isMissing, ask, put, setIsConnected } = setUp();
  await ask();
  setIsConnected(false);
  put();
  expect(isMissing()).toBe(true);
  setIsConnected(true);
  await Promise.resolve();
  expect([part(), isMissing()]).toEqual(["plot", false]);
});
