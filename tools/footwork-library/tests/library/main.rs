//! Libraries on disk: what opening finds and leaves unchanged, and what edits write.
#![allow(clippy::unwrap_used, reason = "a failed step is a failed test")]

mod curves;
#[path = "../support/desk.rs"]
mod desk;
mod discovery;
mod event_data;
mod exclusive;
mod generated;
mod in_doubt;
mod in_the_way;
mod index;
mod interleaved;
mod lying;
mod mirrored;
mod names;
mod opening;
mod operations;
mod playground;
mod predicate_cases;
mod predicates;
mod renamed;
mod rescan;
mod rigs;
mod saving;
mod settings;
mod stored_channels;
mod strangers;
mod taking_back;
mod unsaved;
mod version;
mod vocabulary;
