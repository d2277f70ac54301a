// @generated The API's types, written by a test of `src/api/`.

/**
 * Adds a tag or an event to the vocabulary in `footwork.toml`.
 */
export type AddLabel = { 
/**
 * What it is.
 */
kind: LabelKind, 
/**
 * Its name, dotted.
 */
name: string, 
/**
 * `#rrggbb`.
 */
colour: string | null, 
/**
 * The key that labels with it.
 */
key: string | null, 
/**
 * When to use it.
 */
description: string | null, 
/**
 * Its counterpart where left and right are exchanged.
 */
mirror?: string, };

/**
 * How well a second labeller agrees.
 */
export type AgreementAnswer = { 
/**
 * Counts the changes of any kind.
 */
revision: number, 
/**
 * The tags that either gave, by name.
 */
tags: Array<TagAgreement>, 
/**
 * The clips that both labelled, in the order of the library.
 */
clips: Array<ClipAgreement>, 
/**
 * How many clips only one of them labelled.
 */
onlyOne: number, 
/**
 * The clips that cannot be compared, and why.
 */
leftOut: Array<LeftOut>, };

/**
 * Gives a tag to all that a query finds, and takes tags that exclude it from there, as one edit.
 */
export type Apply = { 
/**
 * The query.
 */
query: string, 
/**
 * The tag.
 */
tag: string, 
/**
 * The clips that it may change; all without it.
 */
clips?: Array<string>, 
/**
 * Does without clips and tags that cannot be read; otherwise they are a refusal.
 */
partial?: boolean, };

/**
 * A function of one of the languages.
 */
export type Callable = { 
/**
 * Its name.
 */
name: string, 
/**
 * How it is called: `grow(x, n)`.
 */
call: string, 
/**
 * What it gives.
 */
summary: string, };

/**
 * Something changed, here or elsewhere.
 */
export type Change = { "kind": "hello", 
/**
 * The number of the clip list.
 */
generation: number, 
/**
 * Counts the changes of any kind.
 */
revision: number, 
/**
 * Why the folder cannot be read, where it cannot; [`Reopened`](Self::Reopened) follows once it
 * can.
 */
lost: string | null, } | { "kind": "labels", 
/**
 * Counts the changes of any kind.
 */
revision: number, 
/**
 * The clips.
 */
clips: Array<string>, 
/**
 * Their rows.
 */
rows: Array<ClipRow>, 
/**
 * Whether somebody else changed them on disk, rather than an edit of the studio.
 */
outside: boolean, 
/**
 * What is wrong in the files that changed.
 */
findings: Array<Finding>, } | { "kind": "vocabulary", 
/**
 * Counts the changes of any kind.
 */
revision: number, } | { "kind": "reopened", 
/**
 * The number of the clip list.
 */
generation: number, 
/**
 * Counts the changes of any kind.
 */
revision: number, 
/**
 * The clips whose tags or events are others now.
 */
clips: Array<string>, 
/**
 * What is wrong in the files.
 */
findings: Array<Finding>, } | { "kind": "progress", 
/**
 * What it is; `writing files` and then `replacing files` for an edit.
 */
what: string, 
/**
 * How many steps are done.
 */
done: number, 
/**
 * Of how many; as many as are done, once it is over.
 */
of: number, } | { "kind": "lost", 
/**
 * Why.
 */
message: string, };

/**
 * What `footwork check` finds.
 */
export type CheckAnswer = { 
/**
 * Counts the changes of any kind.
 */
revision: number, 
/**
 * Whether the motion was read too: that takes long for many clips, and is done when it is asked for.
 */
hasMotion: boolean, 
/**
 * The findings, by clip, span and code.
 */
findings: Array<Checked>, };

/**
 * One finding of a check.
 */
