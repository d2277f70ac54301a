import { onCleanup } from "solid-js";
import type { Studio } from "../state/studio";
import { type MatchPlace, stepMatch } from "./matchSteps";

/** Opens the clip of a match, at the start of the match. */
export function goToMatch(studio: Studio, { name, start, stop }: MatchPlace) {
  if (name !== studio.clip()) void studio.open(name);
  const { clock } = studio;
  if (studio.preferences().loopMatches) clock.setLoop({ start, stop });
  clock.seek(start);
}

/** Adds the commands about the query while its box exists. */
export function addQueryCommands(studio: Studio, box: { focus(): void }) {
  const group = "Query";
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
      {
        id: "query.focus",
        title: "Write a query",
        group,
        keys: ["/"],
        run: box.focus,
      },
      {
        id: "match.next",
        title: "Next match, in any clip",
        group,
        keys: ["n", "F3"],
        repeats: true,
        run: () => step(1),
      },
      {
        id: "match.previous",
        title: "Previous match, in any clip",
        group,
        keys: ["Shift+n", "Shift+F3"],
        repeats: true,
        run: () => step(-1),
      },
      {
        id: "match.loop",
        title: "Loop each match you go to",
        group,
        keys: [],
        run: toggleLoop,
      },
    ]),
  );
  return { next: () => step(1), previous: () => step(-1), toggleLoop };
}
