// @generated The API's types, written by a test of `src/api/`.

/**
 * Adds a tag or an event to the vocabulary in `footwork.toml`.
 */
export type AddLabel = { 
/**
 * Whether to add a tag or an event.
 */
kind: LabelKind, 
/**
 * The dotted name.
 */
name: string, 
/**
 * The colour as `#rrggbb`.
 */
colour: string | null, 
/**
 * The key that places the label.
 */
key: string | null, 
/**
 * When to use the label.
 */
description: string | null, 
/**
 * The label's counterpart in mirrored clips.
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
 * The tags that either labeller used, by name.
 */
tags: Array<TagAgreement>, 
/**
 * The clips that both labelled, in the order of the library.
 */
clips: Array<ClipAgreement>, 
/**
 * The number of clips that only one of them labelled.
 */
onlyOne: number, 
/**
 * The clips that cannot be compared, with the reasons.
 */
leftOut: Array<LeftOut>, 
/**
 * Warnings about compared files of the second labeller, such as one that may have been cut off.
 */
warnings: Array<string>, };

/**
 * Gives a tag to all matches of a query, as one edit. Tags of the same exclusive group are erased there.
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
 * Whether to skip unreadable clips and sidecars. If `false`, they make the server refuse the request.
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
 * A message about a change that the studio or another program made.
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
 * Why the folder cannot be read; `None` if it can be read. When the folder can be read again,
 * [`Reopened`](Self::Reopened) follows.
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
 * The new rows of the clips.
 */
rows: Array<ClipRow>, 
/**
 * Whether another program changed the labels on disk. `false` for edits of the studio.
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
 * The kind of work. For an edit, `writing files` comes first and `replacing files` second.
 */
what: string, 
/**
 * The number of steps done.
 */
done: number, 
/**
 * The total number of steps. The work is over when `done` reaches it.
 */
of: number, } | { "kind": "recording", 
/**
 * The [`revision`](super::RecordingHeader::revision) of the recording.
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
 * Whether the motion was checked too. This is slow for many clips, and done only on request.
 */
hasMotion: boolean, 
/**
 * The findings, ordered by clip, span and code.
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
 * The clip with the finding; `None` if the finding is about a file.
 */
clip: string | null, 
/**
 * The file, relative to the library's root; `None` if the finding is about a clip.
 */
file: string | null, 
/**
 * The frames of the finding, if it has any: the first frame, and the frame after the last.
 */
span: [number, number] | null, 
/**
 * The tag or the event of the finding, if it has one.
 */
label: string | null, 
/**
 * The joint of the finding, if it has one.
 */
joint: string | null, 
/**
 * The fault and how to correct it.
 */
message: string, 
/**
 * Alternative edits that each resolve the finding. Empty if a person must decide; several if more than one may be
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
 * The differences, ordered by tag and first frame.
 */
differences: Array<LabelDifference>, };

/**
 * The operations on one clip, applied in this order. If they change nothing, nothing is written.
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
 * The length of the clip in frames.
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
 * Why the clip cannot be edited; `None` if it can be.
 */
readOnly: string | null, 
/**
 * The state that a person set; `None` if there is none. The clip is then in progress if it has labels.
 */
state: SignedState | null, 
/**
 * The video or sound that plays with the clip.
 */
reference: Reference | null, 
/**
 * The notes, in the order of the sidecar.
 */
notes: Array<string>, 
/**
 * The spans, ordered by tag, start and stop.
 */
spans: Array<Span>, 
/**
 * The frames on which no rule may place a tag.
 */
refused: Array<Span>, 
/**
 * The events, ordered by name and time.
 */
events: Array<Moment>, 
/**
 * The findings about the clip.
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
 * The length of the clip in frames.
 */
frames: number, 
/**
 * The exact number of frames per second: numerator and denominator.
 */
rate: [number, number], 
/**
 * The tags of the clip, as indices into the tags of [`LibraryInfo`](super::LibraryInfo), without duplicates.
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
 * The number of errors and warnings about the clip.
 */
warnings: number, 
/**
 * Whether the clip changed since it was tagged.
 */
stale: boolean, 
/**
 * The original of a mirrored twin, which cannot be edited; `None` for other clips.
 */
mirrorOf: string | null, 
/**
 * The state of the work on the clip.
 */
state: WorkState, 
/**
 * The state that a person set; absent if `state` follows from the labels.
 */
signed?: SignedState, 
/**
 * The number of notes.
 */
notes: number, };

/**
 * A contract of `footwork.toml`, with the numbers of its kept, broken and unevaluated limits over all its ranges.
 */