export type Checked = { 
/**
 * `error` or `warning`.
 */
severity: string, 
/**
 * What kind it is, for machines.
 */
code: string, 
/**
 * The clip that it is about; `None` if it is about a file.
 */
clip: string | null, 
/**
 * The file, from the library's root, if it is about no clip.
 */
file: string | null, 
/**
 * The frames, if it is about some: the first, and the one behind the last.
 */
span: [number, number] | null, 
/**
 * The tag or the event, if it is about one.
 */
label: string | null, 
/**
 * What is wrong, and what would be right.
 */
message: string, 
/**
 * Edits of which one settles it: none if people have to decide how, several where either may be right.
 */
fixes: Array<Fix>, };

/**
 * A clip that both labelled.
 */
export type ClipAgreement = { 
/**
 * The clip.
 */
clip: string, 
/**
 * Where they differ, by tag and first frame.
 */
differences: Array<LabelDifference>, };

/**
 * What is done to one clip, in this order. Where everything is so already, nothing is done.
 */
export type ClipEdit = { 
/**
 * The clip.
 */
clip: string, 
/**
 * The operations.
 */
operations: Array<Operation>, };

/**
 * The tags and events of one clip, as authored.
 */
export type ClipLabels = { 
/**
 * The clip.
 */
clip: string, 
/**
 * Counts the changes of any kind.
 */
revision: number, 
/**
 * Its length in frames.
 */
frames: number, 
/**
 * Frames a second, exactly.
 */
rate: [number, number], 
/**
 * Of a clip that loops, the length of a round in frames.
 */
roundFrames: number | null, 
/**
 * Why it cannot be edited, where it cannot.
 */
readOnly: string | null, 
/**
 * The state that somebody gave it; without one, its labels say whether it is in progress.
 */
state: SignedState | null, 
/**
 * The video or sound beside it.
 */
reference: Reference | null, 
/**
 * The notes, in their order.
 */
notes: Array<string>, 
/**
 * The spans, by tag, start and stop.
 */
spans: Array<Span>, 
/**
 * The frames that no rule may give a tag.
 */
refused: Array<Span>, 
/**
 * The events, by name and time.
 */
events: Array<Moment>, 
/**
 * What is wrong with it.
 */
findings: Array<Finding>, };

/**
 * All clips, in the order of their names.
 */
export type ClipList = { 
/**
 * Another number whenever the places of clips in the list are others.
 */
generation: number, 
/**
 * Counts the changes of any kind.
 */
revision: number, 
/**
 * The clips.
 */
clips: Array<ClipRow>, };

/**
 * A clip as a row of the list.
 */
export type ClipRow = { 
/**
 * The path from the root with `/`, and in a file of several `#` and the animation.
 */
name: string, 
/**
 * Its length in frames.
 */
frames: number, 
/**
 * Frames a second, exactly: numerator and denominator.
 */
rate: [number, number], 
/**
 * Its tags, as places in the tags of [`LibraryInfo`](super::LibraryInfo), each once.
 */
tags: Array<number>, 
/**
 * How many spans are tagged.
 */
spans: number, 
/**
 * How many events it has.
 */
events: number, 
/**
 * How many errors and warnings there are about it.
 */
warnings: number, 
/**
 * Whether it changed since it was tagged.
 */
stale: boolean, 
/**
 * For a mirrored twin, the clip that it mirrors: it cannot be edited.
 */
mirrorOf: string | null, 
/**
 * How far the work on it is.
 */
state: WorkState, 
/**
 * How many notes it has.
 */
notes: number, };

/**
 * What an expression over channels is on each frame.
 */
export type CurveHeader = { 
/**
 * How many frames; 0 where the clip lacks a joint without which the expression is NaN throughout.
 */
frames: number, 
/**
 * The joint that it lacks.
 */
lacks: string | null, };

/**
 * An edit of one clip or of several: all of it is saved, as one step of undo, or nothing.
 */
export type Edit = { 
/**
 * A random id chosen by the page. Resending an edit with the same id returns the first outcome. Edits
 * whose ids agree up to the last `/` are a burst, which is undone and redone at once.
 */
id: string, 
/**
 * What it is, for people: `paint Gait.Run`. In the history the server puts the clip behind it.
 */
label: string, 
/**
 * The clips, each once.
 */
clips: Array<ClipEdit>, };

