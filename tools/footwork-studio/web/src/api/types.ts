// @generated The API's types, written by a test of `src/api/`.

/**
 * Adds a tag or an event to the vocabulary in `footwork.toml`.
 */
export type AddLabel = { 
/**
 * Tag or event.
 */
kind: LabelKind, 
/**
 * The dotted name.
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
 * Its counterpart in mirrored clips.
 */
mirror?: string, };

/**
 * The agreement with a second labeller.
 */
export type AgreementAnswer = { 
/**
 * A counter that every change increases.
 */
revision: number, 
/**
 * The tags used by either labeller, by name.
 */
tags: Array<TagAgreement>, 
/**
 * The clips that both labelled, in the order of the library.
 */
clips: Array<ClipAgreement>, 
/**
 * The number of clips labelled by only one of them.
 */
onlyOne: number, 
/**
 * The clips that cannot be compared, and why.
 */
leftOut: Array<LeftOut>, 
/**
 * Warnings about compared files of the second labeller, such as one that may have been cut off.
 */
warnings: Array<string>, };

/**
 * Gives a tag to all matches of a query, and erases the tags that exclude it there, as one edit.
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
 * The clips that may change; `None` for all.
 */
clips?: Array<string>, 
/**
 * Whether to leave out unreadable clips and tags. Otherwise they make the server refuse the request.
 */
partial?: boolean, };

/**
 * A function of queries or of expressions.
 */
export type Callable = { 
/**
 * Its name.
 */
name: string, 
/**
 * An example of a call, such as `grow(x, n)`.
 */
call: string, 
/**
 * A sentence about its result.
 */
summary: string, };

/**
 * A message about a change, made by the studio or by another program.
 */
export type Change = { "kind": "hello", 
/**
 * The generation of the clip list; see [`ClipList`](super::ClipList).
 */
generation: number, 
/**
 * A counter that every change increases.
 */
revision: number, 
/**
 * Why the folder cannot be read; `None` if it can. [`Reopened`](Self::Reopened) follows once it can be read
 * again.
 */
lost: string | null, } | { "kind": "labels", 
/**
 * A counter that every change increases.
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
 * Whether another program changed them on disk, not an edit of the studio.
 */
outside: boolean, 
/**
 * The findings about the changed files.
 */
findings: Array<Finding>, } | { "kind": "vocabulary", 
/**
 * A counter that every change increases.
 */
revision: number, } | { "kind": "reopened", 
/**
 * The generation of the clip list; see [`ClipList`](super::ClipList).
 */
generation: number, 
/**
 * A counter that every change increases.
 */
revision: number, 
/**
 * The clips whose tags or events changed.
 */
clips: Array<string>, 
/**
 * The findings about the files.
 */
findings: Array<Finding>, } | { "kind": "progress", 
/**
 * The kind of work. An edit has `writing files` and then `replacing files`.
 */
what: string, 
/**
 * The number of steps done.
 */
done: number, 
/**
 * The total number of steps. Equals `done` when the work is over.
 */
of: number, } | { "kind": "recording", 
/**
 * Its [`revision`](super::RecordingHeader::revision).
 */
revision: number, } | { "kind": "lost", 
/**
 * The reason.
 */
message: string, };

/**
 * The findings of `footwork check`.
 */
export type CheckAnswer = { 
/**
 * A counter that every change increases.
 */
revision: number, 
/**
 * Whether the motion was checked too. That is slow for many clips, and done only on request.
 */
hasMotion: boolean, 
/**
 * The findings, by clip, span and code.
 */
findings: Array<Checked>, 
/**
 * The contracts, in the order of `footwork.toml`; empty if the motion was not checked.
 */
contracts: Array<Contract>, };

/**
 * One finding of a check.
 */
