import { onCleanup } from "solid-js";
import { commandsOf } from "../state/keymap";
import type { Studio } from "../state/studio";
import { type MatchPlace, stepMatch } from "./matchSteps";

/** Opens the clip of a match, at the start of the match. */
export function goToMatch(studio: Studio, { name, start, stop }: MatchPlace) {
  if (name !== studio.clip()) void studio.open(name);
  const { clock } = studio;
  if (studio.preferences().loopMatches) clock.setLoop({ start, stop });
  clock.seek(start);
}

/** Adds the commands about the query. They are removed with the query box. */
export function addQueryCommands(studio: Studio, box: { focus(): void }) {
  const command = commandsOf("Query");
  const step = (by: 1 | -1) => {
    const clips = studio.matching();
    const rows = studio.listed().length > 0 ? studio.listed() : studio.clips();
    const places = new Map(rows.map((row, place) => [row.name, place]));
    const at = { name: studio.clip(), frame: studio.clock.frame() };
    const found = stepMatch(clips, at, by, (name) => places.get(name) ?? -1);
    if (found) goToMatch(studio, found);
    else
      studio.notices.say({
        kind: "news",
        text: studio.query.answer() ? "The query has no matches" : "There is no query",
      });
  };
  const toggleLoop = () => {
    const loops = !studio.preferences().loopMatches;
    studio.prefer({ loopMatches: loops });
    if (!loops) return studio.clock.setLoop(undefined);
    const frame = studio.clock.frame();
    const here = studio.matches().find(([start, stop]) => start <= frame && frame < stop);
    if (here) studio.clock.setLoop({ start: here[0], stop: here[1] });
  };
  onCleanup(
    studio.addCommands([
      command("query.focus", "Write a query", ["/"], box.focus),
      command("match.next", "Next match, in any clip", ["n", "F3"], () => step(1), "repeats"),
      command(
        "match.previous",
        "Previous match, in any clip",
        ["Shift+n", "Shift+F3"],
        () => step(-1),
        "repeats",
      ),
      command("match.loop", "Loop each match you go to", [], toggleLoop),
    ]),
  );
  return { next: () => step(1), previous: () => step(-1), toggleLoop };
}
