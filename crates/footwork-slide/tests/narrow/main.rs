//! Tests in places hardly wider than the body. No move throws the body, no obstacle swallows it, and it walks through
//! every place with enough room. `cargo xtask soak` runs these tests at full size.

#![allow(
    clippy::unwrap_used,
    clippy::cast_possible_truncation,
    reason = "these are tests"
)]

mod gaps;
mod hulls;
mod kept;
mod law;
mod passable;
mod scenes;

/// Returns the number of random scenes of each kind: `daily`, or 20,000 in the soak.
fn cases(daily: u64) -> u64 {
    match std::env::var_os("FOOTWORK_SOAK") {
        Some(_) => 20_000,
        None => daily,
    }
}