export type Checked = { 
/**
 * `error` or `warning`.
 */
severity: string, 
/**
 * The stable name of the kind of finding.
 */
code: string, 
/**
 * The clip with the finding; `None` if it concerns a file.
 */
clip: string | null, 
/**
 * The file, relative to the library's root, if it concerns no clip.
 */
file: string | null, 
/**
 * The frames that it concerns, if any: the first, and the one after the last.
 */
span: [number, number] | null, 
/**
 * The tag or the event that it concerns, if any.
 */
label: string | null, 
/**
 * The joint that it concerns, if any.
 */
joint: string | null, 
/**
 * The fault and how to correct it.
 */
message: string, 
/**
 * Alternative edits that each resolve it. Empty if it needs a decision by a person, several if more than one may be
 * right.
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
 * The differences, by tag and first frame.
 */
differences: Array<LabelDifference>, };

/**
 * The operations on one clip, in this order. Nothing is written if they change nothing.
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
 * A counter that every change increases.
 */
revision: number, 
/**
 * Its length in frames.
 */
frames: number, 
/**
 * The exact number of frames per second.
 */
rate: [number, number], 
/**
 * The length of one cycle in frames, for a clip that loops.
 */
roundFrames: number | null, 
/**
 * Why it cannot be edited; `None` if it can.
 */
readOnly: string | null, 
/**
 * The state set by a labeller. `None` if there is none; the clip is then in progress if it has labels.
 */
state: SignedState | null, 
/**
 * The video or sound to play with it.
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
 * The frames on which no rule may place a tag.
 */
refused: Array<Span>, 
/**
 * The events, by name and time.
 */
events: Array<Moment>, 
/**
 * The findings about it.
 */
findings: Array<Finding>, };

/**
 * All clips, in the order of their names.
 */
export type ClipList = { 
/**
 * A number that changes whenever the indices of clips change.
 */
generation: number, 
/**
 * A counter that every change increases.
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
 * The path relative to the root, with `/` between folders. If the file has several animations, `#` and the name of the
 * animation follow.
 */
name: string, 
/**
 * Its length in frames.
 */
frames: number, 
/**
 * The exact number of frames per second: numerator and denominator.
 */
rate: [number, number], 
/**
 * Its tags, as indices into the tags of [`LibraryInfo`](super::LibraryInfo), without duplicates.
 */
tags: Array<number>, 
/**
 * The number of tagged spans.
 */
spans: number, 
/**
 * The number of events.
 */
events: number, 
/**
 * The number of errors and warnings about it.
 */
warnings: number, 
/**
 * Whether the clip changed since it was tagged.
 */
stale: boolean, 
/**
 * The original, if this is a mirrored twin, which cannot be edited.
 */
mirrorOf: string | null, 
/**
 * The state of the work on it.
 */
state: WorkState, 
/**
 * That state as a person set it; absent if it follows from the labels.
 */
signed?: SignedState, 
/**
 * The number of notes.
 */
notes: number, };

/**
 * A contract of `footwork.toml`, and the numbers of its limits on all its ranges.
 */
export type Contract = { 
/**
 * The query whose ranges it measures.
 */
query: string, 
/**
 * The user's words for its findings.
 */
message: string | null, 
/**
 * Its line in `footwork.toml`, from 1.
 */
line: number, 
/**
 * The number of ranges.
 */
ranges: number, 
/**
 * The number of kept limits.
 */
kept: number, 
/**
 * The number of broken limits.
 */
broken: number, 
/**
 * The number of limits whose value could not be measured.
 */
notEvaluated: number, 
/**
 * The first mistake in its queries, which keeps it from being checked in full; `None` if there is none.
 */
problem: string | null, };

/**
 * The header of a curve: the value of an expression over channels on each frame.
 */
export type CurveHeader = { 
/**
 * The number of frames; 0 if the expression is NaN throughout because the clip lacks a joint.
 */
frames: number, 
/**
 * The missing joint.
 */
lacks: string | null, };

/**
 * An edit of one clip or several. It is saved completely, as one undo step, or not at all.
 */
export type Edit = { 
/**
 * A random id chosen by the page. Resending an edit with the same id returns the first outcome. Edits
 * whose ids agree up to the last `/` form a burst, which is undone and redone as a whole.
 */
id: string, 
/**
 * A readable label such as `paint Gait.Run`. In the history the server appends the clip.
 */
label: string, 
/**
 * The clips, each once.
 */
clips: Array<ClipEdit>, };

