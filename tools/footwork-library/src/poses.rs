//! Compact poses of clips at the time they were tagged. Rebasing compares them with a changed clip.
//!
//! After an edit is accepted, a background thread reads the motion of the tagged clips and stores a [`Signature`] of
//! each under `poses/` in the user's cache folder.

pub(crate) mod cache;
mod ends;
mod keeper;
mod signature;
mod stored;

pub(crate) use keeper::{PoseJob, PoseKeeper};
pub use signature::{Signature, SignatureError};
pub use stored::StoredError;
