//! Sliding: the nearest free direction, sweeps, and whole moves, compared with other engines.
//!
//! The bars come from the specification of `footwork-slide`, the scenes from its tests.

mod adapter;
mod counts;
mod crowd;
mod kernel;
mod moves;
mod peers;
mod qp;
pub(crate) mod vector;
mod walking;

#[path = "../../crates/footwork-slide/tests/sweeps/hull.rs"]
#[allow(
    dead_code,
    clippy::disallowed_methods,
    reason = "only the tests use all of this module"
)]
mod hull;
#[path = "../../crates/footwork-slide/tests/bars/scenes.rs"]
#[allow(
    dead_code,
    clippy::cast_possible_truncation,
    reason = "only the tests use all of this module"
)]
mod scenes;

use crate::report::{Outcome, Section};

/// Measures everything about sliding.
pub(crate) fn run() -> Outcome<Section> {
    let mut losses = Vec::new();
    let mut blocks = Vec::new();
    blocks.extend(moves::measure(&mut losses)?);
    blocks.extend(walking::measure(&mut losses)?);
    blocks.extend(adapter::measure(&mut losses)?);
    blocks.extend(counts::measure(&mut losses)?);
    blocks.extend(kernel::measure(&mut losses)?);
    blocks.extend(qp::measure(&mut losses)?);
    Ok(Section {
        title: "Sliding",
        peers: &["rapier3d", "parry3d", "clarabel"],
        blocks,
        losses,
    })
}
