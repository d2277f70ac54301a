import { createSignal } from "solid-js";
import type { Command, Target } from "./keymap";
import type { Preferences } from "./preferences";

/**
 * The part of the page that a click or the focus went to: the timeline; a text field that belongs to it; a list, a panel
 * or another text field; or a part that has nothing to do with typing, such as the view.
 */
export type Place = "timeline" | "field" | "elsewhere" | "neutral";

/** The parts of the studio that arming needs: it remembers that the user has found out how. */
interface ArmingHost {
  preferences(): Pick<Preferences, "hasArmed">;
  prefer(some: Pick<Preferences, "hasArmed">): void;
}

/**
 * Whether tagging is armed. Only then do keys that text consists of change labels: text typed in the wrong place must
 * not, and no pause between keys tells a word from a command. A page that has just opened is not armed.
 */
export function createArming({ preferences, prefer }: ArmingHost) {
  const [isArmed, setIsArmed] = createSignal(false);
  const [isMissed, setIsMissed] = createSignal(false);
  /** Whether a field of the timeline has the focus, and tagging was armed before. */
  const [isSuspended, setIsSuspended] = createSignal(false);

  const set = (to: boolean) => {
    setIsSuspended(false);
    setIsMissed(false);
    setIsArmed(to);
    if (to && !preferences().hasArmed) prefer({ hasArmed: true });
  };
  const resume = () => {
    if (isSuspended()) set(true);
  };

  return {
    isArmed,
    /** Whether a key had no effect, since tagging is not armed. */
    isMissed,
    isSuspended,
    arm: () => set(true),
    disarm: () => set(false),
    /** The pointer was pressed there. */
    pressed(place: Place) {
      if (place === "timeline") set(true);
      else if (place === "elsewhere") set(false);
    },
    /** The focus went there. */
    focused(place: Place) {
      if (place === "elsewhere") set(false);
      else if (place !== "field") resume();
      else {
        if (isArmed()) setIsSuspended(true);
        setIsArmed(false);
      }
    },
    /** A field lost the focus to nothing. */
    left: resume,
    /** Escape was pressed: a field that it closes does not return to tagging. */
    escaped() {
      setIsSuspended(false);
    },
    /** Whether a key may run this now; if not, the timeline says why. */
    allows(target: Target, key: string): boolean {
      if (isArmed() || !isGuarded(target, key)) return true;
      setIsMissed(true);
      return false;
    },
  };
}

/** Whether a key does this only while tagging is armed. */
export function isGuarded(target: Target, key: string): boolean {
  return target.kind !== "command" || (changesLabels(target.command) && isOfText(key));
}

const changesLabels = ({ edits = false }: Command) => edits;

/** Whether a key may belong to typed text; those with Ctrl or Cmd, and function keys, never do. */
const isOfText = (key: string) => !/^Mod\+|(^|\+)F\d+$/.test(key);

export type Arming = ReturnType<typeof createArming>;
