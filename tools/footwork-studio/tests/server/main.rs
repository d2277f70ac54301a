//! Tests of a real server on a free port, over real connections.
#![allow(
    clippy::unwrap_used,
    reason = "a test says what it expects by unwrapping"
)]

mod again;
mod answers;
mod bursts;
mod client;
mod crowd;
mod disk;
mod edits;
mod figure;
mod findings;
mod hostile;
mod incomplete;
mod links;
mod matrix;
mod media;
mod operations;
mod outside;
mod page;
mod proposals;
mod recordings;
mod review;
mod socket;
