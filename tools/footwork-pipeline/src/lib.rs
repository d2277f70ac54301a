//! Jobs on a library of tagged clips: import, detect, check, rebase, cut and export tags and
//! events. Each job reads a [`Library`](footwork_library::Library), and a job that changes sidecars
//! does so through one [`Edit`](footwork_library::Edit), which can be undone.
//!
//! The source files, in the order of the data flow:
//!
//! | file | what it does |
//! |---|---|
//! | `src/open_library.rs` | opens a library whose queries find similar poses: [`open_library`](open_library()) |
//! | `src/interchange.rs` | reads and writes tags and events in files of other programs: [`ImportedRows`], [`TagTable`] |
//! | `src/rules.rs` | places tags by queries: [`propose_rules`] |
//! | `src/detect.rs` | finds events from foot contacts or queries: [`detect_strikes`], [`detect_ends`] |
//! | `src/propose.rs` | proposes tags, by classifiers trained on the labelled clips, by rules and by contacts: [`ProposalSource`] |
//! | `src/check.rs` | lists what is wrong with tags, events and motion: [`check`](check()) |
//! | `src/agreement.rs` | compares the labels of two people: [`agreement`](agreement()) |
//! | `src/rebase.rs` | moves tags and events after the content of a clip changed: [`propose_rebase`] |
//! | `src/blendspace.rs` | measures the ranges of a query on the axes of a blend space: [`blend_space`] |
//! | `src/measure.rs` | measures ranges: loops, gaits, sliding feet, keys of the file: [`measure`](measure()) |
//! | `src/propose_contract.rs` | proposes limits that most ranges keep: [`propose_contract`](propose_contract()) |
//! | `src/clip_diff.rs` | compares two versions of a clip: [`compare_clips`] |
//! | `src/retarget.rs` | transfers a clip to another skeleton, and plants the feet during detected contacts: [`retarget`](retarget()) |
//! | `src/derive.rs` | writes ranges of clips, or edited copies of them, as clip files: [`plan_derived`] |
//! | `src/plant.rs` | holds feet in place during their contacts: [`plant_feet`] |
//! | `src/closed_loop.rs` | makes a loop of the best cycle of a clip: [`closed_loop`](closed_loop()) |
//! | `src/target.rs` | reads the skeleton to put clips on: [`read_target`] |
//! | `src/matching.rs` | indexes the poses of clips for motion matching, compares, plays and compresses them: [`PoseIndex`], [`SimilarPoses`], [`ClipCharacter`], [`compress_poses`] |
//! | `src/pose_rows.rs` | computes the columns of poses that networks are trained on: [`pose_rows`](pose_rows()) |
//! | `src/export_glb.rs` | writes clips and their tags as one GLB file: [`to_glb`] |
//! | `src/event_track.rs` | lists the times of a clip's events, the input of event encodings: [`event_track`](event_track()) |
//! | `src/csv_cell.rs` | writes CSV cells that no spreadsheet evaluates: [`csv_cell`](csv_cell()) |
//! | `src/signal_csv.rs` | reads and writes encoded events as CSV, one sine and cosine per frame: [`read_signals`] |
//!
//! # Files of other programs
//!
//! | format | functions | times | precision |
//! |---|---|---|---|
//! | CSV | [`read_csv`], [`write_csv`] | frames | exact |
//! | BIDS events | [`read_bids`], [`write_bids`] | seconds | spans exact below 10^9 frames per second, events to a nanosecond |
//! | ELAN | [`read_eaf`], [`write_eaf`] | milliseconds | spans exact if a frame is longer than 1 ms; events exact on whole frames, else to 1 ms |
//! | cut list | [`read_cut_list`], [`write_cut_list`] | frames | exact; one span per clip and no events |
//! | BABEL | [`read_babel`] | seconds | read only |
//! | GLB | [`read_glb`], [`to_glb`] | frames | exact |
//! | FBX | [`to_fbx`] | | motion only |
//! | Unity events | [`write_unity`] | seconds | written only, to a nanosecond |
//! | Unreal notifies | [`read_unreal`], [`write_unreal`] | seconds | as BIDS; to 10 µs if the Unreal editor stored the row |
//!
//! Formats do not depend on libraries. A [`TagTable`] holds the rows of each clip, with exact frames. A format converts
//! a table to bytes, or bytes to [`ImportedRows`]; it knows neither sidecars nor the disk. Imported rows are
//! [placed](place_rows) on the clips of a library, which converts seconds to frames, and [added](add_placed) as one
//! edit.

