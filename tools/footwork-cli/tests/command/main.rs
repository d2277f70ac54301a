//! The command as people and programs meet it: real runs, on a small library and on `samples/`.

#![allow(clippy::unwrap_used, reason = "a failed step is a failed test")]

mod compile;
mod cut;
mod edits;
mod errors;
mod expr;
mod gltf;
mod json;
mod merge_driver;
mod merge_in_git;
mod mirrored;
mod rebase;
mod rules;
mod run;
mod samples;