export type Contract = { 
/**
 * The query whose ranges the contract limits.
 */
query: string, 
/**
 * The message that the user wrote for the contract's findings.
 */
message: string | null, 
/**
 * The line of the contract in `footwork.toml`, counted from 1.
 */
line: number, 
/**
 * The number of ranges that the query finds.
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
 * The number of frames; 0 if the clip lacks a joint of the expression, so every value would be NaN.
 */
frames: number, 
/**
 * The joint that the clip lacks, if any.
 */
lacks: string | null, };

/**
 * An edit of one clip or several. The server saves it completely, as one undo step, or not at all.
 */
export type Edit = { 
/**
 * A random id chosen by the page. Resending an edit with the same id returns the first outcome. Edits whose ids
 * agree up to the last `/` form a burst, which is undone and redone as a whole.
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
 * The header of the answer. After it follow the curves, each with one number per frame: `signedTime` and `clipped`, in
 * seconds, NaN if the clip has no event; `sin` and `cos`, before smoothing; `smoothSin` and `smoothCos`, after
 * smoothing; and `decoded`, in seconds, NaN if no event is within the window.
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
 * Requests the curves of one event in one clip. Events below it in the hierarchy are included: `Foot` includes
 * `Foot.Left`.
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
 * How far the signal reaches before and after an event, in seconds. The default is chosen from the gaps between
 * the events of all clips.
 */
windowSecs: number | null, 
/**
 * The standard deviation of the smoothing in seconds, 0 for none. The default is one frame, but at most a quarter
 * of the window.
 */
sigmaSecs: number | null, };

/**
 * A group of mutually exclusive tags: a frame has at most one of them. A member includes the tags below it.
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
 * The path of the file, relative to the library's root.
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
 * The frames that we gave a tag and keep, and the frames that a second labeller gave it.
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
 * The second labeller's frames: `[start, stop)` each.
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
 * The colour as `#rrggbb`, if `footwork.toml` gives one.
 */
colour: string | null, 
/**
 * The key that places the label, as written in `footwork.toml`.
 */
key: string | null, 
/**
 * When to use the label.
 */
description: string | null, 
/**
 * The index among the tags, or among the events, of the vocabulary, in the order of `footwork.toml`; `None` if the
 * label is not in the vocabulary.
 */
place: number | null, 
/**
 * The number of clips with this label.
 */
clips: number, };

/**
 * A run of frames on which two labellers differ about a tag. It combines all ranges of both labellers that touch or
 * overlap each other.
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
 * The largest distance between an edge of our range and the same edge of theirs, in frames; `None` if the
 * labellers differ in more than edges.
 */
edgesApart: number | null, 
/**
 * Whether a stored decision keeps ours, which settles the difference.
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
 * The name of the library: `name` in `footwork.toml`, or else the name of the folder.
 */
name: string, 
/**
 * The canonical path of the folder, which identifies the library.
 */
root: string, 
/**
 * A counter that every change increases.
 */
revision: number, 
/**
 * The tags of the vocabulary and the tags in use, sorted by name. Tags that come into use later are appended, so
 * that indices of tags stay valid while the generation of the clip list does not change. An index beyond the end
 * of an older list refers to an appended tag.
 */
tags: Array<Label>, 
/**
 * The events of the vocabulary and the events in use, sorted by name.
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
 * One line about the body of each rig's clips: `102 clips, 1 skeleton, people 1.4–1.5 m, centimetres (estimated),
 * Y up`.
 */
bodies: Array<string>, 
/**
 * The name of the second labeller's folder, if one is compared.
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
 * The joint that has the value, if it is the value of one joint.
 */
joint: string | null, 
/**
 * The frame that has the value, if it is the value of one frame.
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
 * The prefix of each file's path on the server. The prefix contains a secret of this launch, because a media
 * element cannot send the token.
 */
prefix: string, 
/**
 * The files, relative to the library's root, sorted.
 */
files: Array<string>, 
/**
 * Whether the list has all files. The search ends early in a library with very many files or very deep folders.
 */
isComplete: boolean, };

/**
 * The header of a clip's mesh. After the header come:
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
 * The start of the mistake, in UTF-16 code units, as in JavaScript.
 */
start: number, 
/**
 * The end of the mistake, in UTF-16 code units.
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
 * The time in frames; a fraction lies between two frames.
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
 * The joint names. A bone end that is not a joint has an empty name.
 */
joints: Array<string>, 
/**
 * The parent of each joint; −1 for the root. Parents come first.
 */
