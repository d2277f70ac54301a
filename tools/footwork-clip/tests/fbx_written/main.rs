//! FBX files that Footwork writes, read back with the feature `fbx`: the samples, generated skeletons and a skinned character.
#![cfg(feature = "fbx")]
#![allow(
    clippy::unwrap_used,
    reason = "a test may stop at what it did not expect"
)]

mod back;
mod blender;
mod generated;
mod refused;
mod samples;
mod skinned;
