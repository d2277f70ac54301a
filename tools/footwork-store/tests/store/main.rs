//! No edit is lost: machines that stop, full disks, unreadable files.

#![allow(clippy::unwrap_used, reason = "a failed step is a failed test")]

mod crashes;
mod history;
mod left;
mod lines;
mod lock;
mod merged;
mod outside;
mod script;
mod simulated;
mod troubles;
mod written;