parents: Array<number>, 
/**
 * Whether each joint is drawn as a part of the body: `false` for helpers and for roots that only carry the body.
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
 * The time of the event, in frames.
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
 * The time, in frames.
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
 * The total cost, including the soft cost.
 */
cost: number, 
/**
 * The cost of each group; empty if these costs are unknown.
 */
groups: Array<number>, };

/**
 * The reason why a request was refused. Nothing on disk changed, unless the code says so.
 */
export type Problem = { 
/**
 * The stable name of the kind of problem, such as `bad-query` or `stale-clip`. An undo fails with `conflict` if
 * only discarding the step helps, and with `unsaved` if unsaved edits must first be saved or discarded.
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
 * Whether the server keeps the edit, so that a [`retry`](super::Retried) may save it.
 */
kept: boolean, 
/**
 * The mistakes in a text, each with its place.
 */
mistakes: Array<Mistake>, };

/**
 * The quality of a tag's proposals, measured by leaving out each labelled clip in turn.
 */
export type ProposalQuality = { 
/**
 * The tag.
 */
tag: string, 
/**
 * The number of labelled spans of the tag.
 */
spans: number, 
/**
 * The number of clips with a labelled span.
 */
clips: number, 
/**
 * The share of right spans among the proposed ones; `None` if there are too few labels to measure it.
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
 * The proposals, the most useful decision first: all likely ones clip by clip, and then those that are only
 * possible.
 */
proposals: Array<Proposed>, 
/**
 * The number of all proposals, including those that a long list leaves out.
 */
total: number, 
/**
 * The number of labelled clips to learn from; `None` if the source does not learn.
 */
labelled: number | null, 
/**
 * The lowest score at and above which 97 % of the proposals were right; `None` if no score reaches that share.
 */
threshold: number | null, 
/**
 * The measured quality of the proposals, by tag.
 */
quality: Array<ProposalQuality>, 
/**
 * The number of rejected proposals of the library.
 */
rejected: number, 
/**
 * The clips without proposals, with the reasons.
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
 * Whether the proposal is a tag or an event.
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
 * The confidence of the source, from 0 to 1; always 1 if the source has no scores.
 */
score: number, 
/**
 * The source.
 */
source: Source, 
/**
 * Whether the proposal is only possible rather than likely.
 */
possible: boolean, 
/**
 * Whether the proposal may be accepted in bulk: its tag has enough examples, and its score reaches the threshold.
 */
bulk: boolean, 
/**
 * Whether accepting the proposal begins the work on its clip, which then becomes `in-progress`.
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
 * The total number of found frames in all clips.
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
 * If the whole query is one `similar(…)`, the same ranges, most similar first; else empty.
 */
places: Array<SimilarPlace>, 
/**
 * Places in the text that may have another meaning than the user intended.
 */
hints: Array<Mistake>, 
/**
 * Parts of the library that could not be searched, such as unreadable clips or clips without a joint.
 */
notes: Array<string>, };

/**
 * A query. The text `@NAME` runs the saved query of that name.
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
 * The name of the clip.
 */
name: string, 
/**
 * Why the library's clip of this name cannot be shown for it; `null` if it can be.
 */
problem: string | null, };

/**
 * A pose of a recording.
 */
export type RecordedPose = { 
/**
 * The index of the clip in `clips`.
 */
clip: number, 
/**
 * The frame of the clip.
 */
frame: number, 
/**
 * Whether the pose is that of the clip's mirrored twin.
 */
mirrored: boolean, };

/**
 * The header of a recording; `null` if none is open. After the header follow nine numbers per frame: the place of the
 * root (x, y and z in metres and the heading in radians) relative to the first frame; the seconds since the first
 * frame; the index of the clip in `clips`; the frame of that clip, or −1 minus the frame for its mirrored twin; the
 * share of the new motion in the blend; and the index of the decision in `decisions`, or −1 minus the index if the
 * character was moved before.
 */
