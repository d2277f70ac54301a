import type { MatchState } from "../state/match";
import type { OverlayName } from "../worker/messages";

/** A command of the page, with a key that no player uses. */
export interface PageCommand {
  /** The place of the key on the keyboard, and its name. */
  code: string;
  name: string;
  what: string;
  group: "Time" | "Overlays" | "Page";
  run(host: CommandHost): void;
}

/** The state that commands act on. */
export interface CommandHost {
  match: MatchState;
  toggleHelp(): void;
  toggleTexts(): void;
  toggleSound(): void;
  zoomBy(factor: number): void;
}

/** The overlays in the order of their keys, with a description each. */
export const OVERLAY_KEYS: readonly {
  name: OverlayName;
  digit: number;
  title: string;
  what: string;
}[] = [
  { name: "path", digit: 1, title: "Path", what: "where the ball will fly, bounce and roll" },
  { name: "windows", digit: 2, title: "Reach", what: "who can reach the ball, when, and how" },
  { name: "control", digit: 3, title: "Control", what: "whom you control and why, in words" },
  { name: "log", digit: 4, title: "Decisions", what: "each change of control with its reason" },
  {
    name: "slide",
    digit: 5,
    title: "Contacts",
    what: "what bodies touch, and the free way they take",
  },
  { name: "pose", digit: 6, title: "Pose", what: "clip, frame and tags of one footballer" },
  {
    name: "leaves",
    digit: 7,
    title: "Leaves",
    what: "leaves and dust that ride the same wind as the ball",
  },
];

export const COMMANDS: readonly PageCommand[] = [
  {
    code: "KeyP",
    name: "P",
    what: "Pause and go on",
    group: "Time",
    run: ({ match }) => match.togglePause(),
  },
  {
    code: "Period",
    name: ".",
    what: "One frame on",
    group: "Time",
    run: ({ match }) => match.step(),
  },
  {
    code: "Comma",
    name: ",",
    what: "Slow motion",
    group: "Time",
    run: ({ match }) => match.toggleSlow(),
  },
  {
    code: "Backspace",
    name: "Backspace",
    what: "Back 10 seconds",
    group: "Time",
    run: ({ match }) => match.rewind(),
  },
  {
    code: "End",
    name: "End",
    what: "To the end of a replay",
    group: "Time",
    run: ({ match }) => match.catchUp(),
  },
  ...OVERLAY_KEYS.map(
    ({ name, digit, what }): PageCommand => ({
      code: `Digit${digit}`,
      name: `${digit}`,
      what: `Show ${what}`,
      group: "Overlays",
      run: ({ match }) => match.toggleOverlay(name),
    }),
  ),
  {
    code: "BracketLeft",
    name: "[",
    what: "Select the previous footballer",
    group: "Overlays",
    run: ({ match }) => match.select(match.selected() - 1),
  },
  {
    code: "BracketRight",
    name: "]",
    what: "Select the next footballer",
    group: "Overlays",
    run: ({ match }) => match.select(match.selected() + 1),
  },
  {
    code: "KeyT",
    name: "T",
    what: "Edit the wind and the speed",
    group: "Page",
    run: (host) => host.toggleTexts(),
  },
  { code: "KeyN", name: "N", what: "Sound", group: "Page", run: (host) => host.toggleSound() },
  { code: "Equal", name: "+", what: "Closer", group: "Page", run: (host) => host.zoomBy(1.12) },
  {
    code: "Minus",
    name: "−",
    what: "Farther away",
    group: "Page",
    run: (host) => host.zoomBy(1 / 1.12),
  },
  { code: "KeyH", name: "H", what: "All keys", group: "Page", run: (host) => host.toggleHelp() },
];
