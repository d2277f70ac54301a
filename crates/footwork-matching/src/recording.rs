//! Recordings of a [`Character`](crate::Character): what it showed in each update, and the candidates of each search.
//!
//! Numbers are little-endian. A pose is stored as its number in the index, which counts poses clip after clip. All ones
//! stand for no pose. A missing cost is NaN.
//!
//! | part | holds |
//! |---|---|
//! | header, 80 bytes | the magic `\x89FWRC\r\n\n`, the version and the length of the file (64 bits each); the stamps of the index, the file of poses and the tags, 0 for unknown (64 bits each); the number of recorded frames that are no longer kept (64 bits); the bytes of the description, the numbers of filters, frames and searches, the bytes of filters (32 bits each); zeros |
//! | description | schema and clips, as in an index file |
//! | filters | each its stamp, the number of its poses, the length of its name, all ones for none (32 bits each), and the name in UTF-8 |
//! | frames, 40 bytes each | x, z (64-bit floats), y, heading, time step (floats), pose (32 bits), fraction of the way to the next frame, share of the new motion in the blend (16 bits each), decision, flags (8 bits each), zeros |
//! | searches | the frame (32 bits), trigger, decision, flags, rule (8 bits each), filter (16 bits), number of candidates (8 bits), zeros, the poses before and after (32 bits each), the cost of playing on, the cost that another pose had to beat (floats), the pose that a rule discarded and its cost, the pose that the filter forbade and its cost; the goal; the trajectory of the pose after; the costs of playing on by group; four candidates, each a pose, its cost, and its costs by group (floats) |
//! | checksum | the CRC-32 of everything before, in the last 4 bytes |

mod encode;
mod read;
mod recorder;

use crate::index::IndexedClip;
use crate::matcher::{CANDIDATES, Decision, Rule, Trigger};
use crate::place::Placement;
use crate::pose_id::PoseId;
use crate::schema::{Schema, Source};
use crate::search::Match;

pub(crate) use recorder::Recorder;

const MAGIC: [u8; 8] = *b"\x89FWRC\r\n\n";
const VERSION: u64 = 1;
const HEADER: usize = 80;
const CHECKSUM: usize = 4;
/// The size of a frame in bytes.
const FRAME: usize = 40;
/// The size of a search without its lists of numbers, in bytes.
const SEARCH: usize = 44;
/// The codes for a missing pose, filter, trigger or rule.
const NO_POSE: u32 = u32::MAX;
const NO_FILTER: u16 = u16::MAX;
/// The code for a filter that no longer fits into the table.
const OTHER_FILTER: u16 = u16::MAX - 1;
const NO_CODE: u8 = u8::MAX;
/// Flags of a frame.
const HAS_SEARCH: u8 = 1;
const WAS_MOVED: u8 = 2;
/// Flags of a search.
const IS_WAIVED: u8 = 1;
const HAS_WEIGHTS: u8 = 2;

/// The largest capacity of a recording, in frames or in searches.
pub const MAX_RECORDED_FRAMES: usize = 1 << 22;
/// The maximum number of filters that a recording distinguishes.
pub const MAX_RECORDED_FILTERS: usize = 64;
/// The maximum length of a filter's name in bytes. Longer names are cut off.
pub const MAX_FILTER_NAME_BYTES: usize = 1024;

const TRIGGERS: [Trigger; 5] = [
    Trigger::Due,
    Trigger::Input,
    Trigger::Filter,
    Trigger::Forbidden,
    Trigger::End,
];
const RULES: [Rule; 2] = [Rule::Near, Rule::Reselect];

/// The capacity of a recording, and the stamp of the tags behind its filters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RecordConfig {
    /// The number of updates to keep, at 40 bytes each. 3600 by default.
    pub frames: usize,
    /// The number of searches to keep, at about 370 bytes each with [`Schema::locomotion`]. 1200 by default.
    pub searches: usize,
    /// A stamp of the tag database, such as `Database::content_stamp` of `footwork-tags`.
    pub tags_stamp: Option<u64>,
}

