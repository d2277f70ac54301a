//! Sidecars: reading, writing back, editing and merging.
#![allow(clippy::unwrap_used, reason = "a failed step is a failed test")]

mod cases;
mod cut_off;
mod edits;
mod hostile;
mod merge_cases;
mod merge_laws;
mod merge_renames;
mod merge_settings;
mod mutations;
mod order;
mod provenance_laws;
mod random_sides;
mod span_model;

use footwork_base::{FrameRange, Name};
use footwork_sidecar::Sidecar;
use proptest::prelude::{ProptestConfig, Strategy};

/// The number of frames in the clips of random sidecars.
const FRAMES: u32 = 24;

const HEADER: &str =
    "footwork-tags 1\nclip a.bvh\nframes 100\nrate 120\nhash xxh3:0123456789abcdef\n";

fn name(text: &str) -> Name {
    text.parse().unwrap()
}

fn range() -> impl Strategy<Value = FrameRange> {
    let pair = (0..FRAMES, 0..=FRAMES);
    pair.prop_filter_map("empty", |(a, b)| FrameRange::new(a.min(b), a.max(b)))
}

fn text(sidecar: &Sidecar) -> String {
    String::from_utf8(sidecar.to_bytes()).unwrap()
}

/// Returns a configuration with `everyday` random cases, and ten times that number in
/// `cargo xtask soak`.
fn config(everyday: u32) -> ProptestConfig {
    let soak = std::env::var_os("FOOTWORK_SOAK").is_some();
    ProptestConfig {
        cases: if soak { 10 * everyday } else { everyday },
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}
