import { expect, it } from "vitest";
import { orderKeys } from "./keyOrder";

it("puts what the clip has first, then events", () => {
  const keys = [
    { kind: "tag" as const, label: { name: "Kick" } },
    { kind: "tag" as const, label: { name: "Walk" } },
    { kind: "event" as const, label: { name: "Step" } },
    { kind: "tag" as const, label: { name: "Jump" } },
  ];
  const names = orderKeys(keys, new Set(["Jump", "Walk"])).map(({ label }) => label.name);
  expect(names).toEqual(["Walk", "Jump", "Step", "Kick"]);
});
