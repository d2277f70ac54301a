import type { LaneLabel } from "../state/timeline";

/** A row of the timeline. */
export type Lane =
  | { kind: "matches" }
  | { kind: "group"; of: "tag" | "event"; namespace: string; names: string[]; isFolded: boolean }
  | { kind: "tag"; name: string; isInGroup: boolean }
  /** The second labeller's spans of a tag, shown below the lane of the tag. */
  | { kind: "second"; name: string; isInGroup: boolean }
  | { kind: "event"; name: string; isInGroup: boolean }
  /** The proposals of a tag or an event, shown below its lane. */
  | { kind: "proposed"; name: string; of: "tag" | "event"; isInGroup: boolean }
  /** A curve and, on the same axis, the curve for the other side of the body. */
  | { kind: "channel"; expression: string; other?: string };

/** Returns whether a lane is that of a tag or an event. */
export const isLabelLane = (lane: Lane): lane is Extract<Lane, { kind: "tag" | "event" }> =>
  lane.kind === "tag" || lane.kind === "event";

/** A lane and its position, in pixels from the top of all lanes. */
export interface PlacedLane {
  lane: Lane;
  top: number;
  height: number;
}

const HEIGHTS: Record<Lane["kind"], number> = {
  matches: 22,
  group: 22,
  tag: 22,
  second: 16,
  event: 22,
  proposed: 20,
  channel: 60,
};

export interface LaneInput {
  /** The labels with a lane, in order. */
  labels: readonly LaneLabel[];
  channels: readonly string[];
  /** Whether there is a query, whose matches then have a lane. */
  hasQuery: boolean;
  /** The collapsed groups, in the form of `foldName`. */
  folded: readonly string[];
  /** The tags that have a second lane, for the second labeller. */
  second?: ReadonlySet<string> | undefined;
  /** The tags and events that have a lane for their proposals, in the form of `laneKey`. */
  proposed?: ReadonlySet<string> | undefined;
}

/** Returns the first part of a name. */
export const namespaceOf = (name: string) => name.split(".", 1)[0] ?? name;

/** Returns the name by which preferences store a collapsed group. */
export const foldName = (of: "tag" | "event", namespace: string) =>
  of === "tag" ? namespace : `event:${namespace}`;

/** Returns a text that identifies a lane. */
export function laneKey(lane: Lane): string {
  switch (lane.kind) {
    case "matches":
      return "matches";
    case "group":
      return `group:${foldName(lane.of, lane.namespace)}`;
    case "channel":
      return `channel:${lane.expression}`;
    case "proposed":
      return `proposed:${lane.of}:${lane.name}`;
    default:
      return `${lane.kind}:${lane.name}`;
  }
}

/** Returns the lanes from top to bottom: the query's matches, then tags, events and curves. */
export function placeLanes({
  labels,
  channels,
  hasQuery,
  folded,
  second,
  proposed,
}: LaneInput): PlacedLane[] {
  const withOthers = (lane: Lane): Lane[] => {
    if (!isLabelLane(lane)) return [lane];
    const { kind, name, isInGroup } = lane;
    const hasSecond = kind === "tag" && second?.has(name);
    return [
      lane,
      ...(hasSecond ? [{ kind: "second" as const, name, isInGroup }] : []),
      ...(proposed?.has(laneKey(lane))
        ? [{ kind: "proposed" as const, of: kind, name, isInGroup }]
        : []),
    ];
  };
  const lanes: Lane[] = [
    ...(hasQuery ? [{ kind: "matches" as const }] : []),
    ...grouped("tag", labels, folded).flatMap(withOthers),
    ...grouped("event", labels, folded).flatMap(withOthers),
    ...curveLanes(channels),
  ];
  let top = 0;
  return lanes.map((lane) => {
    const height = HEIGHTS[lane.kind];
    const placed = { lane, top, height };
    top += height;
    return placed;
  });
}

/** Returns a lane for each curve. Curves that differ only in the side of the body share a lane. */
function curveLanes(channels: readonly string[]): Lane[] {
  const isOther = (one: string, other: string) =>
    one !== other && one.replace(/left|right/gi, "") === other.replace(/left|right/gi, "");
  const lanes: Extract<Lane, { kind: "channel" }>[] = [];
  for (const expression of channels) {
    const first = lanes.find(
      (lane) => lane.other === undefined && isOther(lane.expression, expression),
    );
    if (first) first.other = expression;
    else lanes.push({ kind: "channel", expression });
  }
  return lanes;
}

/**
 * Groups labels of one kind by namespace, in the order of each namespace's first label. A namespace with a single label
 * gets a heading only if it is folded.
 */
function grouped(
  of: "tag" | "event",
  labels: readonly LaneLabel[],
  folded: readonly string[],
): Lane[] {
  const names = [...new Set(labels.filter(({ kind }) => kind === of).map(({ name }) => name))];
  const groups = new Map<string, string[]>();
  for (const name of names) {
    const group = groups.get(namespaceOf(name));
    if (group) group.push(name);
    else groups.set(namespaceOf(name), [name]);
  }
  return [...groups].flatMap(([namespace, names]): Lane[] => {
    const isFolded = folded.includes(foldName(of, namespace));
    if (names.length === 1 && !isFolded)
      return names.map((name) => ({ kind: of, name, isInGroup: false }));
    const head: Lane = { kind: "group", of, namespace, names, isFolded };
    const own = names.map((name): Lane => ({ kind: of, name, isInGroup: true }));
    return isFolded ? [head] : [head, ...own];
  });
}

export const heightOf = (lanes: readonly PlacedLane[]) => {
  const last = lanes.at(-1);
  return last ? last.top + last.height : 0;
};

/**
 * Returns the range of the lanes that are visible between two heights: the index of the first lane, and the index after
 * that of the last. `[0, 0]` if there are none.
 */
export function seenLanes(
  lanes: readonly PlacedLane[],
  top: number,
  bottom: number,
): [number, number] {
  const first = lanes.findIndex((lane) => lane.top + lane.height > top);
  if (first < 0) return [0, 0];
  const behind = lanes.findIndex((lane) => lane.top >= bottom);
  return [first, behind < 0 ? lanes.length : behind];
}

/** Returns the lane at a height. */
export const laneAt = (lanes: readonly PlacedLane[], y: number) =>
  lanes.find((lane) => y >= lane.top && y < lane.top + lane.height);

/** Returns the scroll position nearest to the current one at which a lane is visible. */
export function topToShow(
  lane: { top: number; height: number },
  top: number,
  height: number,
): number {
  if (lane.top < top) return lane.top;
  return Math.max(top, lane.top + lane.height - height);
}
