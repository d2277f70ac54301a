import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createPlace, fromSearch, toSearch } from "./place";

const createStorage = () => {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
};

/** The address of a tab, and its history entries. */
function createAddress(...steps: string[]) {
  return {
    steps,
    search: () => steps.at(-1) ?? "",
    show(search: string, isNew: boolean) {
      if (!isNew) steps.pop();
      steps.push(search);
    },
  };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("is in the address: opening another clip adds a history entry, seeking does not", () => {
  const address = createAddress("");
  const place = createPlace(createStorage(), address);
  place.write("/a", { clip: "a b/walk.bvh", query: "Gait & { speed > 1 }" });
  place.write("/a", { clip: "a b/walk.bvh", frame: 7 });
  place.write("/a", { clip: "a b/walk.bvh", frame: 9 });
  expect(address.steps).toHaveLength(1);
  vi.advanceTimersByTime(300);
  expect(address.steps).toEqual(["?clip=a+b/walk.bvh&frame=9"]);
  place.write("/a", { clip: "a b/walk.bvh", frame: 12 });
  place.write("/a", { clip: "run.bvh" });
  expect(address.steps).toEqual(["?clip=a+b/walk.bvh&frame=12", "?clip=run.bvh"]);
});

it("is stored per library in the tab, for addresses without a place", () => {
  const storage = createStorage();
  createPlace(storage, createAddress("")).write("/a", {
    clip: "walk.bvh",
    frame: 3,
    query: "Gait",
  });
  const place = createPlace(storage, createAddress(""));
  expect(place.read("/a")).toEqual({ clip: "walk.bvh", frame: 3, query: "Gait" });
  expect(place.read("/b")).toEqual({});
  const linked = createPlace(storage, createAddress("?clip=run.bvh"));
  expect(linked.read("/a")).toEqual({ clip: "run.bvh" });
});

it("ignores unreadable places", () => {
  const storage = createStorage();
  storage.setItem("footwork.place /a", "{");
  storage.setItem("footwork.place /b", '{"clip": 3, "frame": 0.5}');
  const place = createPlace(storage, createAddress(""));
  expect(place.read("/a")).toEqual({});
  expect(place.read("/b")).toEqual({});
  expect(createPlace(undefined, createAddress("")).read("/a")).toEqual({});
  expect(fromSearch("?clip=a&frame=x&frame=4")).toEqual({ clip: "a" });
  expect(fromSearch("?clip=a&frame=-4")).toEqual({ clip: "a" });
});

it.each([{ clip: "a/b#c d.glb", frame: 12, query: 'tag & "é" + 1 | #' }, { clip: "a" }, {}])(
  "survives the address: %j",
  (place) => expect(fromSearch(toSearch(place))).toEqual(place),
);
