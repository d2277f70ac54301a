//! Random soups of triangles, still and moving. `cargo xtask soak` runs them at full size.

#![allow(
    clippy::unwrap_used,
    clippy::cast_possible_truncation,
    reason = "these are tests"
)]

mod flat;
mod order;
mod scenes;
mod steps;

/// Returns the number of random scenes per test: `daily`, or 100,000 in the soak.
fn cases(daily: u64) -> u64 {
    match std::env::var_os("FOOTWORK_SOAK") {
        Some(_) => 100_000,
        None => daily,
    }
}
