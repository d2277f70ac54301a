import { describe, expect, it } from "vitest";
import { stripPath } from "./strip";

describe("stripPath", () => {
  const check = (ranges: [number, number][], expected: string) =>
    expect(stripPath(ranges, 100, 10)).toBe(expected);

  it("is empty without ranges", () => check([], ""));
  it("draws a short range one column wide", () => check([[50, 51]], "M5 0H6V1H5Z"));
  it("draws ranges that share columns once", () =>
    check(
      [
        [0, 11],
        [12, 20],
        [50, 100],
      ],
      "M0 0H2V1H0ZM5 0H10V1H5Z",
    ));
});