impl Default for RecordConfig {
    fn default() -> Self {
        Self {
            frames: 3600,
            searches: 1200,
            tags_stamp: None,
        }
    }
}

/// An opened recording of a character; see [`Character::record`](crate::Character::record).
///
/// A recording can be read without the index, because it contains the clips and the names of the groups.
#[derive(Clone, Debug)]
pub struct Recording {
    schema: Schema,
    clips: Vec<IndexedClip>,
    stamps: RecordingStamps,
    first_frame: u64,
    filters: Vec<RecordedFilter>,
    frames: Vec<RecordedFrame>,
    searches: Vec<RecordedSearch>,
}

/// The stamps of the files that a recording was made with; `None` if unknown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RecordingStamps {
    /// The [stamp](crate::Index::stamp) of the index.
    pub index: Option<u64>,
    /// The [stamp](crate::Repertoire::stamp) of the file of poses.
    pub poses: Option<u64>,
    /// The stamp of the tags.
    pub tags: Option<u64>,
}

/// A filter of a recording.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedFilter {
    /// The [name](crate::Filter::name) of the filter, usually the text of a query.
    pub name: Option<String>,
    /// The number of poses that a search with the filter may find.
    pub pose_count: u32,
}

/// An update of a character.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RecordedFrame {
    /// The time step, in seconds.
    pub dt_secs: f32,
    /// The place of the root. Height and heading have the precision of f32.
    pub root: Placement,
    /// The playing pose.
    pub pose: PoseId,
    /// The fraction of the way to the next frame, from 0 to 1, in steps of 1/65535.
    pub part: f32,
    /// The share of the new motion in a blend, from 0 to 1, in steps of 1/65535. 1 without a blend.
    pub blend: f32,
    /// The decision of the update.
    pub decision: Decision,
    /// Whether the character was teleported, taken over or restored since the previous update.
    pub was_moved: bool,
    /// The index of the search in [`Recording::searches`]; `None` if there was no search, or if it is no longer kept.
    pub search: Option<usize>,
}

/// A recorded search: its goal, its candidates and its outcome.
#[derive(Clone, Debug, PartialEq)]
pub struct RecordedSearch {
    /// The index of the search's frame in [`Recording::frames`].
    pub frame: usize,
    /// The reason for the search; `None` for the search for a standing pose.
    pub trigger: Option<Trigger>,
    /// The decision after the search.
    pub decision: Decision,
    /// Whether the rules were ignored, because they excluded every pose.
    pub rules_waived: bool,
    /// Whether the search had its own weights, which the costs then include.
    pub has_own_weights: bool,
    /// Whether a filter applied.
    pub has_filter: bool,
    /// The index of the filter in [`Recording::filters`]. `None` without a filter, or if the recording already had
    /// [`MAX_RECORDED_FILTERS`] other filters.
    pub filter: Option<usize>,
    /// The playing pose before the search.
    pub from: PoseId,
    /// The playing pose after the search. It equals `from` unless the character jumped.
    pub to: PoseId,
    /// The cost of playing on; `None` if the clip could not play on or the cost was not computed.
    pub continuing: Option<f32>,
    /// The cost that another pose had to beat: the cost of playing on, minus the margins of the rules and all bonuses.
    /// If the playing clip is outside the filter, nothing is subtracted. `None` if `continuing` is `None`.
    pub limit: Option<f32>,
    /// The best pose that a rule discarded, with the rule, if it was better than all candidates.
    pub discarded: Option<(Match, Rule)>,
    /// The best pose that the filter forbade, if it was better than all candidates.
    pub forbidden: Option<Match>,
    /// The features of the goal, in the order of the schema.
    pub goal: Vec<f32>,
    /// The trajectory features of the pose after the search, in the order of the schema.
    pub trajectory: Vec<f32>,
    /// The cost of playing on, by group.
    pub continuing_groups: Vec<f32>,
    /// The best poses, best first, even if playing on was better. A pose within
    /// [`Rules::avoid_near_frames`](crate::Rules::avoid_near_frames) of an earlier candidate is left out, because
    /// adjacent frames cost nearly the same. In the search for a standing pose, no pose is left out.
    pub candidates: Vec<RecordedCandidate>,
}

