import { createMemo } from "solid-js";
import type { Preferences } from "./preferences";
import type { LaneLabel } from "./timeline";

/**
 * The labels that have a lane in every clip: those that the user added or tagged with. Lanes thus stay in place from
 * clip to clip. They are stored per user and library.
 */
export function createPins(
  root: () => string | undefined,
  { preferences, prefer }: { preferences(): Preferences; prefer(some: Partial<Preferences>): void },
) {
  const keys = () => preferences().lanes[root() ?? ""] ?? [];
  const set = (own: string[]) => {
    const at = root();
    if (at !== undefined) prefer({ lanes: { ...preferences().lanes, [at]: own } });
  };
  const pinned = createMemo(() =>
    keys()
      .map(read)
      .filter((label) => label !== undefined),
  );
  return {
    pinned,
    isPinned: (label: LaneLabel) => keys().includes(keyOf(label)),
    pin(...labels: LaneLabel[]) {
      const added = labels.map(keyOf).filter((key) => !keys().includes(key));
      if (added.length > 0) set([...keys(), ...new Set(added)]);
    },
    unpin: (label: LaneLabel) => set(keys().filter((key) => key !== keyOf(label))),
  };
}

const keyOf = ({ kind, name }: LaneLabel) => `${kind}:${name}`;

function read(key: string): LaneLabel | undefined {
  const [, kind, name] = /^(tag|event):(.+)$/s.exec(key) ?? [];
  if (name === undefined) return undefined;
  return { kind: kind === "tag" ? "tag" : "event", name };
}
