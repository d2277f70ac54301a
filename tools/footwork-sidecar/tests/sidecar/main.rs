//! Sidecars: reading, writing back, editing and merging.
#![allow(clippy::unwrap_used, reason = "a failed step is a failed test")]

mod cases;
mod edits;
mod hostile;
mod merge_cases;
mod merge_laws;
mod merge_renames;
mod merge_settings;
mod mutations;
mod order;

use proptest::prelude::ProptestConfig;

/// Returns the number of random cases: ten times as many in `cargo xtask soak`.
fn config(everyday: u32) -> ProptestConfig {
    let soak = std::env::var_os("FOOTWORK_SOAK").is_some();
    ProptestConfig {
        cases: if soak { 10 * everyday } else { everyday },
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}
