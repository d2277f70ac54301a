//! `kill -9` at any moment: acknowledged edits are kept, and the edit in flight is either made in full or absent.
#![allow(clippy::unwrap_used, reason = "a failed step is a failed test")]

mod acts;
mod child;
#[path = "../support/desk.rs"]
mod desk;
mod kills;
mod model;
