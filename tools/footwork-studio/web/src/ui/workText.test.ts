import { expect, it } from "vitest";
import { savingOf, workText } from "./workText";

it("describes the progress of an edit of many clips", () => {
  const text = (what: string, done: number, of: number) => {
    const said = workText({ what, done, of });
    return `${said.what}: ${said.far}`;
  };
  expect(text("writing files", 1240, 5000)).toBe("Saving 5,000 files: 1,240 written");
  expect(text("replacing files", 12, 5000)).toBe("Saving 5,000 files: 12 in place");
  expect(text("reading motion", 3, 1000)).toBe("reading motion: 3 of 1,000");
});

it("distinguishes saving from other work", () => {
  const reading = { what: "reading motion", done: 3, of: 10 };
  const writing = { what: "writing files", done: 3, of: 10 };
  expect(savingOf([reading])).toBeUndefined();
  expect(savingOf([reading, writing])).toBe(writing);
});