/**
 * The result of a saved edit.
 */
export type Edited = { 
/**
 * Whether the edit changed anything.
 */
changed: boolean, 
/**
 * A counter that every change increases.
 */
revision: number, 
/**
 * The labels of the edited clips. Empty for an [`Apply`], whose clips are in `rows`.
 */
labels: Array<ClipLabels>, 
/**
 * The rows of all changed clips.
 */
rows: Array<ClipRow>, };

/**
 * The header of the answer. The curves follow, each with one number per frame: `signedTime` and `clipped`,
 * in seconds, NaN if the clip has no event; `sin` and `cos`, before smoothing; `smoothSin` and `smoothCos`,
 * after smoothing; and `decoded`, in seconds, NaN if no event is in reach.
 */
export type EncodeHeader = { 
/**
 * The window, in seconds.
 */
windowSecs: number, 
/**
 * The smoothing, in seconds.
 */
sigmaSecs: number, 
/**
 * The number of frames.
 */
frames: number, 
/**
 * The times of the encoded events, in seconds.
 */
times: Array<number>, 
/**
 * The times of the events recovered by decoding, in seconds.
 */
decoded: Array<number>, 
/**
 * The names of the curves, in their order.
 */
curves: Array<string>, 
/**
 * Warnings about events that the encoding cannot represent.
 */
warnings: Array<string>, };

/**
 * Requests the curves of one event in one clip. The events below it count as well: `Foot` includes `Foot.Left`.
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
 * How far the signal reaches before and after an event, in seconds. By default it is chosen from the gaps
 * between the events of all clips.
 */
windowSecs: number | null, 
/**
 * The standard deviation of the smoothing in seconds, 0 for none. The default is one frame, but at most a quarter
 * of the window.
 */
sigmaSecs: number | null, };

/**
 * A group of mutually exclusive tags: a frame has at most one of them. A member includes every tag below it.
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
 * A part of a query and its matches.
 */
export type Explanation = { 
/**
 * The part, as text.
 */
node: string, 
/**
 * The number of clips with matches.
 */
clips: number, 
/**
 * The number of ranges.
 */
ranges: number, 
/**
 * The number of frames.
 */
frames: number, 
/**
 * The parts of this part.
 */
children: Array<Explanation>, };

/**
 * A finding about a file.
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
 * The line and the column, both counted from 1.
 */
position: [number, number] | null, 
/**
 * The stable name of the kind of finding.
 */
code: string, 
/**
 * The fault and how to correct it.
 */
message: string, };

/**
 * An edit that resolves a finding of a clip.
 */
export type Fix = { 
/**
 * A short description.
 */
title: string, 
/**
 * The operations on the clip.
 */
operations: Array<Operation>, };

/**
 * Applies the changes of the rules in these clips, as one edit.
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
 * Our kept frames of a tag, and the rejected frames of a second labeller.
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
 * The dotted name.
 */
name: string, 
/**
 * `#rrggbb`, if `footwork.toml` gives a colour.
 */
colour: string | null, 
/**
 * The key that labels with it, as written in `footwork.toml`.
 */
key: string | null, 
/**
 * When to use it.
 */
description: string | null, 
/**
 * Its index among the tags or the events of the vocabulary, in the order of `footwork.toml`; `None` if it is not
 * in the vocabulary.
 */
place: number | null, 
/**
 * The number of clips with this label.
 */
clips: number, };

/**
 * A run of frames on which two labellers differ about a tag. It joins the ranges of both labellers that touch or
 * overlap.
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
 * The frame after the last one.
 */
stop: number, 
/**
 * The ranges tagged in this library.
 */
ours: Array<[number, number]>, 
/**
 * The ranges tagged by the second labeller.
 */
theirs: Array<[number, number]>, 
/**
 * The largest distance between an edge of ours and the same edge of theirs, in frames; `None` if more than edges
 * differ.
 */
edgesApart: number | null, 
/**
 * Whether a decision keeps ours, which settles the difference.
 */
