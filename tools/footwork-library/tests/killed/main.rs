//! `kill -9` at any moment: what was acknowledged is there, and of the edit in flight all or nothing.
#![allow(clippy::unwrap_used, reason = "a failed step is a failed test")]

mod acts;
mod child;
#[path = "../support/desk.rs"]
mod desk;
mod kills;
mod model;
