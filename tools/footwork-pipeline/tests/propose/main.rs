//! Proposals on generated performances with known labels, and on the sample libraries.

#![allow(clippy::unwrap_used, reason = "a failed step is a failed test")]

mod labels;
mod learned;
mod library;
#[allow(dead_code, reason = "the example that scores proposals uses the rest")]
#[path = "../../examples/score_proposals/performer.rs"]
mod performer;
