import { onCleanup } from "solid-js";
import type { LabelDifference } from "../api/types";
import { commandsOf } from "../state/keymap";
import { adjudicated, type Side } from "../state/review";
import type { Studio } from "../state/studio";

/** Functions that go to the differences from the second labeller, and decide them. */
export function comparing(studio: Studio) {
  const { review } = studio;
  const go = (clip: string, { tag, start }: LabelDifference) => {
    studio.clock.pause();
    studio.timeline.setLane({ kind: "tag", name: tag });
    if (studio.clip() !== clip) void studio.open(clip, start);
    else studio.clock.seek(start);
  };
  const decide = (clip: string, one: LabelDifference, side: Side) => {
    const label = `${side === "ours" ? "keep" : "take"} ${side} ${one.tag}`;
    studio.editClips(label, [{ clip, operations: adjudicated(one, side) }]);
  };
  /**
   * Goes to the next difference after the playhead, in this clip or a later one. After the last clip comes the first.
   */
  const nextOne = async () => {
    await review.compareAlways();
    const all = review.open();
    const at = all.findIndex(({ clip }) => clip === studio.clip());
    const here = all[at]?.differences.toSorted((a, b) => a.start - b.start);
    const next = here?.find(({ start }) => start > studio.clock.frame());
    if (next) return go(all[at]?.clip ?? "", next);
    const [following] = at < 0 ? all : [...all.slice(at + 1), ...all.slice(0, at + 1)];
    const [first] = following?.differences ?? [];
    if (following && first) go(following.clip, first);
    else studio.notices.say({ kind: "news", text: "No difference is left" });
  };
  /** Returns a difference at the playhead: the one in the active lane, or else any; `undefined` if there is none. */
  const hereOne = () => {
    const frame = studio.clock.frame();
    const own = review.open().find(({ clip }) => clip === studio.clip())?.differences ?? [];
    const under = own.filter(({ start, stop }) => start <= frame && frame < stop);
    return under.find(({ tag }) => tag === studio.timeline.lane()?.name) ?? under[0];
  };
  const decideHere = (side: Side) => async () => {
    await review.compareAlways();
    const one = hereOne();
    const clip = studio.clip();
    if (one && clip !== undefined) decide(clip, one, side);
    else studio.notices.say({ kind: "news", text: "No difference at the playhead" });
  };
  return { go, decide, nextOne, decideHere };
}

/** Adds the commands about differences. They work no matter which panel is open. */
export function addCompareCommands(studio: Studio) {
  const { nextOne, decideHere } = comparing(studio);
  const command = commandsOf("Compare");
  const whenCompared = (run: () => Promise<void>) => () => {
    if (studio.review.hasSecond()) void run();
    else
      studio.notices.say({
        kind: "news",
        text: "There is no second labeller",
        detail: "Start the studio with --compare.",
      });
  };
  onCleanup(
    studio.addCommands([
      command("compare.next", "Next difference", ["F6"], whenCompared(nextOne), "repeats"),
      command(
        "compare.ours",
        "Keep ours at the playhead",
        ["F7"],
        whenCompared(decideHere("ours")),
      ),
      command(
        "compare.theirs",
        "Take theirs at the playhead",
        ["F8"],
        whenCompared(decideHere("theirs")),
      ),
      command(
        "compare.both",
        "Take both at the playhead",
        ["F9"],
        whenCompared(decideHere("both")),
      ),
    ]),
  );
}
