import { expect, test } from "vitest";
import { fitted, shortName } from "./writeNames";

test("cuts names that do not fit", () => {
  const widthOf = (text: string) => text.length * 6;
  expect(fitted("Airborne", 48, widthOf)).toBe("Airborne");
  expect(fitted("Airborne", 47, widthOf)).toBe("Airbor…");
  expect(fitted("Airborne", 18, widthOf)).toBe("Ai…");
  expect(fitted("Airborne", 17, widthOf)).toBe("");
});

test("leaves out the namespace", () => {
  expect(shortName("Gait.Walk")).toBe("Walk");
  expect(shortName("Phase.Air.Up")).toBe("Air.Up");
  expect(shortName("Loop")).toBe("Loop");
});
