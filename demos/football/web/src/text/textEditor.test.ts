import { expect, it } from "vitest";
import { underlines } from "./textEditor";

it("underlines a mistake, or the character before it if it has no width", () => {
  const mistake = { message: "there is no `bananas`", hint: null };
  expect(underlines([{ ...mistake, start: 4, stop: 11 }], 20)[0]).toMatchObject({
    from: 4,
    to: 11,
  });
  expect(underlines([{ ...mistake, start: 7, stop: 7 }], 7)[0]).toMatchObject({ from: 6, to: 7 });
  expect(underlines([{ ...mistake, start: 9, stop: 30 }], 5)[0]).toMatchObject({ from: 5, to: 5 });
  expect(underlines([{ ...mistake, start: 0, stop: 0 }], 0)[0]).toMatchObject({ from: 0, to: 0 });
});
