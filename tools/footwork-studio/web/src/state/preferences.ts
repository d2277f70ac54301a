import { createSignal } from "solid-js";

/** A sort key of the list of clips. */
export type ClipColumn = "name" | "state" | "length" | "tags" | "events" | "matches" | "warnings";

/** The preferences of a user, in this browser. */
export interface Preferences {
  /** Keys of commands and labels that differ from the default: id to keys. */
  keys: Record<string, string[]>;
  /** The user's reaction time in ms, subtracted from the time of every key while tagging. */
  lagMs: number;
  /** The shortest hold of a tag's key that paints while paused, in ms. A shorter one counts as a tap. */
  shortestHoldMs: number;
  /** `hold` tags while a key is down; `tap` starts and stops with one press each. */
  tagging: "hold" | "tap";
  /** `system`, `dark` or `light`. */
  theme: "system" | "dark" | "light";
  /** Expressions shown as lanes. */
  channels: string[];
  /** Expressions shown as lanes of unfinished clips. */
  motionChannels: string[];
  /** Namespaces collapsed in the timeline. */
  folded: string[];
  /** Labels with a lane in every clip, as `tag:Gait.Run`, by the folder of their library. */
  lanes: Record<string, string[]>;
  /** What the 3D view shows; `ghostFrames` is the number of frames between ghosts. */
  view: {
    body: boolean;
    names: boolean;
    trails: boolean;
    ghosts: boolean;
    follow: boolean;
    ghostFrames: number;
  };
  /** The width and height of the parts at the sides, in pixels; `undefined` sizes them by the window. */
  sizes: { clips?: number; side?: number; time?: number };
  /** The open panel on the right; empty if the panels are closed. */
  panel: string;
  clipList: {
    column: ClipColumn;
    isDescending: boolean;
    unit: "frames" | "secs";
    onlyMatches: boolean;
    /** Whether the list puts clips below their folders. */
    tree: boolean;
  };
  /** The collapsed folders of clips, by the folder of their library. */
  foldedClips: Record<string, string[]>;
  /** The folders of libraries whose first page was shown. */
  greeted: string[];
  /** Whether tagging was ever armed. Until then the timeline explains how. */
  hasArmed: boolean;
  /** The name that signs the states of clips; empty for unsigned. */
  name: string;
  /** The open part of the review panel. */
  reviewPart: "findings" | "measures" | "rules" | "compare" | "queue";
  /** Whether the video or sound of a clip is shown, and whether it is muted. */
  reference: { isShown: boolean; isMuted: boolean };
  /** Whether playback repeats at the end of a clip. */
  loopClip: boolean;
  /** Whether going to a match loops it. */
  loopMatches: boolean;
  /** The speed of playback; 1 is that of the clip. */
  speed: number;
  /** The speed at which a clip plays to be watched with its proposals. */
  reviewSpeed: number;
  /** Differences from a second labeller of only this number of frames at edges do not count. */
  toleranceFrames: number;
  /** Whose clips the queue of reviews shows. */
  reviewOf: "all" | "mine";
  /** Suggested rules, not yet written or dismissed, as JSON, by the folder of their library. */
  suggestedRules: Record<string, string[]>;
}

export const DEFAULTS: Preferences = {
  keys: {},
  lagMs: 0,
  shortestHoldMs: 150,
  tagging: "hold",
  theme: "system",
  channels: [],
  motionChannels: ["speed", "left_foot.height", "right_foot.height"],
  folded: [],
  lanes: {},
  view: { body: true, names: false, trails: true, ghosts: false, follow: true, ghostFrames: 5 },
  sizes: {},
  panel: "result",
  clipList: {
    column: "name",
    isDescending: false,
    unit: "secs",
    onlyMatches: false,
    tree: true,
  },
  foldedClips: {},
  greeted: [],
  hasArmed: false,
  name: "",
  reviewPart: "findings",
  reference: { isShown: true, isMuted: true },
  loopClip: false,
  loopMatches: false,
  speed: 1,
  reviewSpeed: 1.5,
  toleranceFrames: 0,
  reviewOf: "all",
  suggestedRules: {},
};

const KEY = "footwork.preferences";

/** Preferences, stored in the browser. If they cannot be stored, they last as long as the page. */
export function createPreferences(storage: Pick<Storage, "getItem" | "setItem"> | undefined) {
  const [preferences, setPreferences] = createSignal<Preferences>(read(storage));
  return {
    preferences,
    change(some: Partial<Preferences>) {
      const all = { ...preferences(), ...some };
      setPreferences(all);
      try {
        storage?.setItem(KEY, JSON.stringify(all));
      } catch {
        // A full or forbidden store keeps nothing; the choice lasts until the page is closed.
      }
    },
  };
}

function read(storage: Pick<Storage, "getItem"> | undefined): Preferences {
  try {
    return sound(JSON.parse(storage?.getItem(KEY) ?? "{}"));
  } catch {
    return DEFAULTS;
  }
}

/** Returns the valid stored values, which an earlier version of the page or a person may have written. */
function sound(kept: unknown): Preferences {
  const all = recordOf(kept);
  const sizes = Object.entries(recordOf(all.sizes)).filter(
    ([part, size]) => ["clips", "side", "time"].includes(part) && Number.isFinite(size),
  );
  const same = alike(DEFAULTS, all);
  return {
    ...same,
    keys: textLists(all.keys),
    lanes: textLists(all.lanes),
    foldedClips: textLists(all.foldedClips),
    suggestedRules: textLists(all.suggestedRules),
    reviewOf: oneOf(["all", "mine"], same.reviewOf),
    reviewPart: oneOf(["findings", "measures", "rules", "compare", "queue"], same.reviewPart),
    sizes: Object.fromEntries(sizes),
    tagging: oneOf(["hold", "tap"], same.tagging),
    theme: oneOf(["system", "dark", "light"], same.theme),
    reference: alike(DEFAULTS.reference, recordOf(all.reference)),
    view: alike(DEFAULTS.view, recordOf(all.view)),
    clipList: withChoices(alike(DEFAULTS.clipList, recordOf(all.clipList))),
  };
}

const withChoices = (clipList: Preferences["clipList"]): Preferences["clipList"] => ({
  ...clipList,
  column: oneOf(
    ["name", "state", "length", "tags", "events", "matches", "warnings"],
    clipList.column,
  ),
  unit: oneOf(["secs", "frames"], clipList.unit),
});

/** Returns the value if it is in the list, else the first of the list. */
const oneOf = <T extends string>(all: readonly [T, ...T[]], one: T): T =>
  all.includes(one) ? one : all[0];

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === "string");

/** Returns the entries of an object whose values are lists of texts. */
const textLists = (value: unknown): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries(recordOf(value)).flatMap(([name, own]): [string, string[]][] =>
      isTexts(own) ? [[name, own]] : [],
    ),
  );

const recordOf = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null ? { ...value } : {};

/** Returns an object updated with those values of another that have the same type. */
function alike<T extends object>(fallback: T, given: Record<string, unknown>): T {
  const kinds = Object.entries(fallback).map(([name, value]) => {
    const other = given[name];
    const isSo = Array.isArray(value) ? isTexts(other) : typeof other === typeof value;
    return [name, isSo ? other : value];
  });
  return Object.fromEntries(kinds);
}
