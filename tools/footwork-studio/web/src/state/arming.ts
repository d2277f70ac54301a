import { createSignal } from "solid-js";
import type { Command, Target } from "./keymap";
import type { Preferences } from "./preferences";

/**
 * The clicked or focused part of the page: the timeline; a text field of the timeline; a list, a panel or another text
 * field; the queue of proposals; or a part unrelated to typing, such as the view.
 */
export type Place = "timeline" | "field" | "elsewhere" | "proposals" | "neutral";

/** The parts of the studio that arming needs, to remember that the user knows how to arm. */
interface ArmingHost {
  preferences(): Pick<Preferences, "hasArmed">;
  prefer(some: Pick<Preferences, "hasArmed">): void;
}

/**
 * Whether tagging is armed. Only then do text keys change labels: text typed in the wrong place must not, and pauses
 * between keys cannot distinguish words from commands. A newly opened page is not armed.
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
    /** Whether a key had no effect because tagging is not armed. */
    isMissed,
    isSuspended,
    arm: () => set(true),
    disarm: () => set(false),
    /** Handles a pointer press in a part. */
    pressed(place: Place) {
      if (place === "timeline") set(true);
      else if (place !== "neutral" && place !== "field") set(false);
    },
    /** Handles the focus moving to a part. */
    focused(place: Place) {
      if (place === "elsewhere" || place === "proposals") set(false);
      else if (place !== "field") resume();
      else {
        if (isArmed()) setIsSuspended(true);
        setIsArmed(false);
      }
    },
    /** A field lost the focus to nothing. */
    left: resume,
    /** Handles Escape: closing a field with it does not resume tagging. */
    escaped() {
      setIsSuspended(false);
    },
    /** Returns whether a key may run a command now. If not, the timeline explains why. */
    allows(target: Target, key: string): boolean {
      if (isArmed() || !isGuarded(target, key)) return true;
      setIsMissed(true);
      return false;
    },
  };
}

/** Returns whether a key runs a command only while tagging is armed. */
export function isGuarded(target: Target, key: string): boolean {
  return target.kind !== "command" || (changesLabels(target.command) && isOfText(key));
}

const changesLabels = ({ edits = false }: Command) => edits;

/** Returns whether a key may belong to typed text. Keys with Ctrl or Cmd and function keys never do. */
const isOfText = (key: string) => !/^Mod\+|(^|\+)F\d+$/.test(key);

export type Arming = ReturnType<typeof createArming>;