isKept: boolean, };

/**
 * The kind of a label.
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
 * The reason.
 */
why: string, };

/**
 * A library: its name, vocabulary and query language.
 */
export type LibraryInfo = { 
/**
 * Its name: `name` in `footwork.toml`, or else the name of its folder.
 */
name: string, 
/**
 * The canonical path of its folder, which identifies the library.
 */
root: string, 
/**
 * A counter that every change increases.
 */
revision: number, 
/**
 * The tags of the vocabulary and those in use, by name. Tags that come into use later are appended, so
 * that the indices of tags stay the same as long as the clip list does. An index beyond the end of an older
 * list refers to such a tag.
 */
tags: Array<Label>, 
/**
 * The events of the vocabulary and those in use, by name.
 */
events: Array<Label>, 
/**
 * The groups of mutually exclusive tags.
 */
exclusive: Array<ExclusiveGroup>, 
/**
 * Whether sidecars keep which program proposed an accepted span.
 */
provenance: boolean, 
/**
 * Saved queries, by name.
 */
queries: { [key in string]: string }, 
/**
 * The functions of queries.
 */
queryFunctions: Array<Callable>, 
/**
 * The functions of expressions between `{` and `}`.
 */
expressionFunctions: Array<Callable>, 
/**
 * The channels of all clips.
 */
channels: Array<string>, 
/**
 * The findings about single files.
 */
findings: Array<Finding>, 
/**
 * One line about the clips of each rig: `102 clips, 1 skeleton, people 1.4–1.5 m, centimetres (estimated), Y up`.
 */
bodies: Array<string>, 
/**
 * The name of the folder of the second labeller, if there is one.
 */
second: string | null, 
/**
 * The labels of edits that could not be saved, oldest first.
 */
unsaved: Array<string>, };

/**
 * The matches in one clip.
 */
export type Match = { 
/**
 * The index of the clip in the list.
 */
clip: number, 
/**
 * The ranges, each `[start, stop)`.
 */
ranges: Array<[number, number]>, };

/**
 * The values of ranges.
 */
export type MeasureAnswer = { 
/**
 * All measures.
 */
measures: Array<MeasureInfo>, 
/**
 * The ranges, in the order of the request.
 */
rows: Array<MeasuredRow>, };

/**
 * A measure.
 */
export type MeasureInfo = { 
/**
 * The name.
 */
name: string, 
/**
 * The unit of its values; empty for a plain number.
 */
unit: string, 
/**
 * The definition, one sentence.
 */
definition: string, 
/**
 * Whether larger values are worse.
 */
isFault: boolean, };

/**
 * A range of frames of a clip.
 */
export type MeasureRange = { 
/**
 * The clip.
 */
clip: string, 
/**
 * The first frame.
 */
start: number, 
/**
 * The frame after the last one.
 */
stop: number, };

/**
 * Ranges to measure.
 */
export type MeasureRequest = { 
/**
 * The ranges: at most 256.
 */
ranges: Array<MeasureRange>, };

/**
 * The values of a range.
 */
export type MeasuredRow = { 
/**
 * The range.
 */
range: MeasureRange, 
/**
 * The values, in the order of the measures; empty if the clip could not be read.
 */
values: Array<MeasuredValue>, 
/**
 * Why the clip could not be read.
 */
problem: string | null, };

/**
 * A value, or why there is none.
 */
export type MeasuredValue = { 
/**
 * The value in the unit of the measure.
 */
value: number | null, 
/**
 * The joint that has it, if it is the value of one joint.
 */
joint: string | null, 
/**
 * The frame that has it, if it is the value of one frame.
 */
frame: number | null, 
/**
 * Why there is no value.
 */
reason: string | null, };

/**
 * The videos and sounds of the library, and the address that serves them.
 */
export type MediaAnswer = { 
/**
 * The prefix of the path of a file on the server. It contains a secret of this launch, because a media element cannot
 * send the token.
 */
prefix: string, 
/**
 * The files, relative to the library's root, in order.
 */
files: Array<string>, 
/**
 * Whether the list is complete. In a library with very many files or very deep folders, only a part is searched.
 */
isComplete: boolean, };