/**
 * An edit that is on disk.
 */
export type Edited = { 
/**
 * Whether anything was changed; all may have been so already.
 */
changed: boolean, 
/**
 * Counts the changes of any kind.
 */
revision: number, 
/**
 * The labels of the clips of the edit; of an [`Apply`], none: its clips are in `rows`.
 */
labels: Array<ClipLabels>, 
/**
 * The rows of all clips that changed.
 */
rows: Array<ClipRow>, };

/**
 * The curves that follow, a number a frame each: `signedTime` and `clipped` in seconds, NaN where
 * there is no event; `sin`, `cos` before smoothing; `smoothSin`, `smoothCos`; `decoded` in seconds.
 */
export type EncodeHeader = { 
/**
 * The window that was used, in seconds.
 */
windowSecs: number, 
/**
 * The smoothing that was used, in seconds.
 */
sigmaSecs: number, 
/**
 * How many frames.
 */
frames: number, 
/**
 * The events that were encoded, in seconds.
 */
times: Array<number>, 
/**
 * Those that decoding finds again, in seconds.
 */
decoded: Array<number>, 
/**
 * The names of the curves, in their order.
 */
curves: Array<string>, 
/**
 * What of the events the encoding cannot hold.
 */
warnings: Array<string>, };

/**
 * Asks for the curves of one event in one clip; events below it count too.
 */
export type EncodeRequest = { 
/**
 * The clip.
 */
clip: string, 
/**
 * The event.
 */
event: string, 
/**
 * How far the signal reaches before and after an event, in seconds; by the gaps between the
 * events of all clips where it is not given.
 */
windowSecs: number | null, 
/**
 * The standard deviation of the smoothing in seconds, 0 for none; one frame where it is not
 * given.
 */
sigmaSecs: number | null, };

/**
 * Tags of which at most one may hold for a frame. A member stands for every tag below it too.
 */
export type ExclusiveGroup = { "kind": "below", 
/**
 * The tag above the members.
 */
tag: string, } | { "kind": "tags", 
/**
 * The members.
 */
tags: Array<string>, };

/**
 * A part of a query and what it finds.
 */
export type Explanation = { 
/**
 * The part, as text.
 */
node: string, 
/**
 * In how many clips it holds.
 */
clips: number, 
/**
 * In how many ranges.
 */
ranges: number, 
/**
 * On how many frames.
 */
frames: number, 
/**
 * Its parts.
 */
children: Array<Explanation>, };

/**
 * What is wrong in a file.
 */
export type Finding = { 
/**
 * `error`, `warning` or `note`.
 */
severity: string, 
/**
 * The file, from the library's root.
 */
file: string, 
/**
 * The line and the column, from 1.
 */
position: [number, number] | null, 
/**
 * What kind it is, for machines.
 */
code: string, 
/**
 * What is wrong, and what would be right.
 */
message: string, };

/**
 * An edit of the clip of a finding.
 */
export type Fix = { 
/**
 * What it does.
 */
title: string, 
/**
 * What is done to the clip.
 */
operations: Array<Operation>, };

/**
 * Makes what the rules would change in these clips, as one edit.
 */
export type FollowRules = { 
/**
 * The clips.
 */
clips: Array<string>, };

/**
 * A side of the body, from the character's view.
 */
export type JointSide = "left" | "right" | "centre";

/**
 * Frames of a tag that were kept, and those of another labeller that were not taken.
 */
export type KeptLabels = { 
/**
 * The tag.
 */
tag: string, 
/**
 * Our frames: `[start, stop)` each.
 */
ours: Array<[number, number]>, 
/**
 * Their frames: `[start, stop)` each.
 */
theirs: Array<[number, number]>, };

/**
 * A tag or an event.
 */
