//! The numbered requirements of the specification ("bars"), each with at least one test. `cargo xtask soak` runs them
//! at full size.

#![allow(
    clippy::unwrap_used,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "these are tests"
)]

mod active_contacts;
mod clipping;
mod laws;
mod one_way;
mod passed_wall;
mod rider;
mod scenes;
mod solids;
mod speed;
mod touched;
mod up;
mod walk;

mod bar_01_corners;
mod bar_02_flat;
mod bar_03_seams;
mod bar_05_trihedral;
mod bar_06_rough_floor;
mod bar_07_stairs;
mod bar_08_bad_triangles;
mod bar_09_far_away;
mod bar_10_step_sizes;
mod bar_11_inside;
mod bar_12_crowd;
mod bar_13_moving;
mod bar_14_open_ground;
mod bar_15_slopes;
mod bar_16_kits;
mod bar_17_grooves;
mod bar_18_long_moves;
mod bar_19_clipping;

/// Returns whether the tests run at full size, which is slow.
fn is_soak() -> bool {
    std::env::var_os("FOOTWORK_SOAK").is_some()
}

/// Checks that the cases of the first `count` seeds have no fault.
#[track_caller]
fn check(count: u64, fault: impl Fn(u64) -> Option<String>) {
    let faults: Vec<String> = (0..count).filter_map(fault).collect();
    let first = faults.iter().take(8).cloned().collect::<Vec<_>>();
    assert!(faults.is_empty(), "{} of {count}: {first:#?}", faults.len());
}