/**
 * The header of the mesh of a clip. These follow:
 *
 * - per bone, three rows of four numbers, which map the mesh to the space of the joint;
 * - per vertex, position, normal, colour, four bone indices and four weights;
 * - per triangle, three vertex indices.
 */
export type MeshHeader = { 
/**
 * The joint of each bone.
 */
joints: Array<number>, 
/**
 * The number of vertices; 0 if the file has no mesh.
 */
vertices: number, 
/**
 * The number of triangles.
 */
triangles: number, };

/**
 * A mistake in a text.
 */
export type Mistake = { 
/**
 * Its start, in UTF-16 code units, as in JavaScript.
 */
start: number, 
/**
 * Its end, in UTF-16 code units.
 */
stop: number, 
/**
 * The fault.
 */
message: string, 
/**
 * How to correct it.
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
 * The time in frames; fractions lie between frames.
 */
time: number, 
/**
 * The JSON data of the event, as written.
 */
data: string | null, };

/**
 * The header of the joint positions on frames `[start, stop)`: world positions in metres, +y up.
 */
export type MotionHeader = { 
/**
 * The names of the joints; empty for ends of bones that are not joints.
 */
joints: Array<string>, 
/**
 * The parent of each joint; −1 for the root. Parents come first.
 */
parents: Array<number>, 
/**
 * Whether each joint is drawn as a part of the body. Helpers, and roots that carry the body, are not.
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
 * The frame after the last one.
 */
stop: number, 
/**
 * The length of the whole clip in frames.
 */
frames: number, 
/**
 * Whether the file of the clip may have a mesh skinned to the joints.
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
 * With the feature `wire`, it serializes to the JSON that the studio's page sends, in which `kind` names the variant.
 * Every field but `data` is required. Variants that only jobs use have no JSON.
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
new: string | null, } | { "kind": "keep" } & KeptLabels | { "kind": "setProvenance", 
/**
 * The tag.
 */
tag: string, 
/**
 * The name of the source.
 */
source: string, 
/**
 * The score that the source gave, from 0 to 1.
 */
score: number, 
/**
 * The first frame.
 */
start: number, 
/**
 * The frame after the last one.
 */
stop: number, };

/**
 * A pose and its costs.
 */
export type PoseCost = { 
/**
 * The pose.
 */
pose: RecordedPose, 
/**
 * The cost, with the soft cost.
 */
cost: number, 
/**
 * The cost of each group, if they are known.
 */
groups: Array<number>, };

/**
 * The reason why a request was refused. Nothing on disk changed, unless the code says so.
 */
export type Problem = { 
/**
 * The stable name of its kind, such as `bad-query` or `stale-clip`. An undo fails with `conflict` if the only
 * remedy is to discard the step, and with `unsaved` if edits must first be saved or discarded.
 */
code: string, 
/**
 * The fault.
 */
message: string, 
/**
 * How to correct it.
 */
hint: string | null, 
/**
 * Whether the server keeps the edit, so that [`retry`](super::Retried) may save it.
 */
kept: boolean, 
/**
 * The mistakes in a text, each with its place.
 */
mistakes: Array<Mistake>, };

/**
 * How good the proposals of a tag are, measured on labelled clips left out in turn.
 */
export type ProposalQuality = { 
/**
 * The tag.
 */
tag: string, 
/**
 * The number of its labelled spans.
 */
spans: number, 
/**
 * The number of clips with a labelled span.
 */
clips: number, 
/**
 * The share of right spans among the proposed ones; `None` if there are not enough labels yet.
 */
precision: number | null, 
/**
 * The share of labelled spans that were found.
 */
recall: number | null, 
/**
 * The median error of edges, in seconds; `None` if no span was found.
 */
edgeSecs: number | null, };

/**
 * The proposals of a source.
 */
