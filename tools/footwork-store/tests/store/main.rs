//! No edit is lost if machines stop, disks are full or files are unreadable.

#![allow(clippy::unwrap_used, reason = "a failed step is a failed test")]

mod crashes;
mod faults;
mod folders;
mod history;
mod large;
mod left;
mod library;
mod lines;
#[cfg(unix)]
mod linked;
mod lock;
mod merged;
mod mutants;
mod outside;
mod script;
mod simulated;
mod systems;
mod two_users;
mod written;
