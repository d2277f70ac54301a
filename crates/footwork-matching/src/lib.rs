//! Motion matching: finds the pose that best fits where a character should go. A search among a million poses takes
//! microseconds. Searches can be restricted to spans of frames, or prefer some spans. Such spans can come from a query
//! over tags.
//!
//! An [`IndexBuilder`] builds an [`Index`] from clips. Each pose becomes a row of the features listed in a [`Schema`], such
//! as the positions of the feet and the position of the root one second later. [`Index::search`] finds the pose nearest to a
//! goal. A [`Filter`] restricts the search to some poses, and a [`Soft`] cost makes some poses less likely. Weights can
//! change in every search. Results are exact, including ties, and have the same bits on every machine. Lengths are in metres,
//! times in seconds, and y is up.
//!
//! See [`IndexBuilder`] for an example.
//!
//! # Source files, in the order of the data flow
//!
//! | file | what |
//! |---|---|
//! | `schema` | groups of features and their weights |
//! | `motion_clip`, `tracks`, `features` | a clip as given, at the rate of the index, and as features |
//! | `build`, `build_error` | building an index: deviations, fixed point, blocks |
//! | `order`, `levels`, `blocks`, `boxes` | the k-d order of poses, the layout of blocks and boxes, packed blocks, and the sizes of boxes |
//! | `pose_id`, `store`, `packed`, `index` | pose ids, owned or borrowed bytes, lists of small numbers, and the index |
//! | `filter`, `landing`, `soft` | the poses that may be found, where jumps may land, and poses that cost extra |
//! | `lanes`, `dispatch` | operations on 16 numbers side by side, and their SIMD versions |
//! | `kernel`, `search` | the walk through boxes and blocks, and its interface |
//! | `goal`, `matcher` | the goal; when to search, the rules in `matcher/rules`, and the reasons for jumps |
//! | `motion`, `blend` | a pose with its speeds, and the blends between two |
//! | `foot_lock`, `leg` | standing feet, and the legs that reach them |
//! | `playback` | matcher, blend and lock combined; `playback/rig` has the joints |
//! | `spring`, `controller`, `simulate` | springs; from a stick to a goal; a character without a player: sticks in `simulate/script`, statistics such as those of `simulate/responses`, recordings in `simulate/recorded` |
//! | `place`, `world`, `character` | places on the ground; the world around a character; one call that runs all of the above |
//! | `file` | index files, and their description in `file/description` |
//! | `recording` | what a character showed and why, as bytes: rows in `recording/encode`, rings in `recording/recorder`, `recording/read` |
//! | `archive`, `vector`, `rotation` | state as bytes, small vectors, and quaternions |
//!
//! Sources: S. Clavet, *Motion Matching and The Road to Next-Gen Animation* (GDC 2016); D. Holden et al., *Learned Motion
//! Matching* (2020), which lists these features. `docs/design/pose-search.md` in the repository explains the design of
//! the search.

mod archive;
mod blend;
mod blocks;
mod boxes;
mod build;
mod build_error;
mod character;
mod controller;
mod dispatch;
mod features;
mod file;
mod filter;
mod foot_lock;
mod goal;
mod index;
mod kernel;
mod landing;
mod lanes;
mod leg;
mod levels;
mod matcher;
mod motion;
mod motion_clip;
mod order;
mod packed;
mod place;
mod playback;
mod pose_id;
mod recording;
mod rotation;
mod schema;
mod search;
mod simulate;
mod soft;
mod spring;
mod store;
mod tracks;
mod vector;
mod world;

pub use blend::{Blend, BlendConfig, BlendConfigError, BlendStyle};
pub use build::IndexBuilder;
pub use build_error::BuildError;
pub use character::{
    Character, CharacterConfig, Detail, Foot, Footstep, Input, JointPlace, Pose, Repertoire,
    RestoreError, Space, Want, Waypoint,
};
pub use controller::{Controller, ControllerConfig, Stick};
pub use file::OpenIndexError;
pub use filter::Filter;
pub use foot_lock::{FootLock, FootLockConfig};
pub use goal::{Goal, GoalError};
pub use index::{Index, IndexedClip};
pub use kernel::Work;
pub use leg::{LegTurn, bend_leg};
pub use matcher::{
    Decision, MAX_RECENT_JUMPS, MatchError, Matcher, MatcherState, Rule, Rules, RulesError, Step,
    Trigger, Why,
};
pub use motion::{JointLimits, Motion, MotionError};
pub use motion_clip::{ChannelTrack, ClipEnd, ClipId, JointTrack, MotionClip, Root};
pub use place::{Place, Placement};
pub use playback::{Leg, Playback, PlaybackConfig, PlaybackError, PoseSource, Rig, RigError};
pub use pose_id::{PoseId, PoseRange, PoseSpan, Twins};
pub use recording::{
    MAX_FILTER_NAME_BYTES, MAX_RECORDED_FILTERS, MAX_RECORDED_FRAMES, RecordConfig,
    RecordedCandidate, RecordedFilter, RecordedFrame, RecordedSearch, Recording, RecordingError,
    RecordingMismatch, RecordingStamps,
};
pub use schema::{
    Group, Joint, MAX_FEATURES, MAX_GROUPS, MAX_HORIZON_FRAMES, MAX_WEIGHT, Schema, SchemaError,
    Source,
};
pub use search::{Match, Search, SearchError, SearchResult, StayBonus};
pub use simulate::{
    Figures, Responses, Simulation, Spread, Sticks, record_simulation, simulate, simulate_watched,
};
pub use soft::{MAX_SOFT_COST, Soft, SoftError};
pub use spring::{Spring, SpringState};
pub use world::{Ground, OpenWorld, World};