export type Label = { 
/**
 * Its name, dotted.
 */
name: string, 
/**
 * `#rrggbb`, where `footwork.toml` says one.
 */
colour: string | null, 
/**
 * The key that labels with it, as `footwork.toml` says it.
 */
key: string | null, 
/**
 * When to use it.
 */
description: string | null, 
/**
 * Its place among the tags, or the events, of the vocabulary, in the order of `footwork.toml`; none
 * if it is not in the vocabulary.
 */
place: number | null, 
/**
 * In how many clips it is.
 */
clips: number, };

/**
 * Frames on which two labellers differ about a tag: ranges of either that touch or overlap.
 */
export type LabelDifference = { 
/**
 * The tag.
 */
tag: string, 
/**
 * The first frame.
 */
start: number, 
/**
 * The frame behind the last one.
 */
stop: number, 
/**
 * What we tagged of them.
 */
ours: Array<[number, number]>, 
/**
 * What they tagged of them.
 */
theirs: Array<[number, number]>, 
/**
 * Whether ours were kept, so that it is no question any more.
 */
isKept: boolean, };

/**
 * What a label is.
 */
export type LabelKind = "tag" | "event";

/**
 * A clip that cannot be compared.
 */
export type LeftOut = { 
/**
 * The clip.
 */
clip: string, 
/**
 * Why it cannot be.
 */
why: string, };

/**
 * A library: what it is called, its vocabulary, its language.
 */
export type LibraryInfo = { 
/**
 * What it is called: `name` of `footwork.toml`, or the name of its folder.
 */
name: string, 
/**
 * Its folder: the canonical path, which no other library has.
 */
root: string, 
/**
 * Counts the changes of any kind.
 */
revision: number, 
/**
 * The tags of the vocabulary and those in use, by name; those that come into use while the list
 * of clips stays the same stand behind all others, so that the places of tags stay. A place behind
 * the end of a list that somebody has is that of such a tag.
 */
tags: Array<Label>, 
/**
 * The events of the vocabulary and those in use, by name.
 */
events: Array<Label>, 
/**
 * Groups of tags of which at most one may hold for a frame.
 */
exclusive: Array<ExclusiveGroup>, 
/**
 * Saved queries, by name.
 */
queries: { [key in string]: string }, 
/**
 * What can be called in queries.
 */
queryFunctions: Array<Callable>, 
/**
 * What can be called between `{` and `}`.
 */
expressionFunctions: Array<Callable>, 
/**
 * The channels of all clips.
 */
channels: Array<string>, 
/**
 * What is wrong in single files.
 */
findings: Array<Finding>, 
/**
 * The name of the folder of the second labeller, if there is one.
 */
second: string | null, 
/**
 * Edits that could not be saved, in the order in which they were tried.
 */
unsaved: Array<string>, };

/**
 * What was found in one clip.
 */
export type Match = { 
/**
 * The clip, as its place in the list.
 */
clip: number, 
/**
 * The ranges, each `[start, stop)`.
 */
ranges: Array<[number, number]>, };

/**
 * The videos and sounds of the library, and where they are served.
 */
export type MediaAnswer = { 
/**
 * The path of the server before that of a file. It has a secret of this launch, since what plays a file cannot send
 * the token.
 */
prefix: string, 
/**
 * The files, from the library's root, in order.
 */
files: Array<string>, 
/**
 * Whether these are all: of a library of very many files or very deep folders, only a part is looked through.
 */
isComplete: boolean, };

/**
 * The mesh of a clip. Behind it, in this order: for each bone three rows of four numbers, which map the mesh to the
 * frame of its joint; for each vertex its position, normal and colour, the indices of four bones, and their
 * weights; for each triangle the indices of three vertices.
 */
export type MeshHeader = { 
/**
 * The joint of each bone.
 */
joints: Array<number>, 
/**
 * How many vertices there are; 0 where the file has no mesh.
 */
vertices: number, 
/**
 * How many triangles there are.
 */
triangles: number, };

/**
 * A mistake at a place of a text.
 */
export type Mistake = { 
/**
 * Where it starts, in UTF-16 code units, as JavaScript counts.
 */
start: number, 
/**
 * Where it stops.
 */
stop: number, 
/**
 * What is wrong.
 */
message: string, 
/**
 * What would be right.
 */
hint: string | null, };

