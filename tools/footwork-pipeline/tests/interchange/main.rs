//! Tags and events in files of other programs: round trips, foreign files and hostile ones.
#![allow(clippy::unwrap_used, reason = "a failed step is a failed test")]

mod already;
#[path = "../../../footwork-library/tests/support/desk.rs"]
mod desk;
mod files;
mod formula_cells;
mod hostile;
mod playground;
mod round_trip;
