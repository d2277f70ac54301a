import { expect, test } from "vitest";
import type { ClipEdit, ClipLabels } from "../api/types";
import type { Selected } from "../state/studio";
import { commitChange } from "./commitChange";
import { paint } from "./edits";

function createHost(open: string, readOnly: string | null = null) {
  const edits: ClipEdit[] = [];
  const selected: (readonly Selected[])[] = [];
  return {
    edits,
    selected,
    clip: () => open,
    labels: () => ({ clip: open, readOnly }) as ClipLabels,
    editClips: (_: string, clips: ClipEdit[]) => void edits.push(...clips),
    select: ((to: readonly Selected[]) => void selected.push(to)) as never,
  };
}
const change = paint("A", 0, 5);

test("a change of the open clip is selected", () => {
  const host = createHost("a.bvh");
  commitChange(host, change, "a.bvh");
  expect(host.edits).toEqual([{ clip: "a.bvh", operations: change.operations }]);
  expect(host.selected).toEqual([change.selection]);
});

test("a change goes to its own clip even if another clip was opened meanwhile", () => {
  const host = createHost("b.bvh");
  commitChange(host, change, "a.bvh");
  expect(host.edits.map(({ clip }) => clip)).toEqual(["a.bvh"]);
  expect(host.selected).toEqual([]);
});

test("a change that cannot be made keeps the selection", () => {
  const host = createHost("a.bvh", "it changed");
  commitChange(host, change, "a.bvh");
  expect(host.selected).toEqual([]);
});
