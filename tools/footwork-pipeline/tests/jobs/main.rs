//! Jobs on libraries in temporary folders.

#![allow(clippy::unwrap_used, reason = "a failed step is a failed test")]

mod characters;
mod cut;
mod cut_units;
#[path = "../../../footwork-library/tests/support/desk.rs"]
mod desk;
mod detect;
mod edits;
mod football;
mod gltf;
mod loops;
mod made_up_ground;
#[allow(dead_code, reason = "the library's own tests use the rest")]
#[path = "../../../footwork-library/tests/library/playground.rs"]
mod playground;
mod pose_rows;
mod rules_above;
mod sample_rules;
mod sample_strikes;
mod similar;
mod tagged_files;
mod tool;
mod versions;
mod walk;
