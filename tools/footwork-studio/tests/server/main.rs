//! A real server on a free port, asked over real connections.
#![allow(
    clippy::unwrap_used,
    reason = "a test says what it expects by unwrapping"
)]

mod answers;
mod client;
mod disk;
mod edits;
mod hostile;
mod matrix;
mod outside;
mod page;
mod socket;
