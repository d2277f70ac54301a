import type { WorkState } from "../api/types";
import { commandsOf } from "./keymap";
import { type QueueOf, reviewQueue } from "./reviewQueue";
import type { Studio } from "./studio";
import { assigned, nextUnfinished, signed, stateTitle } from "./workState";

/** The parts of the studio that clip states depend on. */
type Host = Pick<
  Studio,
  "clip" | "labels" | "listed" | "open" | "edit" | "preferences" | "notices" | "addCommands"
> & {
  /** The number of open differences from the second labeller in a clip. */
  differences(clip: string): number;
};

/** Sets the states of clips, and finds unfinished clips. */
export function createClipStates(studio: Omit<Host, "addCommands">) {
  /** Sets the state of the open clip; `undefined` removes it, so that the labels determine the state. */
  function give(state: WorkState | undefined) {
    const said = state === undefined ? null : signed(state, studio.preferences().name, new Date());
    const label = state === undefined ? "state automatic" : `state ${stateTitle(state)}`;
    studio.edit(label, [{ kind: "setState", state: said }]);
  }

  /** Opens the next (1) or previous (-1) unfinished clip of the list. */
  function openUnfinished(by: 1 | -1) {
    const next = nextUnfinished(studio.listed(), studio.clip(), by);
    if (next !== undefined) void studio.open(next);
    else studio.notices.say({ kind: "news", text: "No other listed clip is unfinished" });
  }

  function doneAndNext() {
    const labels = studio.labels();
    if (!labels) return;
    if (labels.readOnly !== null) {
      studio.notices.say({ kind: "error", text: labels.readOnly });
      return;
    }
    // A reviewed clip keeps its state.
    if (labels.state?.state !== "reviewed") give("done");
    openUnfinished(1);
  }
  /** Assigns the next step of the open clip to a person. */
  function assign(name: string) {
    const labels = studio.labels();
    if (!labels) return;
    const label = name.trim() === "" ? "remove the assignment" : `assign to ${name.trim()}`;
    studio.edit(label, [{ kind: "setState", state: assigned(labels.state ?? undefined, name) }]);
  }

  /** Returns the clips that wait for a review. */
  const toReview = (of: QueueOf = studio.preferences().reviewOf) =>
    reviewQueue(studio.listed(), {
      of,
      name: studio.preferences().name,
      differences: studio.differences,
    });

  /** Opens the first clip of the review queue, or the second if the first is open already. */
  function openToReview() {
    const next = toReview().find(({ name }) => name !== studio.clip());
    if (next) void studio.open(next.name);
    else studio.notices.say({ kind: "news", text: "No other listed clip waits for a review" });
  }

  function reviewedAndNext() {
    const labels = studio.labels();
    if (!labels) return;
    if (labels.readOnly !== null) {
      studio.notices.say({ kind: "error", text: labels.readOnly });
      return;
    }
    give("reviewed");
    openToReview();
  }
  return { give, assign, openUnfinished, doneAndNext, toReview, openToReview, reviewedAndNext };
}

/** The commands about states. */
export function stateCommands(states: ReturnType<typeof createClipStates>) {
  const command = commandsOf("Clips");
  return [
    command("clip.nextUnfinished", "Next unfinished clip", ["Alt+PageDown"], () =>
      states.openUnfinished(1),
    ),
    command("clip.previousUnfinished", "Previous unfinished clip", ["Alt+PageUp"], () =>
      states.openUnfinished(-1),
    ),
    command("clip.doneAndNext", "Mark done, and open the next unfinished clip", ["Mod+Enter"], () =>
      states.doneAndNext(),
    ),
    command("clip.nextToReview", "Next clip to review", ["Shift+F6"], () => states.openToReview()),
    command(
      "clip.reviewedAndNext",
      "Mark reviewed, and open the next clip to review",
      ["Mod+Shift+Enter"],
      () => states.reviewedAndNext(),
    ),
    command("clip.done", "Mark the clip as done", [], () => states.give("done")),
    command("clip.reviewed", "Mark the clip as reviewed", [], () => states.give("reviewed")),
  ];
}