/**
 * An event at a time in frames.
 */
export type Moment = { 
/**
 * The event.
 */
event: string, 
/**
 * When, in frames; fractions lie between frames.
 */
time: number, 
/**
 * JSON that goes with it, as it was written.
 */
data: string | null, };

/**
 * Where the joints are on frames `[start, stop)`: world positions in metres, +y up.
 */
export type MotionHeader = { 
/**
 * The names of the joints; the ends of bones that are no joints have none.
 */
joints: Array<string>, 
/**
 * The parent of each joint; −1 for the root. Parents come first.
 */
parents: Array<number>, 
/**
 * Whether each joint is drawn: part of the body, not a root that carries it nor a helper.
 */
drawn: Array<boolean>, 
/**
 * The role of each joint, such as `left_foot`.
 */
roles: Array<string | null>, 
/**
 * The side of the body that each joint is on.
 */
sides: Array<JointSide>, 
/**
 * The first frame.
 */
start: number, 
/**
 * The frame behind the last one.
 */
stop: number, 
/**
 * The length of the whole clip.
 */
frames: number, 
/**
 * Whether the file of the clip may have a mesh that hangs on the joints.
 */
mayHaveMesh: boolean, };

/**
 * A query that places a tag.
 */
export type NewRule = { 
/**
 * The tag.
 */
tag: string, 
/**
 * The query.
 */
query: string, };

/**
 * One change to one clip.
 *
 * With the feature `wire` it is also the JSON that the studio's page sends, told apart by `kind`. Every field but
 * `data` is required. Variants that only jobs use have no JSON.
 */
export type Operation = { "kind": "paint", 
/**
 * The tag.
 */
tag: string, 
/**
 * The first frame.
 */
start: number, 
/**
 * The frame after the last one.
 */
stop: number, } | { "kind": "erase", 
/**
 * The tag.
 */
tag: string, 
/**
 * The first frame.
 */
start: number, 
/**
 * The frame after the last one.
 */
stop: number, } | { "kind": "addSpan", 
/**
 * The tag.
 */
tag: string, 
/**
 * The first frame.
 */
start: number, 
/**
 * The frame after the last one.
 */
stop: number, } | { "kind": "removeSpan", 
/**
 * The tag.
 */
tag: string, 
/**
 * The first frame.
 */
start: number, 
/**
 * The frame after the last one.
 */
stop: number, } | { "kind": "addEvent", 
/**
 * The event.
 */
event: string, 
/**
 * When, in frames.
 */
time: number, 
/**
 * Its data, as JSON.
 */
data?: string, } | { "kind": "removeEvent", 
/**
 * The event.
 */
event: string, 
/**
 * When, in frames.
 */
time: number, } | { "kind": "moveEvent", 
/**
 * The event.
 */
event: string, 
/**
 * Its old time, in frames.
 */
from: number, 
/**
 * Its new time, in frames.
 */
to: number, } | { "kind": "setState", 
/**
 * The state; `None` derives it from the labels.
 */
state: SignedState | null, } | { "kind": "setReference", 
/**
 * The video or sound; `None` removes it.
 */
reference: Reference | null, } | { "kind": "setNote", 
/**
 * The note as it was.
 */
old: string | null, 
/**
 * The new note.
 */
new: string | null, } | { "kind": "keep" } & KeptLabels;

/**
 * Why a request was refused; nothing on disk changed, unless the code says so.
 */
export type Problem = { 
/**
 * What kind it is, for machines: `bad-query`, `stale-clip`; `conflict` of an undo that only
 * discarding the step gets past; `unsaved` of one before which edits are to be saved or discarded …
 */
code: string, 
/**
 * What is wrong.
 */
message: string, 
/**
 * What would be right.
 */
hint: string | null, 
/**
 * Whether the server keeps the edit and [`retry`](super::Retried) may save it.
 */
kept: boolean, 
/**
 * Where in a text it is, once for each mistake.
 */
mistakes: Array<Mistake>, };