/// A pose that a search found.
#[derive(Clone, Debug, PartialEq)]
pub struct RecordedCandidate {
    /// The pose and its cost, which includes its soft cost.
    pub found: Match,
    /// The cost of each group, without the soft cost.
    pub group_costs: Vec<f32>,
}

impl Recording {
    /// Returns the schema of the features.
    pub fn schema(&self) -> &Schema {
        &self.schema
    }

    /// Returns the clips of the index.
    pub fn clips(&self) -> &[IndexedClip] {
        &self.clips
    }

    /// Returns the stamps of the sources.
    pub fn stamps(&self) -> RecordingStamps {
        self.stamps
    }

    /// Returns the number of recorded updates that are no longer kept.
    pub fn first_frame(&self) -> u64 {
        self.first_frame
    }

    /// Returns the filters, in the order of first use.
    pub fn filters(&self) -> &[RecordedFilter] {
        &self.filters
    }

    /// Returns the updates, oldest first.
    pub fn frames(&self) -> &[RecordedFrame] {
        &self.frames
    }

    /// Returns the searches, oldest first.
    pub fn searches(&self) -> &[RecordedSearch] {
        &self.searches
    }

    /// Checks that the recording was made with the given files. An unknown stamp matches any stamp.
    ///
    /// # Errors
    /// Returns the first file that differs.
    pub fn check(&self, stamps: &RecordingStamps) -> Result<(), RecordingMismatch> {
        let differs = |a: Option<u64>, b: Option<u64>| a.zip(b).is_some_and(|(a, b)| a != b);
        let own = &self.stamps;
        if differs(own.poses, stamps.poses) {
            Err(RecordingMismatch::Poses)
        } else if differs(own.index, stamps.index) {
            Err(RecordingMismatch::Index)
        } else if differs(own.tags, stamps.tags) {
            Err(RecordingMismatch::Tags)
        } else {
            Ok(())
        }
    }
}

/// The error for a recording made with other files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RecordingMismatch {
    /// The recording was made with another index.
    Index,
    /// The recording was made with another file of poses.
    Poses,
    /// The recording was made with other tags.
    Tags,
}

footwork_base::display! { RecordingMismatch:
    Self::Index => "the recording was made with another index of poses";
    Self::Poses => "the recording was made with another file of poses";
    Self::Tags => "the recording was made with other tags";
}

impl std::error::Error for RecordingMismatch {}

/// The reason why bytes are not a valid recording.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RecordingError {
    /// The bytes are not a recording.
    NotARecording,
    /// The bytes are a recording of a version that this crate does not read.
    Version {
        /// The version of the file.
        version: u64,
    },
    /// The file has fewer or more bytes than its header says.
    CutOff,
    /// The checksum does not match.
    Damaged,
    /// The checksum is correct, but the content is invalid.
    Content {
        /// The part of the file.
        part: &'static str,
        /// The row in the part, from 0.
        row: usize,
    },
}

footwork_base::display! { RecordingError:
    Self::NotARecording => "not a recording of a character";
    Self::Version { version } => "a recording of version {version}; this program reads version {VERSION}: open it with the Footwork that recorded it";
    Self::CutOff => "the recording is cut off or has bytes added";
    Self::Damaged => "the recording is damaged: its checksum is wrong";
    Self::Content { part, row } => "the recording has an invalid value in its {part}, row {row}, though its checksum is right";
}

impl std::error::Error for RecordingError {}

/// Returns the number of features in trajectory groups.
fn trajectory_count(schema: &Schema) -> usize {
    let groups = schema.groups().iter().map(|group| &group.source);
    groups
        .filter(|source| is_trajectory(source))
        .map(Source::feature_count)
        .sum()
}

fn is_trajectory(source: &Source) -> bool {
    !source.horizons_frames().is_empty()
}

/// Returns the size of a search in bytes.
fn search_bytes(schema: &Schema) -> usize {
    let groups = schema.groups().len();
    let numbers = schema.feature_count() + trajectory_count(schema) + groups;
    SEARCH + 4 * numbers + CANDIDATES * (8 + 4 * groups)
}
