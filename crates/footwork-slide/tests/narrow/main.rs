//! Places that are hardly wider than the body: no move throws it, no obstacle takes it in, and what is wide enough is
//! walked through. `cargo xtask soak` runs them at full size.

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

/// Returns how many random scenes of a kind a law is tested on: `daily`, or 20,000 of each kind in the soak.
fn cases(daily: u64) -> u64 {
    match std::env::var_os("FOOTWORK_SOAK") {
        Some(_) => 20_000,
        None => daily,
    }
}
