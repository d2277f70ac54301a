import type { ClipEdit, ClipLabels, Operation } from "../api/types";
import { countText } from "../ui/counts";
import { type ChangeText, changeText, isSame } from "./changeText";
import { someOf } from "./notices";

/** The combined changes of a burst of edits, which are undone together. */
export interface Made {
  burst: string;
  /** The number of edits that changed something. */
  count: number;
  clips: ReadonlySet<string>;
  /** The names of the edited tags and events. */
  about: ReadonlySet<string>;
  /** The labels of the open clip before the first edit of the burst. */
  before: ClipLabels | undefined;
}

/** An edit, and the labels of the open clip before and after it. */
export interface MadeEdit {
  burst: string;
  label: string;
  clips: readonly ClipEdit[];
  before: ClipLabels | undefined;
  after: ClipLabels | undefined;
}

/** Adds an edit to those of its burst. An edit of another burst starts a new collection. */
export function withEdit(made: Made | undefined, edit: MadeEdit): Made {
  const { burst, clips, before, after } = edit;
  const isOn = made?.burst === burst && made.count > 0;
  const so = isOn ? made : { count: 0, clips: [], about: [], before };
  const isIdle = isOfOpen(edit) && before && after && isSame(before, after);
  return {
    burst,
    count: so.count + (isIdle ? 0 : 1),
    clips: new Set([...so.clips, ...clips.map(({ clip }) => clip)]),
    about: new Set([...so.about, ...clips.flatMap(({ operations }) => operations.map(nameOf))]),
    before: so.before,
  };
}

/** Describes the changes of a burst, with the number of its edits. */
export function madeText({ count, clips, about, before }: Made, edit: MadeEdit): ChangeText {
  const { label, after } = edit;
  const counted = countText(count, "edit");
  const isOfOneClip = clips.size === 1 && before?.clip === after?.clip && isOfOpen(edit);
  if (!isOfOneClip || !before || !after)
    return { text: count > 1 ? counted : label, detail: someOf([...clips]) };
  const change = changeText(before, after, about);
  if (count < 2) return change;
  if (isSame(before, after)) return { text: `${counted} without a net change` };
  return { ...change, text: `${counted}: ${change.text}` };
}

/** Returns whether an edit changes labels of the open clip. A decision between two labellers does not count. */
function isOfOpen({ clips, before, after }: MadeEdit): boolean {
  const own = clips.find(({ clip }) => clip === after?.clip);
  return (
    own !== undefined &&
    before?.clip === after?.clip &&
    !own.operations.every(({ kind }) => kind === "keep")
  );
}

/** Returns the tag or event of an operation; empty if the operation changes the clip itself. */
const nameOf = (operation: Operation) =>
  "tag" in operation ? operation.tag : "event" in operation ? operation.event : "";
