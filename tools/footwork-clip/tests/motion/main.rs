//! Derived motion: mirrored, resampled and re-rooted clips, and windowed channels; on the samples, on the
//! extra clips that `FOOTWORK_EXTRA_CLIPS` names, and on random motion.
#![allow(
    clippy::unwrap_used,
    reason = "a test may stop at what it did not expect"
)]

mod caching;
mod clips;
mod families;
mod ground;
mod mirrored;
mod pairs;
mod rerooted;
mod resampled;
mod retargeted;
mod two_bones;
mod ways;
mod windows;
