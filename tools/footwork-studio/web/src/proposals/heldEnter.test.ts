import { expect, it, vi } from "vitest";
import { ignoreHeldEnter } from "./heldEnter";

it("keeps only a held Enter from clicking", () => {
  const clicks = (key: string, repeat: boolean) => {
    const preventDefault = vi.fn();
    ignoreHeldEnter({ key, repeat, preventDefault });
    return preventDefault.mock.calls.length === 0;
  };
  expect([clicks("Enter", false), clicks("Enter", true), clicks("Tab", true)]).toEqual([
    true,
    false,
    true,
  ]);
});