export type ProposalsAnswer = { 
/**
 * A counter that every change increases.
 */
revision: number, 
/**
 * The source.
 */
source: Source, 
/**
 * The proposals, the most useful to decide first: clip by clip, and then those that are only possible.
 */
proposals: Array<Proposed>, 
/**
 * The number of all proposals, including those left out of a long list.
 */
total: number, 
/**
 * The number of labelled clips to learn from; `None` if the source does not learn.
 */
labelled: number | null, 
/**
 * The lowest score at and above which 97 % of the proposals were right; `None` if there is none.
 */
threshold: number | null, 
/**
 * How good the proposals are, by tag.
 */
quality: Array<ProposalQuality>, 
/**
 * The number of rejected proposals of the library.
 */
rejected: number, 
/**
 * Clips without proposals, and why.
 */
findings: Array<Finding>, };

/**
 * A proposed span or event.
 */
export type Proposed = { 
/**
 * The clip.
 */
clip: string, 
/**
 * Whether it is a tag or an event.
 */
kind: LabelKind, 
/**
 * The tag or the event.
 */
name: string, 
/**
 * The first frame of a tag, or the time of an event in frames.
 */
start: number, 
/**
 * The frame after the last one of a tag, or the time of an event.
 */
stop: number, 
/**
 * How sure the source is, from 0 to 1; always 1 if it has no scores.
 */
score: number, 
/**
 * The source.
 */
source: Source, 
/**
 * Whether it is only possible.
 */
possible: boolean, 
/**
 * Whether it may be accepted in bulk: its tag has enough examples, and it is likelier than the measured threshold.
 */
bulk: boolean, 
/**
 * Whether accepting it begins the work on its clip, which then becomes `in-progress`.
 */
begins: boolean, };

/**
 * The result of a query.
 */
export type QueryAnswer = { 
/**
 * The generation of the clip list that `matches` indexes.
 */
generation: number, 
/**
 * The query in its normal form.
 */
normal: string, 
/**
 * The number of frames over all clips.
 */
frames: number, 
/**
 * The number of ranges.
 */
ranges: number, 
/**
 * The clips with matches, in the order of the list.
 */
matches: Array<Match>, 
/**
 * The same ranges, most similar first, if the whole query is one `similar(…)`.
 */
places: Array<SimilarPlace>, 
/**
 * Places in the text where another meaning may be intended.
 */
hints: Array<Mistake>, 
/**
 * Parts of the library that could not be searched, such as unreadable clips or clips without a joint.
 */
notes: Array<string>, };

/**
 * A query. `@NAME` alone runs a saved one.
 */
export type QueryRequest = { 
/**
 * The text.
 */
text: string, };

/**
 * A clip of a recording.
 */
export type RecordedClip = { 
/**
 * Its name.
 */
name: string, 
/**
 * Why the library's clip of this name cannot be shown in its place; `null` if it can.
 */
problem: string | null, };

/**
 * A pose of a recording.
 */
export type RecordedPose = { 
/**
 * The number of the clip in `clips`.
 */
clip: number, 
/**
 * The frame of the clip.
 */
frame: number, 
/**
 * Whether it is the pose of the mirrored twin.
 */
mirrored: boolean, };

/**
 * The header of a recording; `null` if none is open. The frames follow, nine numbers each: the place of the root, x, y and z in
 * metres and the heading in radians, relative to the first frame; the seconds since the first frame; the number of the clip in
 * `clips`; the frame in it, negative minus one for its mirrored twin; the share of the new motion in the blend; and the number of
 * the decision in `decisions`, negative minus one if the character was moved before.
 */
export type RecordingHeader = { 
/**
 * The name of the file, or where it came from.
 */
name: string, 
/**
 * A number that differs between recordings.
 */
revision: number, 
/**
 * The number of frames.
 */
frames: number, 
/**
 * How many earlier updates the recording no longer has.
 */
firstFrame: number, 
/**
 * The place of the first frame in the world of the character: x, y and z in metres.
 */
origin: [number, number, number], 
/**
 * The clips of its index.
 */
clips: Array<RecordedClip>, 
/**
 * The groups of costs.
 */
groups: Array<string>, 
/**
 * The names of filters; `null` without a name.
 */
filters: Array<string | null>, 
/**
 * The kinds of decisions.
 */
decisions: Array<string>, 
/**
 * The searches, oldest first.
 */
searches: Array<SearchRow>, 
/**
 * Whether the library's tags differ from those of the recording; `null` if the recording has no stamp of its tags.
 */
hasOtherTags: boolean | null, };

