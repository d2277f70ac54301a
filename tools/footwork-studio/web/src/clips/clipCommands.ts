import { onCleanup } from "solid-js";
import { stateCommands } from "../state/clipStates";
import { commandsOf } from "../state/keymap";
import type { Studio } from "../state/studio";

/** The functions of the list that the commands call. */
interface List {
  focusFilter(): void;
  focusList(): void;
  toggleMatches(): void;
}

/** Adds the commands about clips. They are removed with the list. */
export function addClipCommands(studio: Studio, list: List) {
  const command = commandsOf("Clips");
  // Opens the next or previous clip of the list with a match of the query, wrapping around at the ends.
  const openMatching = (by: 1 | -1) => {
    const rows = studio.listed();
    const from = rows.findIndex((row) => row.name === studio.clip());
    for (let step = 1; step <= rows.length; step += 1) {
      const place = (((from + by * step) % rows.length) + rows.length) % rows.length;
      const name = rows[place]?.name;
      if (name === undefined || studio.matchesOf(name).length === 0) continue;
      if (name !== studio.clip()) void studio.open(name);
      return;
    }
    studio.notices.say({
      kind: "news",
      text: studio.query.answer() ? "No listed clip matches the query" : "There is no query",
      detail: "Press / to type one.",
    });
  };
  onCleanup(
    studio.addCommands([
      ...stateCommands(studio.clipStates),
      command("clip.next", "Next clip", ["PageDown"], () => studio.openNext(1), "repeats"),
      command("clip.previous", "Previous clip", ["PageUp"], () => studio.openNext(-1), "repeats"),
      command(
        "clip.nextMatching",
        "Next clip with a match",
        ["Shift+PageDown"],
        () => openMatching(1),
        "repeats",
      ),
      command(
        "clip.previousMatching",
        "Previous clip with a match",
        ["Shift+PageUp"],
        () => openMatching(-1),
        "repeats",
      ),
      command("clips.filter", "Filter clips by name", ["Mod+f"], list.focusFilter),
      command("clips.focus", "Go to the list of clips", [], list.focusList),
      command(
        "clips.onlyMatches",
        "Show only clips with a match, or all",
        ["Mod+Shift+f"],
        list.toggleMatches,
      ),
    ]),
  );
}
