//! Rebasing: changed versions of the samples, with the true positions of their frames.
#![allow(
    clippy::unwrap_used,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a failed step is a failed test, and test data is small"
)]

mod accuracy;
#[path = "../../../footwork-library/tests/support/desk.rs"]
mod desk;
mod kept_poses;
mod long;
mod refused;
mod samples;
mod sidecars;
mod stored;
mod variants;
