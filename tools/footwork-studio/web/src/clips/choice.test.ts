import { expect, it } from "vitest";
import type { ClipRow } from "../api/types";
import { extended, NO_CHOICE, toggled } from "./choice";
import { flat } from "./tree";

const items = flat(["a", "b", "c", "d"].map((name) => ({ name }) as ClipRow));
const names = ({ names }: { names: ReadonlySet<string> }) => [...names].sort().join("");

it("toggles clips; the open clip counts as selected", () => {
  const two = toggled(NO_CHOICE, "c", "a");
  expect(names(two)).toBe("ac");
  expect(names(toggled(two, "a", "a"))).toBe("c");
  expect(names(toggled(NO_CHOICE, "a", "a"))).toBe("a");
  expect(names(toggled(NO_CHOICE, "b", undefined))).toBe("b");
});

it("extends from the anchor to another clip", () => {
  expect(names(extended(NO_CHOICE, items, "b", "d"))).toBe("bcd");
  const back = extended(toggled(NO_CHOICE, "c", undefined), items, "d", "a");
  expect(names(back)).toBe("abc");
  expect(names(extended(back, items, "d", "d"))).toBe("cd");
  expect(names(extended(NO_CHOICE, items, "gone", "b"))).toBe("b");
});
