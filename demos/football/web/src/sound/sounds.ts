import type { Happening } from "../worker/messages";
import { createSynthesis, type Synthesis } from "./synthesis";

/** The sound of a step on each surface. */
const STEPS: Record<string, { frequency: number; q: number; level: number; secs: number }> = {
  grass: { frequency: 420, q: 0.6, level: 0.16, secs: 0.09 },
  line: { frequency: 900, q: 0.9, level: 0.17, secs: 0.07 },
  track: { frequency: 2100, q: 1.4, level: 0.14, secs: 0.05 },
};

const GOAL_WHISTLE_SECS = 1.1;

/** The sounds of a match, off by default. */
export function createSounds() {
  let context: AudioContext | undefined;
  let synthesis: Synthesis | undefined;
  let isOn = false;
  const made: Record<string, number> = {};
  return {
    isOn: () => isOn,
    /** The number of sounds played of each kind, for tests. */
    made,
    /** Turns sound on or off. Browsers allow this only after a click or a key. */
    async turn(to: boolean) {
      isOn = to;
      context ??= new AudioContext();
      synthesis ??= createSynthesis(context);
      await (to ? context.resume() : context.suspend());
    },
    /** Plays the sounds of events. `middle` is the middle of the picture along the pitch. */
    hear(events: readonly Happening[], middle: number) {
      if (!isOn || !synthesis) return;
      for (const event of events) {
        const kind = event.what === "step" ? `step-${event.ground}` : event.what;
        made[kind] = (made[kind] ?? 0) + 1;
        play(synthesis, event, "at" in event ? (event.at[0] - middle) / 14 : 0);
      }
    },
  };
}

export type Sounds = ReturnType<typeof createSounds>;

function play(to: Synthesis, event: Happening, pan: number) {
  switch (event.what) {
    case "step": {
      const step = STEPS[event.ground] ?? STEPS.grass;
      if (!step) return;
      const loud = 0.25 + 0.75 * event.hardness;
      // A step is quieter the farther it is from the middle of the picture.
      const near = 1 / (1 + 1.5 * pan * pan);
      return to.hiss("bandpass", step.frequency, step.q, step.level * loud * near, step.secs, pan);
    }
    case "kick": {
      const strength = Math.min(event.speed / 25, 1);
      to.thump(150 + 60 * strength, 55, 0.35 + 0.5 * strength, 0.12, pan);
      return to.hiss("bandpass", 1400, 0.8, 0.12 + 0.25 * strength, 0.05, pan);
    }
    case "touch":
      return to.thump(140, 70, 0.16, 0.07, pan);
    case "bounce":
      return bounce(to, event.on, Math.min(event.speed / 15, 1), pan);
    case "tackle":
      return to.hiss("lowpass", 700, 0.5, 0.32, 0.32, pan);
    case "save":
      return to.thump(190, 80, 0.5, 0.09, pan);
    case "goal":
      to.hiss("bandpass", 3200, 0.7, 0.2, 0.5, pan);
      return to.whistle(0.13, GOAL_WHISTLE_SECS);
    case "whistle":
      return to.whistle(0.12, 0.45);
  }
}

function bounce(to: Synthesis, on: string, strength: number, pan: number) {
  switch (on) {
    case "post":
      return to.ring([523, 1311, 2093, 3140], 0.2 + 0.35 * strength, 1.1, pan);
    case "net":
      return to.hiss("bandpass", 3400, 0.8, 0.1 + 0.15 * strength, 0.3, pan);
    case "banner":
      return to.thump(240, 90, 0.2 + 0.4 * strength, 0.14, pan);
    default:
      return to.thump(120, 60, 0.06 + 0.3 * strength, 0.08, pan);
  }
}
