import { expect, it } from "vitest";
import { createPlace } from "./place";

const createStorage = () => {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
};

it("keeps a place for each library", () => {
  const place = createPlace(createStorage());
  place.write("/a", { clip: "walk.bvh", query: "Gait.Walk" });
  expect(place.read("/a")).toEqual({ clip: "walk.bvh", query: "Gait.Walk" });
  expect(place.read("/b")).toEqual({});
});

it("ignores what it cannot read", () => {
  const storage = createStorage();
  storage.setItem("footwork.place /a", "{");
  storage.setItem("footwork.place /b", '{"clip": 3}');
  const place = createPlace(storage);
  expect(place.read("/a")).toEqual({});
  expect(place.read("/b")).toEqual({});
  expect(createPlace(undefined).read("/a")).toEqual({});
});
