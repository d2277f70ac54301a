import { createSignal } from "solid-js";

/** A column by which the list of clips can be sorted. */
export type ClipColumn = "name" | "state" | "length" | "tags" | "events" | "matches" | "warnings";

/** The preferences of a user, in this browser. */
export interface Preferences {
  /** The keys of commands and labels that differ from the default, by id. */
  keys: Record<string, string[]>;
  /** The user's reaction time in ms. While tagging, it is subtracted from the time of every key. */
  lagMs: number;
  /** The shortest hold of a tag's key that paints while paused, in ms. A shorter hold counts as a tap. */
  shortestHoldMs: number;
  /** `hold`: a tag is painted while its key is down. `tap`: one press starts a tag, and another stops it. */
  tagging: "hold" | "tap";
  /** `system`, `dark` or `light`. */
  theme: "system" | "dark" | "light";
  /** Expressions shown as lanes. */
  channels: string[];
  /** Expressions shown as lanes, but only in unfinished clips. */
  motionChannels: string[];
  /** Namespaces collapsed in the timeline. */
  folded: string[];
  /** Labels that have a lane in every clip, such as `tag:Gait.Run`, by the folder of the library. */
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
  /**
   * The width or height of the clip list, the side panel and the timeline, in pixels; `undefined` follows the window.
   */
  sizes: { clips?: number; side?: number; time?: number };
  /** The open panel on the right; empty if no panel is open. */
  panel: string;
  clipList: {
    column: ClipColumn;
    isDescending: boolean;
    unit: "frames" | "secs";
    onlyMatches: boolean;
    /** Whether the list groups clips by folder. */
    tree: boolean;
  };
  /** The collapsed folders of the clip list, by the folder of the library. */
  foldedClips: Record<string, string[]>;
  /** The folders of libraries that have shown their first page. */
  greeted: string[];
  /** Whether tagging was ever armed. Until then, the timeline explains how to arm it. */
  hasArmed: boolean;
  /** The name that signs the states of clips; if empty, states are not signed. */
  name: string;
  /** The open part of the review panel. */
  reviewPart: "findings" | "measures" | "rules" | "compare" | "queue";
  /** Whether the video or sound of a clip is shown, and whether it is muted. */
  reference: { isShown: boolean; isMuted: boolean };
  /** Whether playback repeats at the end of a clip. */
  loopClip: boolean;
  /** Whether playback loops the current match. */
  loopMatches: boolean;
  /** The speed of playback; 1 is the speed of the clip. */
  speed: number;
  /** The playback speed for watching a whole clip with its proposals. */
  reviewSpeed: number;
  /**
   * The largest number of frames by which edges may differ from a second labeller's without counting as a difference.
   */
  toleranceFrames: number;
  /** Which clips the review queue shows: all, or those for the user. */
  reviewOf: "all" | "mine";
  /** Suggested rules that the user has neither written nor dismissed, as JSON, by the folder of the library. */
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

/** Preferences, stored in the browser. If they cannot be stored, they last until the page is closed. */
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
        // The store is full or forbidden, so the choice lasts until the page is closed.
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

/**
 * Returns the valid ones of the stored values. An earlier version of the page or a person may have written the others.
 */
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

/** Returns the value if the list contains it, else the first of the list. */
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

/** Returns `fallback` with the values of `given` that have the same type as in `fallback`. */
function alike<T extends object>(fallback: T, given: Record<string, unknown>): T {
  const kinds = Object.entries(fallback).map(([name, value]) => {
    const other = given[name];
    const isSo = Array.isArray(value) ? isTexts(other) : typeof other === typeof value;
    return [name, isSo ? other : value];
  });
  return Object.fromEntries(kinds);
}