/**
 * A video or a sound that shows the motion of a clip.
 */
export type Reference = { 
/**
 * The path of the file from the root of the library, separated by `/`.
 */
file: string, 
/**
 * The time in the file at the first frame of the clip, in seconds.
 */
offsetSecs: number, 
/**
 * The seconds of the file that pass per second of the clip.
 */
rate: number, };

/**
 * A rejection of a proposal, which is not made again. Undo withdraws the rejection.
 */
export type Reject = { 
/**
 * The clip.
 */
clip: string, 
/**
 * Whether it is a tag or an event.
 */
kind: LabelKind, 
/**
 * The tag or the event.
 */
name: string, 
/**
 * The first frame, or the time of an event in frames.
 */
start: number, 
/**
 * The frame after the last one, or the time of an event.
 */
stop: number, };

/**
 * The result of a rejection.
 */
export type Rejected = { 
/**
 * The number of rejected proposals of the library.
 */
rejected: number, };

/**
 * The rejected proposals of the library.
 */
export type RejectedList = { 
/**
 * The rejections, the newest first.
 */
rejected: Array<Reject>, 
/**
 * The number of all, including those left out of a long list.
 */
total: number, };

/**
 * Removes a saved query.
 */
export type RemoveQuery = { 
/**
 * The name.
 */
name: string, };

/**
 * Renames a saved query.
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
 * The result of a [`RenameTag`].
 */
export type RenamedTag = { 
/**
 * Whether anything changed. Nothing does if no readable file has the tag.
 */
changed: boolean, 
/**
 * The number of clips with the tag.
 */
clips: number, 
/**
 * Saved queries and rules that still name the tag, and unreadable sidecars, which may name it too.
 */
left: Array<string>, 
/**
 * A counter that every change increases.
 */
revision: number, };

/**
 * The result of retrying or discarding unsaved edits.
 */
export type Retried = { 
/**
 * The labels of the edits that are still unsaved, oldest first.
 */
unsaved: Array<string>, 
/**
 * The reasons why they still cannot be saved.
 */
problems: Array<Problem>, 
/**
 * A counter that every change increases.
 */
revision: number, 
/**
 * The rows of the changed clips.
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
 * The change that a rule would make in a clip.
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
 * The rules of the library, and the changes they would make now.
 */
export type RulesAnswer = { 
/**
 * A counter that every change increases.
 */
revision: number, 
/**
 * The rules, in the order of `footwork.toml`.
 */
rules: Array<Rule>, 
/**
 * Their changes, by tag and clip.
 */
changes: Array<RuleChange>, };

/**
 * Saves a query under a name in `footwork.toml`.
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
 * The current text of the query to replace. Without it, the name must be free.
 */
replaces?: string, };

/**
 * A search: the poses that it compared, and its decision.
 */
export type SearchRow = { 
/**
 * The frame of the recording.
 */
frame: number, 
/**
 * The reason for the search; `null` for the search of a standing pose.
 */
trigger: string | null, 
/**
 * The decision.
 */
decision: string, 
/**
 * The number of the filter in `filters`; `null` without a filter.
 */
filter: number | null, 
/**
 * The pose before.
 */
from: RecordedPose, 
/**
 * The pose after.
 */
to: RecordedPose, 
/**
 * The cost of playing on, in total and by group; `null` if that was impossible.
 */
continuing: PoseCost | null, 
/**
 * The cost that another pose had to beat.
 */
limit: number | null, 
/**
 * The best poses.
 */
candidates: Array<PoseCost>, 
/**
 * The pose that a rule discarded, although it was better.
 */
discarded: PoseCost | null, 
/**
 * The rule.
 */
rule: string | null, 
/**
 * The pose that the filter forbade, although it was better.
 */
forbidden: PoseCost | null, 
/**
 * The trajectory of the goal: x and z in metres at each horizon, to the left and ahead of the character.
 */
wanted: Array<[number, number]>, 
/**
 * The trajectory of the pose after, in the same form.
 */
got: Array<[number, number]>, };