mod agreement;
mod blendspace;
mod check;
mod clip_diff;
mod closed_loop;
mod csv_cell;
mod derive;
mod detect;
mod event_track;
mod export_fbx;
mod export_glb;
mod interchange;
mod matching;
mod measure;
mod open_library;
mod plant;
mod pose_rows;
mod propose;
mod propose_contract;
mod rebase;
mod retarget;
mod rules;
mod signal_csv;
mod target;

pub use agreement::{
    Agreement, AgreementError, ClipAgreement, FrameCounts, LabelDifference, NotCompared,
    SecondLabels, TagAgreement, agreement, label_differences,
};
pub use blendspace::{
    AxisMeasure, AxisReach, BlendAxis, BlendDuplicate, BlendHole, BlendLimits, BlendOutlier,
    BlendPoint, BlendSpace, MAX_AXES, RejectedRange, SkippedRanges, blend_space, parse_axes,
};
pub use check::{
    CheckFinding, CheckFix, CheckedContract, ContractCounts, MotionCheck, MotionFaults, check,
    check_all, check_labels, finding_fixes, motion_faults, motion_faults_of,
};
pub use clip_diff::{
    BothVersions, ClipDifference, PoseDifference, StrikeDifference, compare_clips,
};
pub use closed_loop::{ClosedLoop, LoopOptions, closed_loop};
pub use csv_cell::{csv_cell, picture};
pub use derive::{
    DeriveError, DeriveOptions, DerivePlan, Derived, DerivedClip, DerivedFormat, Edit, EditError,
    FrameMap, NameTemplate, finish_derived, plan_derived,
};
pub use detect::{
    AddedEvents, Detected, Detection, EventPairs, PairedTimes, RangeEnd, SAME_EVENT_FRAMES,
    SAME_EVENT_SECS, add_detected, contact_frames, detect_ends, detect_strikes, detect_strikes_in,
    existing_times,
};
pub use event_track::event_track;
pub use export_fbx::{asset_path, to_fbx};
pub use export_glb::{ExportError, to_glb};
pub use interchange::{
    AddedRows, Addition, ClipTable, CutList, ExportedTags, ImportSource, ImportedRow, ImportedRows,
    MAX_IMPORT_BYTES, MAX_IMPORT_FINDINGS, MAX_IMPORT_ROWS, PlacedClip, PlacedItem, PlacedRows,
    RowContent, RowTime, SpanKind, TableItem, TagTable, UNITY_SCRIPT, UNREAL_SCRIPT, UnityClip,
    add_placed, additions, place_rows, place_trimmed_rows, read_babel, read_bids, read_csv,
    read_cut_list, read_eaf, read_glb, read_unreal, tag_table, write_bids, write_csv,
    write_cut_list, write_eaf, write_unity, write_unreal,
};
pub use matching::{
    CharacterError, ClipCharacter, PlayedClip, PoseFileError, PoseFileJob, PoseIndex, SimilarPoses,
    StaleIndex, compress_poses, root_path,
};
pub use measure::{Measured, MeasuredRange, Measurements, Measurer, Reading, measure};
pub use open_library::{open_inside, open_library, open_library_following};
pub use plant::{EASE_SECS, PlantError, PlantedFeet, plant_feet, standing_frames};
pub use pose_rows::{PoseRowsError, feature_skeleton, pose_rows};
pub use propose::{
    Candidate, Certainty, ClipFrames, ContactSource, Coverage, ImportedSource, LearnedProposals,
    LearnedSource, LearnedTags, LibraryTake, LibraryTakes, MIN_COMMON_SPANS, MeasuredQuality,
    MotionColumns, Proposal, ProposalSource, ProposedPlace, ProposedSpan, ReadColumns,
    RejectedFileError, Rejection, Rejections, RuleSource, SimilarSource, SourceProposals,
    TagLayers, TagQuality, TakeLabels, TakeProposals, TrainingTake, UnknownTagError,
    accept_proposals, begins_work, check_known_tags, labelling_order, read_columns,
    sort_for_deciding,
};
pub use propose_contract::{ProposedLimit, contract_toml, propose_contract};
pub use rebase::{
    AlignError, Alignment, MIN_CONFIDENCE, MapCourse, MapPiece, MappedFrame, MoveFlag, MovedLine,
    OldFrames, Rebase, RebaseError, TimeMap, align, apply_rebase, pose_of_file, propose_rebase,
};
pub use retarget::retarget;
pub use rules::{
    IsWanted, RuleError, RuleProposal, check_rules, follow_rules, propose_rules,
    propose_these_rules,
};
pub use signal_csv::{ClipSignal, MAX_SIGNAL_BYTES, read_signals, write_signals};
pub use target::{Target, TargetBody, read_target};
