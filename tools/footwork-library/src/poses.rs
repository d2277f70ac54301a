//! Compact poses of clips as they were when they were tagged, with which rebasing compares a changed clip.
//!
//! Accepting an edit reads the motion of the tagged clips on a thread of its own, and keeps a [`Signature`]
//! of each under `poses/` in the user's cache folder.

pub(crate) mod cache;
mod ends;
mod keeper;
mod signature;
mod stored;

pub(crate) use keeper::{PoseJob, PoseKeeper};
pub use signature::{Signature, SignatureError};
pub use stored::StoredError;
