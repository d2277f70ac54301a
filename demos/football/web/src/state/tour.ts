import { createEffect, createSignal, onCleanup } from "solid-js";
import { KITS } from "../body/colours";
import type { Happening } from "../worker/messages";
import type { MatchState } from "./match";

/** The minimum time for which a caption stays, to be read. */
const READ_MS = 9000;
/** The time after which a caption is shown even if its moment has not come. */
const WAITS_MS = 14_000;
/** The time from the kick-off to the first caption. */
const BEGINS_MS = 600;
/** The time between two checks whether a moment has come. */
const LOOK_MS = 250;

/** The state from which a caption makes its text. */
interface Moment {
  match: MatchState;
  /** The events since the previous caption. */
  events: readonly Happening[];
  /** Whether the moment of the caption has come. If not, the caption is shown because time is up. */
  hasCome: boolean;
}

interface Caption {
  title: string;
  hasCome(moment: Moment): boolean;
  text(moment: Moment): string;
}

/** Returns a footballer by team and number, such as *Red 3*. */
function named(match: MatchState, who: number): string {
  const one = match.scene()?.footballers[who];
  return one ? `${KITS[one.team === 0 ? 0 : 1].name.replace(/s$/, "")} ${one.number}` : "A player";
}

/** Returns the footballer of the first human, or the selected one. */
const own = (match: MatchState) => match.playout.newest()?.controlled[0] ?? match.selected();

const lastKick = (events: readonly Happening[]) =>
  events.findLast((event) => event.what === "kick");
const reach = (match: MatchState) => match.overlay()?.windows?.find(({ from }) => from > 0);
const change = (match: MatchState) => match.control().find(({ was }) => was !== null);
const contact = (match: MatchState) =>
  match.overlay()?.slide?.find(({ contacts }) => contacts.length > 0);

/** The captions in their order. Each says what has just happened, or will, and which part of Footwork did it. */
export const CAPTIONS: readonly Caption[] = [
  {
    title: "Tags and queries",
    hasCome: ({ match }) => match.scene() !== undefined,
    text: ({ match }) => {
      const who = own(match);
      const query = match.scene()?.texts.queries[who] ?? "";
      return `This query chose the legs of ${named(match, who)}: \`${query}\`. While he walks and runs, every pose is one that it allows.`;
    },
  },
  {
    title: "Path",
    hasCome: ({ events }) => lastKick(events) !== undefined,
    text: ({ match, events }) => {
      const kick = lastKick(events);
      const lead = kick ? `${named(match, kick.who)} kicked at ${kick.speed.toFixed(0)} m/s. ` : "";
      return `${lead}The dots are where the ball will be in the next three seconds, bounces and wind included.`;
    },
  },
  {
    title: "Reach",
    hasCome: ({ match }) => reach(match) !== undefined,
    text: ({ match }) => {
      const found = reach(match);
      return found
        ? `${named(match, found.who)} ${found.way} in ${found.from.toFixed(1)} s. Each label on the path is the first moment at which a player can have the ball.`
        : "Each label on the path is the first moment at which a player can have the ball.";
    },
  },
  {
    title: "Control",
    hasCome: ({ match }) => change(match) !== undefined,
    text: ({ match }) => {
      const control = change(match);
      return control && control.who !== null
        ? `You have ${named(match, control.who)} now: ${control.reason}.`
        : "You control the player who is best placed for the ball; the line at the bottom says why.";
    },
  },
  {
    title: "Contacts",
    hasCome: ({ match }) => contact(match) !== undefined,
    text: ({ match }) => {
      const found = contact(match);
      const lead = found ? `${named(match, found.who)} touches another body. ` : "";
      return `${lead}White is the step a player wants, green the step he takes: bodies slide along each other and never overlap.`;
    },
  },
];

/** The guided start: Path and Reach on, captions that follow what happens, and then the keys. */
export function createTour(match: MatchState) {
  /** The caption shown; `CAPTIONS.length` for the keys. */
  const [step, setStep] = createSignal<number>();
  const [text, setText] = createSignal("");
  const isOn = () => step() !== undefined;
  let events: Happening[] = [];
  let since = 0;
  let hasBegun = false;
  const turn = (name: "path" | "windows" | "slide", is: boolean) => {
    if (match.isOn(name) !== is) match.toggleOverlay(name);
  };
  const show = (next: number, hasCome: boolean) => {
    setText(CAPTIONS[next]?.text({ match, events, hasCome }) ?? "");
    setStep(next);
    since = performance.now();
    events = [];
    // Contacts are already shown during the previous caption, so there is one to point at.
    turn("slide", next === CAPTIONS.length - 1 || next === CAPTIONS.length - 2);
  };
  const look = () => {
    const at = step();
    if (at === undefined || at >= CAPTIONS.length || match.run().isPaused) return;
    const passed = performance.now() - since;
    const next = CAPTIONS[at + 1];
    const hasCome = next?.hasCome({ match, events, hasCome: true }) ?? true;
    if (passed > READ_MS && (hasCome || passed > WAITS_MS)) show(at + 1, hasCome);
  };
  createEffect(() => {
    if (!isOn()) return;
    const timer = setInterval(look, LOOK_MS);
    const stop = match.hear((more) => events.push(...more.filter(({ what }) => what === "kick")));
    onCleanup(() => {
      clearInterval(timer);
      stop();
    });
  });
  createEffect(() => {
    if (match.scene() && new URLSearchParams(location.search).has("tour") && !hasBegun) start();
  });
  const start = () => {
    hasBegun = true;
    if (match.run().isWaiting) match.kickOff();
    turn("path", true);
    turn("windows", true);
    // By then, the human controls a footballer.
    setTimeout(() => show(0, true), BEGINS_MS);
  };
  return {
    step,
    text,
    start,
    next: () => show(Math.min((step() ?? 0) + 1, CAPTIONS.length), false),
    end() {
      turn("slide", false);
      setStep(undefined);
    },
  };
}

export type Tour = ReturnType<typeof createTour>;
