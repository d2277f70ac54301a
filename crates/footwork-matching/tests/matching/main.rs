//! Tests of the index and its searches, on random numbers and on a walking character.

#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_possible_wrap,
    clippy::unwrap_used,
    clippy::disallowed_methods,
    clippy::type_complexity,
    reason = "tests"
)]

mod blend;
mod character;
mod controller;
mod edges;
mod exact;
mod features;
mod files;
mod filters;
mod footsteps;
mod matcher;
mod numbers;
mod playback;
mod recording;
mod replay;
mod rules;
mod simulate;
mod walker;
