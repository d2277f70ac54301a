//! Rebasing: moving the tags and events of a clip whose content changed to where its frames went.
//!
//! | step | where |
//! |---|---|
//! | a clip's poses, small enough to keep | [`Signature`](footwork_library::poses::Signature) |
//! | which frame of the new clip each old frame became | [`align()`], a [`TimeMap`] |
//! | what becomes of each line of the sidecar, and how sure that is | [`Rebase`], a list of [`Move`] |
//! | doing it | [`rebase`](fn@rebase) |
//!
//! Only poses are compared, not where the character is or which way it faces, so that clips may be
//! moved about as well. Frames cut out of the middle are looked for where the clip keeps its speed; what
//! was inserted is not, and what lies on the shorter side of it is flagged.

mod affine;
mod align;
mod confidence;
mod cuts;
mod moved;
mod number;
mod pair;
mod proposal;
mod smooth;
mod time_map;
mod track;
mod warp;
mod wording;

pub use align::{AlignError, Alignment, align};
pub use confidence::LOW_CONFIDENCE;
pub use moved::{Flag, Move};
pub use proposal::{Rebase, RebaseError, pose_of_file, propose_rebase, rebase};
pub use time_map::{Course, Piece, Place, TimeMap};
