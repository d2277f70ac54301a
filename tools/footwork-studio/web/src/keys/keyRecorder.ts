import { createSignal } from "solid-js";
import { keyOf, type Target } from "../state/keymap";
import type { Studio } from "../state/studio";
import { refusal, withKeys, withoutKeys } from "./remap";

const MODIFIERS = new Set(["Shift", "Control", "Alt", "Meta", "AltGraph", "CapsLock"]);

/** Records the next pressed key for one command or label at a time. */
export function createKeyRecorder(studio: Studio) {
  const [target, setTarget] = createSignal<Target | undefined>(undefined);
  const [refused, setRefused] = createSignal<string | undefined>(undefined);
  const chosen = () => studio.preferences().keys;
  const stop = () => {
    setTarget(undefined);
    setRefused(undefined);
  };

  return {
    chosen,
    /** Why the pressed key was refused. */
    refused,
    isFor: (one: Target) => target()?.id === one.id,
    toggle(one: Target) {
      setRefused(undefined);
      setTarget(target()?.id === one.id ? undefined : one);
    },
    stop,
    reset: (one: Target) => studio.prefer({ keys: withoutKeys(chosen(), one.id) }),
    resetAll: () => studio.prefer({ keys: {} }),
    /** Handles a key press while a key is being recorded. */
    hear(event: KeyboardEvent) {
      const one = target();
      if (!one) return;
      event.preventDefault();
      event.stopPropagation();
      if (MODIFIERS.has(event.key) || event.repeat) return;
      if (event.key === "Escape") return stop();
      const isRemoval = event.key === "Backspace";
      const key = keyOf(event);
      const why = isRemoval ? undefined : refusal(key, one.kind !== "command");
      setRefused(why);
      if (why !== undefined) return;
      studio.prefer({ keys: withKeys(chosen(), one.id, isRemoval ? [] : [key]) });
      stop();
    },
  };
}

export type KeyRecorder = ReturnType<typeof createKeyRecorder>;
