import { createSignal } from "solid-js";
import type { Command, Target } from "./keymap";
import type { Preferences } from "./preferences";

/**
 * The kind of the clicked or focused part: the timeline; a text field of the timeline; a list, a panel or another
 * text field; the queue of proposals; or a part that does not take typed text, such as the view.
 */
export type Place = "timeline" | "field" | "elsewhere" | "proposals" | "neutral";

/** The parts of the studio that arming uses, to remember that the user knows how to arm tagging. */
interface ArmingHost {
  preferences(): Pick<Preferences, "hasArmed">;
  prefer(some: Pick<Preferences, "hasArmed">): void;
}

/**
 * Whether tagging is armed. Only then do text keys change labels. Text typed in the wrong place must not change labels,
 * and pauses between keys cannot distinguish words from commands. A newly opened page is not armed.
 */
export function createArming({ preferences, prefer }: ArmingHost) {
  const [isArmed, setIsArmed] = createSignal(false);
  const [isMissed, setIsMissed] = createSignal(false);
  /** Whether a field of the timeline has the focus and tagging was armed before. */
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
    /** Whether the last key had no effect because tagging is not armed. */
    isMissed,
    isSuspended,
    arm: () => set(true),
    disarm: () => set(false),
    /** Handles a press of the pointer in a part. */
    pressed(place: Place) {
      if (place === "timeline") set(true);
      else if (place !== "neutral" && place !== "field") set(false);
    },
    /** Handles a move of the focus to a part. */
    focused(place: Place) {
      if (place === "elsewhere" || place === "proposals") set(false);
      else if (place !== "field") resume();
      else {
        if (isArmed()) setIsSuspended(true);
        setIsArmed(false);
      }
    },
    /** Handles a field that loses the focus while no other part gets it. */
    left: resume,
    /** Handles Escape. If it closes a field, tagging does not resume. */
    escaped() {
      setIsSuspended(false);
    },
    /** Returns whether a key may run a command now. If it may not, the timeline explains why. */
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

/** Returns whether a key can belong to typed text. A key with Ctrl or Cmd, or a function key, cannot. */
const isOfText = (key: string) => !/^Mod\+|(^|\+)F\d+$/.test(key);

export type Arming = ReturnType<typeof createArming>;
