//! Motion matching: the pose, among a million, that best fits where a character should go, searched within microseconds
//! and restricted or biased by spans of frames, such as those of a query over tags.
//!
//! An [`IndexBuilder`] makes an [`Index`] of clips: each pose becomes a row of features that a [`Schema`] names, such as
//! where the feet are and where the root will be in a second. [`Index::search`] finds the pose nearest to a goal. A
//! [`Filter`] says which poses may be found, a [`Soft`] cost which are worse, and weights can change at every search.
//! Results are exact, ties included, and the same bits on every machine. Lengths are in metres, times in seconds, y is up.
//!
//! [`IndexBuilder`] has an example.
//!
//! # Source files, in the order of the data flow
//!
//! | file | what |
//! |---|---|
//! | `schema` | groups of features and their weights |
//! | `motion_clip`, `tracks`, `features` | a clip as it is given, at the rate of the index, and as features |
//! | `build`, `build_error` | from clips to an index: deviations, fixed point, blocks |
//! | `order`, `levels`, `boxes` | the k-d order of poses, where blocks and boxes lie, and how large the boxes are |
//! | `pose_id`, `store`, `index` | poses by name, bytes that are owned or borrowed, and the index |
//! | `filter`, `soft` | what may be found, and what costs extra |
//! | `kernel`, `search` | the walk through boxes and blocks, and what callers ask of it |
//! | `goal`, `matcher` | where to go; when to look, what its rules in `matcher/rules` discard, and why it jumped |
//! | `motion`, `blend` | a pose with its speeds, and how one becomes another |
//! | `foot_lock`, `leg` | feet that stand, and legs that reach them |
//! | `playback` | matcher, blend and lock as one; `playback/rig` has the joints |
//! | `spring`, `controller`, `simulate` | springs; from a stick to a goal; a character without a player: sticks in `simulate/script`, and figures of how it looked, those of `simulate/responses` among them |
//! | `file` | index files, and their description in `file/description` |
//! | `vector`, `rotation` | small vectors and quaternions |
//!
//! Sources: S. Clavet, *Motion Matching and The Road to Next-Gen Animation* (GDC 2016); D. Holden et al., *Learned Motion
//! Matching* (2020), whose features these are. The page `docs/design/pose-search.md` in the repository says why the search
//! is built as it is.

mod blend;
mod boxes;
mod build;
mod build_error;
mod controller;
mod dispatch;
mod features;
mod file;
mod filter;
mod foot_lock;
mod goal;
mod index;
mod kernel;
mod lanes;
mod leg;
mod levels;
mod matcher;
mod motion;
mod motion_clip;
mod order;
mod playback;
mod pose_id;
mod rotation;
mod schema;
mod search;
mod simulate;
mod soft;
mod spring;
mod store;
mod tracks;
mod vector;

pub use blend::{Blend, BlendConfig, BlendConfigError, BlendStyle};
pub use build::IndexBuilder;
pub use build_error::BuildError;
pub use controller::{Controller, ControllerConfig, Stick};
pub use file::OpenIndexError;
pub use filter::Filter;
pub use foot_lock::{FootLock, FootLockConfig};
pub use goal::{Goal, GoalError};
pub use index::{Index, IndexedClip};
pub use kernel::Work;
pub use leg::{LegTurn, bend_leg};
pub use matcher::{
    MAX_RECENT_JUMPS, MatchError, Matcher, MatcherState, Rule, Rules, RulesError, Step, Trigger,
    Why,
};
pub use motion::{JointLimits, Motion, MotionError};
pub use motion_clip::{ChannelTrack, ClipEnd, ClipId, JointTrack, MotionClip, Root};
pub use playback::{
    Leg, Place, Playback, PlaybackConfig, PlaybackError, PoseSource, Rig, RigError,
};
pub use pose_id::{PoseId, PoseRange, PoseSpan, Twins};
pub use schema::{
    Group, Joint, MAX_FEATURES, MAX_GROUPS, MAX_HORIZON_FRAMES, MAX_WEIGHT, Schema, SchemaError,
    Source,
};
pub use search::{Match, Search, SearchError, SearchResult};
pub use simulate::{Figures, Responses, Simulation, Spread, Sticks, simulate, simulate_watched};
pub use soft::{MAX_SOFT_COST, Soft, SoftError};
pub use spring::Spring;
