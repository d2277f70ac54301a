import type { AddLabel, NewRule, SetUp } from "../api/types";
import { familiesOf } from "../state/namespaceColours";
import { namespaceOf } from "../timeline/lanes";

/** An optional part of a vocabulary. */
export interface StarterGroup {
  id: string;
  title: string;
  help: string;
  /** Whether the tags of the group exclude each other. */
  isExclusive: boolean;
  kind: "tag" | "event";
  labels: { name: string; key: string; description: string; mirror?: string }[];
}

/** A starting vocabulary for most libraries of locomotion. */
export const STARTER: readonly StarterGroup[] = [
  {
    id: "gait",
    title: "Gaits",
    help: "How the body moves; one at a time",
    isExclusive: true,
    kind: "tag",
    labels: [
      { name: "Gait.Idle", key: "i", description: "Stands, takes no step." },
      { name: "Gait.Walk", key: "w", description: "Steps with one foot always on the ground." },
      { name: "Gait.Run", key: "r", description: "Steps with a flight between them." },
    ],
  },
  {
    id: "direction",
    title: "Directions",
    help: "The direction of motion, seen from the character; several at a time",
    isExclusive: false,
    kind: "tag",
    labels: [
      { name: "Direction.Forward", key: "f", description: "Moves the way it faces." },
      { name: "Direction.Backward", key: "b", description: "Moves against the way it faces." },
      {
        name: "Direction.Left",
        key: "a",
        description: "Moves to its left.",
        mirror: "Direction.Right",
      },
      {
        name: "Direction.Right",
        key: "d",
        description: "Moves to its right.",
        mirror: "Direction.Left",
      },
      { name: "Direction.Turn", key: "t", description: "Changes the way it faces." },
    ],
  },
  {
    id: "phase",
    title: "Phases of a jump",
    help: "What a game reacts to; one at a time",
    isExclusive: true,
    kind: "tag",
    labels: [
      {
        name: "Phase.Takeoff",
        key: "x",
        description: "From the first bend of the knees until the last foot leaves the ground.",
      },
      { name: "Phase.Airborne", key: "z", description: "Nothing touches the ground." },
      {
        name: "Phase.Land",
        key: "c",
        description: "From the first touch until the landing is absorbed.",
      },
    ],
  },
  {
    id: "foot",
    title: "Foot strikes",
    help: "Events: the frame on which a foot comes down",
    isExclusive: false,
    kind: "event",
    labels: [
      {
        name: "Foot.Left",
        key: "q",
        description: "The left foot comes down.",
        mirror: "Foot.Right",
      },
      {
        name: "Foot.Right",
        key: "e",
        description: "The right foot comes down.",
        mirror: "Foot.Left",
      },
    ],
  },
];

/** A suggested rule: it places a tag based on the motion. */
export interface StarterRule extends NewRule {
  title: string;
}

export const STARTER_RULES: readonly StarterRule[] = [
  {
    title: "Idle below 0.3 m/s",
    tag: "Gait.Idle",
    query: "longer({ mean(speed, 0.5s) < 0.3 }, 0.3s)",
  },
  {
    title: "Walk up to 2 m/s",
    tag: "Gait.Walk",
    query: "longer({ mean(speed, 0.5s) >= 0.3 && mean(speed, 0.5s) <= 2 }, 0.3s)",
  },
  {
    title: "Run above 2 m/s",
    tag: "Gait.Run",
    query: "longer({ mean(speed, 0.5s) > 2 }, 0.3s)",
  },
];

/** Returns the labels of groups. Each label has a colour of its namespace. */
export function starterLabels(groups: readonly StarterGroup[]): AddLabel[] {
  const families = familiesOf(
    STARTER.flatMap(({ labels }) => labels.map(({ name }) => namespaceOf(name))),
  );
  return groups.flatMap(({ kind, labels }) =>
    labels.map(({ name, key, description, mirror }, place) => ({
      kind,
      name,
      key,
      description,
      colour: families.get(namespaceOf(name))?.[place] ?? null,
      ...(mirror !== undefined && { mirror }),
    })),
  );
}

/** Returns the settings for the chosen groups and rules. A rule is left out if no chosen group has its tag. */
export function setUpOf(groups: readonly StarterGroup[], rules: readonly StarterRule[]): SetUp {
  const labels = starterLabels(groups);
  const names = new Set(labels.map(({ name }) => name));
  return {
    labels,
    exclusive: groups.flatMap(({ isExclusive, labels: [first] }) =>
      isExclusive && first ? [namespaceOf(first.name)] : [],
    ),
    rules: rules.filter(({ tag }) => names.has(tag)).map(({ tag, query }) => ({ tag, query })),
  };
}
