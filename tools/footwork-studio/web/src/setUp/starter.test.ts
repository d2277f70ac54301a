import { expect, it } from "vitest";
import { STARTER, STARTER_RULES, setUpOf, starterLabels } from "./starter";

it("gives every label a key and a colour of its own", () => {
  const labels = starterLabels(STARTER);
  const distinct = (of: "key" | "colour" | "name") => new Set(labels.map((one) => one[of])).size;
  expect(distinct("name")).toBe(labels.length);
  expect(distinct("key")).toBe(labels.length);
  expect(distinct("colour")).toBe(labels.length);
  for (const { name, mirror } of labels)
    if (mirror !== undefined) expect(labels.find((one) => one.name === mirror)?.mirror).toBe(name);
});

it("writes the chosen groups and rules, but no rule without its tag", () => {
  const gaits = STARTER.filter(({ id }) => id === "gait" || id === "foot");
  const { labels, exclusive, rules } = setUpOf(gaits, STARTER_RULES);
  expect(labels.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
    "tag Gait.Idle",
    "tag Gait.Walk",
    "tag Gait.Run",
    "event Foot.Left",
    "event Foot.Right",
  ]);
  expect(exclusive).toEqual(["Gait"]);
  expect(rules.map(({ tag }) => tag)).toEqual(["Gait.Idle", "Gait.Walk", "Gait.Run"]);
  expect(setUpOf(STARTER.slice(1), STARTER_RULES).rules).toEqual([]);
  expect(setUpOf([], [])).toEqual({ labels: [], exclusive: [], rules: [] });
});
