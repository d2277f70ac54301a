import { createSignal } from "solid-js";

/** What the list of clips can be sorted by. */
export type ClipColumn = "name" | "length" | "tags" | "events" | "matches" | "warnings";

/** What a user chose, in this browser. */
export interface Preferences {
  /** Keys of commands and labels that are other than by default: id to keys. */
  keys: Record<string, string[]>;
  /** How late keys are pressed: taken from the time of every key while tagging, in ms. */
  lagMs: number;
  /** `hold` tags while a key is down; `tap` starts and stops with one press each. */
  tagging: "hold" | "tap";
  /** `system`, `dark` or `light`. */
  theme: "system" | "dark" | "light";
  /** Expressions that are shown as lanes. */
  channels: string[];
  /** Namespaces that are folded in the timeline. */
  folded: string[];
  /** What the 3D view shows; ghosts are so many frames apart. */
  view: {
    names: boolean;
    trails: boolean;
    ghosts: boolean;
    follow: boolean;
    ghostFrames: number;
  };
  /** How wide and high the parts at the sides are, in pixels; by the window where it is not said. */
  sizes: { clips?: number; side?: number; time?: number };
  /** The panel that is open on the right. */
  panel: string;
  clipList: {
    column: ClipColumn;
    isDescending: boolean;
    unit: "frames" | "secs";
    onlyMatches: boolean;
  };
  /** Whether going to a match loops it. */
  loopMatches: boolean;
}

export const DEFAULTS: Preferences = {
  keys: {},
  lagMs: 0,
  tagging: "hold",
  theme: "system",
  channels: [],
  folded: [],
  view: { names: false, trails: true, ghosts: false, follow: true, ghostFrames: 5 },
  sizes: {},
  panel: "result",
  clipList: { column: "name", isDescending: false, unit: "secs", onlyMatches: false },
  loopMatches: false,
};

const KEY = "footwork.preferences";

/** Preferences, kept in the browser. Where it keeps nothing, they last as long as the page. */
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
        // A full or forbidden store keeps nothing; the choice holds until the page is closed.
      }
    },
  };
}

function read(storage: Pick<Storage, "getItem"> | undefined): Preferences {
  try {
    const kept: unknown = JSON.parse(storage?.getItem(KEY) ?? "{}");
    return typeof kept === "object" && kept !== null ? { ...DEFAULTS, ...kept } : DEFAULTS;
  } catch {
    return DEFAULTS;
  }
}
