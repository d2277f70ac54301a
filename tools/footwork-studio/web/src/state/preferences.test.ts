import { expect, it } from "vitest";
import { createPreferences, DEFAULTS } from "./preferences";

const read = (kept: unknown) =>
  createPreferences({ getItem: () => JSON.stringify(kept), setItem: () => {} }).preferences();

it("accepts stored values that are valid", () => {
  expect(read({ keys: { "play.toggle": ["p"] }, lagMs: 80, theme: "dark" })).toEqual({
    ...DEFAULTS,
    keys: { "play.toggle": ["p"] },
    lagMs: 80,
    theme: "dark",
  });
  expect(
    read({ view: { names: true }, clipList: { unit: "frames" }, sizes: { side: 300 } }),
  ).toEqual({
    ...DEFAULTS,
    view: { ...DEFAULTS.view, names: true },
    clipList: { ...DEFAULTS.clipList, unit: "frames" },
    sizes: { side: 300 },
  });
});

it.each([
  null,
  3,
  "text",
  { keys: null, view: null, sizes: null, clipList: null },
  { keys: { a: "b", c: [1] }, channels: [{}], folded: "all", panel: 3 },
  { theme: "<img>", tagging: "", lagMs: "12", sizes: { clips: "wide", other: 3 } },
  { clipList: { column: "age", unit: 3 } },
])("falls back to the defaults for %j", (kept) => {
  expect(read(kept)).toEqual(DEFAULTS);
});

it("works without a store", () => {
  const fail = () => {
    throw new Error("forbidden");
  };
  const { preferences, change } = createPreferences({ getItem: fail, setItem: fail });
  change({ lagMs: 5 });
  expect(preferences()).toEqual({ ...DEFAULTS, lagMs: 5 });
});