/**
 * What a query found.
 */
export type QueryAnswer = { 
/**
 * The number of the clip list that `matches` speaks of.
 */
generation: number, 
/**
 * The query as it was understood.
 */
normal: string, 
/**
 * How many frames, over all clips.
 */
frames: number, 
/**
 * How many ranges.
 */
ranges: number, 
/**
 * The clips in which something was found, in their order.
 */
matches: Array<Match>, 
/**
 * The same places, the most similar first, if the query is one `similar(…)` and nothing else.
 */
places: Array<SimilarPlace>, 
/**
 * What may be meant in another way.
 */
hints: Array<Mistake>, 
/**
 * What of the library could not be asked: clips that cannot be read, joints that they lack.
 */
notes: Array<string>, };

/**
 * A query; `@NAME` alone is a saved one.
 */
export type QueryRequest = { 
/**
 * The text.
 */
text: string, };

/**
 * A video or a sound that shows the motion of a clip.
 */
export type Reference = { 
/**
 * The path of the file from the root of the library, separated by `/`.
 */
file: string, 
/**
 * How many seconds of it have passed on the first frame of the clip.
 */
offsetSecs: number, 
/**
 * How many of its seconds pass in each second of the clip.
 */
rate: number, };

/**
 * Removes a saved query.
 */
export type RemoveQuery = { 
/**
 * The name.
 */
name: string, };

/**
 * Gives a saved query another name.
 */
export type RenameQuery = { 
/**
 * The name.
 */
name: string, 
/**
 * The new name.
 */
to: string, };

/**
 * Gives a tag, and the tags below it, another name in the whole library.
 */
export type RenameTag = { 
/**
 * The tag.
 */
name: string, 
/**
 * Its new name.
 */
to: string, };

/**
 * A tag that was renamed.
 */
export type RenamedTag = { 
/**
 * Whether anything was changed: nothing is if no file that can be read has the tag.
 */
changed: boolean, 
/**
 * The number of clips with the tag.
 */
clips: number, 
/**
 * Saved queries and rules that still name it, and sidecars that cannot be read and may.
 */
left: Array<string>, 
/**
 * Counts the changes of any kind.
 */
revision: number, };

/**
 * What became of edits that could not be saved.
 */
export type Retried = { 
/**
 * What is still not saved, in the order in which it was tried.
 */
unsaved: Array<string>, 
/**
 * Why it could not be, now.
 */
problems: Array<Problem>, 
/**
 * Counts the changes of any kind.
 */
revision: number, 
/**
 * The rows of the clips that changed.
 */
rows: Array<ClipRow>, };

/**
 * A rule of `footwork.toml`.
 */
export type Rule = { 
/**
 * The tag that it places.
 */
tag: string, 
/**
 * The query that places it.
 */
query: string, };

/**
 * What a rule would change in a clip.
 */
export type RuleChange = { 
/**
 * The tag.
 */
tag: string, 
/**
 * The clip.
 */
clip: string, 
/**
 * Its length in frames.
 */
frames: number, 
/**
 * The frames that would get the tag.
 */
added: Array<[number, number]>, 
/**
 * The frames that would lose it.
 */
removed: Array<[number, number]>, };

/**
 * The rules of the library, and what they would change now.
 */
export type RulesAnswer = { 
/**
 * Counts the changes of any kind.
 */
revision: number, 
/**
 * The rules, in the order in which they are written.
 */
rules: Array<Rule>, 
/**
 * What they would change, by tag and clip.
 */
changes: Array<RuleChange>, };

/**
 * Keeps a query under a name in `footwork.toml`.
 */
export type SaveQuery = { 
/**
 * The name.
 */
name: string, 
/**
 * The text.
 */
text: string, 
/**
 * The text that it has now, where that is to be replaced; without it, the name must be free.
 */
replaces?: string, };

/**
 * What a second labeller gave a clip.
 */
