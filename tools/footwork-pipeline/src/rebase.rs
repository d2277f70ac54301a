//! Rebasing: after a clip's content has changed, moves its tags and events to the new positions of its frames.
//!
//! | step | where |
//! |---|---|
//! | store the poses of a clip in compact form | [`Signature`](footwork_library::Signature) |
//! | find the new frame of each old frame | [`align()`], a [`TimeMap`] |
//! | propose a move of each line of the sidecar, with its confidence | [`Rebase`], a list of [`MovedLine`] |
//! | write the moved lines | [`apply_rebase`] |
//!
//! Only poses are compared, not the position or heading of the character, so a clip that was also moved or turned is
//! still recognised. Frames cut out of the middle are found if the clip keeps its speed. Inserted frames are not
//! detected; tags on the shorter side of an insertion are flagged.

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
pub use confidence::MIN_CONFIDENCE;
pub use moved::{MoveFlag, MovedLine};
pub use proposal::{Rebase, RebaseError, apply_rebase, pose_of_file, propose_rebase};
pub use time_map::{MapCourse, MapPiece, MappedFrame, OldFrames, TimeMap};
