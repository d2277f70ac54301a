//! A mover gives the same bits in a world, among foreign obstacles behind [`footwork_slide::Obstacles`], and in a world into
//! which foreign obstacles are put.

#![allow(
    clippy::unwrap_used,
    clippy::cast_possible_truncation,
    reason = "these are tests"
)]

mod behaviour;
mod listed;
mod put;
mod same_bits;

#[path = "../narrow/gaps.rs"]
#[allow(dead_code, reason = "the tests of narrow places use more of it")]
mod gaps;
#[path = "../narrow/scenes.rs"]
#[allow(dead_code, reason = "the tests of narrow places use more of it")]
mod scenes;
#[path = "../soups/scenes.rs"]
#[allow(dead_code, reason = "the tests of soups use more of it")]
mod soups;

/// Returns the number of random scenes: `daily`, or 20,000 in the soak.
fn cases(daily: u64) -> u64 {
    match std::env::var_os("FOOTWORK_SOAK") {
        Some(_) => 20_000,
        None => daily,
    }
}