export type SecondAnswer = { 
/**
 * The clip.
 */
clip: string, 
/**
 * Why it cannot be compared, where it cannot.
 */
why: string | null, 
/**
 * Their spans, by tag, start and stop.
 */
spans: Array<Span>, 
/**
 * Their events, by name and time.
 */
events: Array<Moment>, };

/**
 * Adds a vocabulary, groups of tags that exclude each other, and rules to `footwork.toml`, as one edit. What is there
 * already stays as it is.
 */
export type SetUp = { 
/**
 * The tags and events.
 */
labels: Array<AddLabel>, 
/**
 * Tags of whose children only one holds for a frame.
 */
exclusive: Array<string>, 
/**
 * The rules.
 */
rules: Array<NewRule>, };

/**
 * A state, and who gave it and when, if they want that to be known.
 */
export type SignedState = { 
/**
 * How far the work is.
 */
state: WorkState, 
/**
 * Who says so.
 */
by: string | null, 
/**
 * When they said so, such as `2026-11-26`.
 */
on: string | null, };

/**
 * A place that is similar to given frames.
 */
export type SimilarPlace = { 
/**
 * The clip, by its place in the list.
 */
clip: number, 
/**
 * The first frame.
 */
start: number, 
/**
 * The frame behind the last one.
 */
stop: number, 
/**
 * How far it is from the given frames; 0 is the same motion.
 */
distance: number, };

/**
 * A span of frames `[start, stop)` with a tag.
 */
export type Span = { 
/**
 * The tag.
 */
tag: string, 
/**
 * Its first frame.
 */
start: number, 
/**
 * The frame behind its last one.
 */
stop: number, 
/**
 * Whether a rule made it.
 */
byRule: boolean, };

/**
 * Where the tags of a clip lie, roughly, for a small picture.
 */
export type Strip = { 
/**
 * The clip.
 */
clip: string, 
/**
 * Its tags, by name.
 */
tags: Array<StripTag>, };

/**
 * Where a tag lies in a clip.
 */
export type StripTag = { 
/**
 * The tag.
 */
tag: string, 
/**
 * Its frames in hundredths of the clip, rounded outwards.
 */
ranges: Array<[number, number]>, };

/**
 * Asks where the tags of clips lie.
 */
export type StripsRequest = { 
/**
 * The clips.
 */
clips: Array<string>, };

/**
 * How well two labellers agree about a tag, in frames of the clips that both labelled.
 */
export type TagAgreement = { 
/**
 * The tag.
 */
tag: string, 
/**
 * Frames that both gave the tag.
 */
both: number, 
/**
 * Frames that only we gave it.
 */
onlyOurs: number, 
/**
 * Frames that only they gave it.
 */
onlyTheirs: number, 
/**
 * Cohen's kappa, -1 to 1; `None` if chance leaves nothing open.
 */
kappa: number | null, 
/**
 * In how many clips they differ.
 */
clipsApart: number, };

/**
 * An edit that was undone, redone or discarded.
 */
export type Turned = { 
/**
 * The label of the edit, or of the last one of a burst; `None` if there was no edit.
 */
label: string | null, 
/**
 * How many edits were undone or redone: all of a burst.
 */
count: number, 
/**
 * Whether undo found that it was not there any more, and gave it up.
 */
wasGone: boolean, 
/**
 * Why the rest of the burst could not be undone or redone.
 */
problem: Problem | null, 
/**
 * Counts the changes of any kind.
 */
revision: number, 
/**
 * The rows of the clips that changed.
 */
rows: Array<ClipRow>, };

/**
 * How the joints are turned on frames `[start, stop)`: world quaternions x, y, z, w.
 */
export type TurnsHeader = { 
/**
 * The first frame.
 */
start: number, 
/**
 * The frame behind the last one.
 */
stop: number, };

/**
 * How far the work on a clip is, from the least to the most.
 */
export type WorkState = "untouched" | "inProgress" | "done" | "reviewed";

/**
 * What an [`Apply`] would change.
 */
export type WouldApply = { 
/**
 * The clips whose tags would change; their mirrored twins, which change with them, are not counted.
 */
clips: number, };