/**
 * The labels of a clip by the second labeller.
 */
export type SecondAnswer = { 
/**
 * The clip.
 */
clip: string, 
/**
 * Why it cannot be compared; `None` if it can.
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
 * Adds a vocabulary, groups of mutually exclusive tags, and rules to `footwork.toml`, as one edit. Existing entries
 * stay unchanged.
 */
export type SetUp = { 
/**
 * The tags and events.
 */
labels: Array<AddLabel>, 
/**
 * Tags whose children exclude each other.
 */
exclusive: Array<string>, 
/**
 * The rules.
 */
rules: Array<NewRule>, };

/**
 * A state, optionally with its signer, the day, and the assignee of the next step.
 */
export type SignedState = { 
/**
 * The work state.
 */
state: WorkState, 
/**
 * The name of the signer.
 */
by: string | null, 
/**
 * The day of signing, such as `2026-11-26`.
 */
on: string | null, 
/**
 * The assignee of the next step: the review if the clip is done, the labelling before that.
 */
assignee?: string, };

/**
 * A range of frames similar to the given ones.
 */
export type SimilarPlace = { 
/**
 * The index of the clip in the list.
 */
clip: number, 
/**
 * The first frame.
 */
start: number, 
/**
 * The frame after the last one.
 */
stop: number, 
/**
 * The distance from the given frames; 0 is the same motion.
 */
distance: number, };

/**
 * A program that proposes.
 */
export type Source = "learned" | "contacts" | "rules" | "similar";

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
 * The frame after its last one.
 */
stop: number, 
/**
 * Whether a rule made it.
 */
byRule: boolean, };

/**
 * The approximate places of the tags of a clip, for a thumbnail.
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
 * The approximate places of a tag in a clip.
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
 * Requests the places of the tags of clips.
 */
export type StripsRequest = { 
/**
 * The clips.
 */
clips: Array<string>, };

/**
 * The agreement of two labellers about a tag, in frames of the clips that both labelled.
 */
export type TagAgreement = { 
/**
 * The tag.
 */
tag: string, 
/**
 * The number of frames tagged by both.
 */
both: number, 
/**
 * The number of frames tagged only in this library.
 */
onlyOurs: number, 
/**
 * The number of frames tagged only by the second labeller.
 */
onlyTheirs: number, 
/**
 * Cohen's kappa, from -1 to 1; `None` if the agreement expected by chance is already complete.
 */
kappa: number | null, 
/**
 * The number of clips in which they differ.
 */
clipsApart: number, };

/**
 * The result of undoing, redoing or discarding an edit.
 */
export type Turned = { 
/**
 * The label of the edit, or of the last one of a burst; `None` if there was no edit.
 */
label: string | null, 
/**
 * The number of edits undone or redone: a burst counts each of its edits.
 */
count: number, 
/**
 * Whether undo found an edit that was no longer on disk, and dropped it.
 */
wasGone: boolean, 
/**
 * Why the rest of the burst could not be undone or redone.
 */
problem: Problem | null, 
/**
 * A counter that every change increases.
 */
revision: number, 
/**
 * The rows of the changed clips.
 */
rows: Array<ClipRow>, };

/**
 * The header of the joint rotations on frames `[start, stop)`: world quaternions x, y, z, w.
 */
export type TurnsHeader = { 
/**
 * The first frame.
 */
start: number, 
/**
 * The frame after the last one.
 */
stop: number, };

/**
 * The work state of a clip, from the least to the most finished.
 */
export type WorkState = "untouched" | "inProgress" | "done" | "reviewed";

/**
 * The extent of an [`Apply`].
 */
export type WouldApply = { 
/**
 * The number of clips whose tags would change, not counting mirrored twins, which change with their originals.
 */
clips: number, };