export type RecordingHeader = { 
/**
 * The name of the file, or of the program that sent the recording.
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
 * The number of earlier updates that the recording no longer contains.
 */
firstFrame: number, 
/**
 * The place of the first frame in the world of the character: x, y and z in metres.
 */
origin: [number, number, number], 
/**
 * The clips of the recording's pose index.
 */
clips: Array<RecordedClip>, 
/**
 * The names of the groups of costs.
 */
groups: Array<string>, 
/**
 * The names of the filters; `null` for a filter without a name.
 */
filters: Array<string | null>, 
/**
 * The kinds of decisions.
 */
decisions: Array<string>, 
/**
 * The searches, the oldest first.
 */
searches: Array<SearchRow>, 
/**
 * Whether the library's tags differ from those at the time of the recording; `null` if the recording does not have
 * their stamp.
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
 * A rejection of a proposal, which is then not proposed again. Undo withdraws the rejection.
 */
export type Reject = { 
/**
 * The clip.
 */
clip: string, 
/**
 * Whether the proposal is a tag or an event.
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
 * The number of all rejections, including those that a long list leaves out.
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
 * Renames a tag, and the tags below it, in the whole library.
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
 * Whether anything changed; `false` if no readable file has the tag.
 */
changed: boolean, 
/**
 * The number of clips with the tag.
 */
clips: number, 
/**
 * The saved queries and rules that still use the old name, and the unreadable sidecars that may use it.
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
 * Why these edits still cannot be saved.
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
 * The length of the clip in frames.
 */
frames: number, 
/**
 * The frames that would get the tag.
 */
added: Array<[number, number]>, 
/**
 * The frames that would lose the tag.
 */
removed: Array<[number, number]>, };

/**
 * The rules of the library, and the changes that they would make now.
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
 * The changes that the rules would make, ordered by tag and clip.
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
 * The frame of the recording in which the search was made.
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
 * The index of the filter in `filters`; `null` without a filter.
 */
filter: number | null, 
/**
 * The pose before the decision.
 */
from: RecordedPose, 
/**
 * The pose after the decision.
 */
to: RecordedPose, 
/**
 * The cost of continuing the playing clip, in total and by group; `null` if that was impossible.
 */
continuing: PoseCost | null, 
/**
 * The cost that another pose had to beat.
 */
limit: number | null, 
/**
 * The best poses, the cheapest first.
 */
candidates: Array<PoseCost>, 
/**
 * The pose that a rule discarded although it was cheaper; `null` if there is none.
 */
discarded: PoseCost | null, 
/**
 * The rule that discarded it.
 */
rule: string | null, 
/**
 * The pose that the filter forbade although it was cheaper; `null` if there is none.
 */
forbidden: PoseCost | null, 
/**
 * The trajectory of the goal at each horizon: the distance to the left and ahead of the character, in metres.
 */
wanted: Array<[number, number]>, 
/**
 * The trajectory of the pose after the decision, in the same form.
 */
got: Array<[number, number]>, };

/**
 * The second labeller's labels of a clip.
 */
export type SecondAnswer = { 
/**
 * The clip.
 */
clip: string, 
/**
 * Why the clip cannot be compared; `None` if it can be.
 */
why: string | null, 
/**
 * The second labeller's spans, ordered by tag, start and stop.
 */
spans: Array<Span>, 
/**
 * The second labeller's events, ordered by name and time.
 */
events: Array<Moment>, };

/**
 * Adds tags and events, groups of mutually exclusive tags, and rules to `footwork.toml`, as one edit. Existing entries
 * stay unchanged.
 */
export type SetUp = { 
/**
 * The tags and events.
 */
labels: Array<AddLabel>, 
/**
 * Tags for which the tags directly below exclude each other.
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
 * The first frame of the span.
 */
start: number, 
/**
 * The frame after the last one.
 */
stop: number, 
/**
 * Whether a rule placed the span.
 */
byRule: boolean, };

/**
 * The approximate places of all tags of a clip, for a thumbnail.
 */
export type Strip = { 
/**
 * The clip.
 */
clip: string, 
/**
 * The tags of the clip, by name.
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
 * The tagged frames in hundredths of the clip, rounded outwards.
 */
ranges: Array<[number, number]>, };

/**
 * Requests the approximate places of tags in clips.
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
 * Cohen's kappa, from −1 to 1; `None` if it is undefined because even chance would give complete agreement.
 */
kappa: number | null, 
/**
 * The number of clips in which the labellers differ.
 */
clipsApart: number, };

/**
 * The result of undoing, redoing or discarding an edit.
 */
export type Turned = { 
/**
 * The label of the edit, or of the last undone or redone edit of a burst; `None` if there was no edit.
 */
label: string | null, 
/**
 * The number of edits undone or redone: a burst counts each of its edits.
 */
count: number, 
/**
 * Whether undo found that an edit was no longer on disk, and dropped it from the history.
 */
wasGone: boolean, 
/**
 * Why the remaining edits of the burst could not be undone or redone.
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
 * The number of clips that an [`Apply`] would change.
 */
export type WouldApply = { 
/**
 * The number of clips whose tags would change, not counting mirrored twins, which change with their originals.
 */
clips: number, };
