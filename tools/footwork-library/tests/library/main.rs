//! Libraries on disk: what opening finds and leaves alone, and what edits write.
#![allow(clippy::unwrap_used, reason = "a failed step is a failed test")]

mod config;
mod curves;
mod cut;
#[path = "../support/desk.rs"]
mod desk;
mod detect;
mod discovery;
mod exclusive;
mod gltf;
mod in_the_way;
mod index;
mod interleaved;
mod mirrored;
mod names;
mod opening;
mod operations;
mod playground;
mod predicates;
mod renamed;
mod rescan;
mod sample_rules;
mod sample_strikes;
mod saving;
mod tagged_files;
mod taking_back;
mod unsaved;
mod versions;
mod vocabulary;
