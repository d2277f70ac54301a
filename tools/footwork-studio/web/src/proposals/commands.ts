import { type Command, commandsOf } from "../state/keymap";
import { GRID_SIZE } from "../state/proposalGrid";
import type { Studio } from "../state/studio";
import { focusQueue } from "./focusQueue";

/** The commands of the queue. Most keys work only while the queue decides, and have no other meaning then. */
export function proposalCommands(studio: Studio): Command[] {
  const { proposals } = studio;
  const command = (
    id: string,
    title: string,
    keys: string[],
    run: () => void,
    how?: "repeats",
  ): Command => ({
    id,
    title,
    group: "Proposals",
    keys,
    run,
    mode: "proposals",
    repeats: how === "repeats",
  });
  const nudge = (
    id: string,
    title: string,
    keys: string[],
    side: "start" | "stop",
    by: 1 | -1,
  ): Command => ({
    ...command(id, title, keys, () => proposals.nudge(side, by), "repeats"),
    hold: { press: () => proposals.edge.press(side, by), end: () => proposals.edge.release() },
  });
  const places = Array.from({ length: GRID_SIZE }, (_, place) => place);
  return [
    commandsOf("Proposals")("proposals.start", "Decide about proposals", ["Alt+p"], () => {
      studio.prefer({ panel: "proposals" });
      proposals.want();
      requestAnimationFrame(() => focusQueue());
    }),
    command("proposals.accept", "Accept the proposal", ["Enter"], proposals.accept),
    command("proposals.reject", "Reject it; again: it is nothing", ["Backspace"], proposals.reject),
    command(
      "proposals.next",
      "Next proposal",
      ["n", "ArrowDown"],
      () => proposals.step(1),
      "repeats",
    ),
    command(
      "proposals.previous",
      "Previous proposal",
      ["p", "ArrowUp"],
      () => proposals.step(-1),
      "repeats",
    ),
    command("proposals.trimStart", "Start it at the shown frame", ["["], () =>
      proposals.trim("start"),
    ),
    command("proposals.trimStop", "End it with the shown frame", ["]"], () =>
      proposals.trim("stop"),
    ),
    nudge("proposals.startEarlier", "Start it a frame earlier", ["Shift+q"], "start", -1),
    nudge("proposals.startLater", "Start it a frame later", ["Shift+w"], "start", 1),
    nudge("proposals.stopEarlier", "End it a frame earlier", ["Shift+e"], "stop", -1),
    nudge("proposals.stopLater", "End it a frame later", ["Shift+r"], "stop", 1),
    command(
      "proposals.playClip",
      "Play the whole clip at the speed for clips",
      ["c"],
      proposals.playClip,
    ),
    command(
      "proposals.acceptClip",
      "Accept all remaining sure proposals of the clip, and mark it done",
      ["a"],
      proposals.acceptClip,
    ),
    command("proposals.grid", "Show six proposals side by side", ["g"], proposals.toggleGrid),
    command("proposals.acceptAll", "Accept all above the score", ["Shift+Enter"], proposals.askAll),
    ...places.map((place) =>
      command(
        `proposals.accept${place + 1}`,
        `Accept proposal ${place + 1} of the six`,
        [`${place + 1}`],
        () => proposals.acceptAt(place),
      ),
    ),
    ...places.map((place) =>
      command(
        `proposals.reject${place + 1}`,
        `Reject proposal ${place + 1} of the six`,
        [`Shift+${place + 1}`],
        () => proposals.rejectAt(place),
      ),
    ),
  ];
}
