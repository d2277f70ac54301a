import { onCleanup } from "solid-js";
import type { Studio } from "../state/studio";

/** What the list itself provides. */
interface List {
  focusFilter(): void;
  focusList(): void;
  toggleMatches(): void;
}

/** Adds the commands about clips while the list exists. */
export function addClipCommands(studio: Studio, list: List) {
  const group = "Clips";
  // The next clip of the list with a match of the query, wrapping around at the end.
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
      {
        id: "clip.next",
        title: "Next clip",
        group,
        keys: ["PageDown"],
        repeats: true,
        run: () => studio.openNext(1),
      },
      {
        id: "clip.previous",
        title: "Previous clip",
        group,
        keys: ["PageUp"],
        repeats: true,
        run: () => studio.openNext(-1),
      },
      {
        id: "clip.nextMatching",
        title: "Next clip with a match",
        group,
        keys: ["Shift+PageDown"],
        repeats: true,
        run: () => openMatching(1),
      },
      {
        id: "clip.previousMatching",
        title: "Previous clip with a match",
        group,
        keys: ["Shift+PageUp"],
        repeats: true,
        run: () => openMatching(-1),
      },
      {
        id: "clips.filter",
        title: "Filter clips by name",
        group,
        keys: ["Mod+f"],
        run: list.focusFilter,
      },
      { id: "clips.focus", title: "Go to the list of clips", group, keys: [], run: list.focusList },
      {
        id: "clips.onlyMatches",
        title: "Only clips with a match, or all",
        group,
        keys: ["Mod+Shift+f"],
        run: list.toggleMatches,
      },
    ]),
  );
}
