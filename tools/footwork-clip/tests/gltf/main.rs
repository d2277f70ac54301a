//! glTF files: real files compared with a second reader, odd and hostile files, and files that
//! Footwork wrote.
#![allow(
    clippy::unwrap_used,
    reason = "a test may stop at what it did not expect"
)]

mod cases;
mod mesh;
mod one_bad_animation;
mod onto;
mod real;
mod second_reader;
mod write;

use std::path::PathBuf;

/// Returns the path of a file or folder in `testdata/gltf`.
fn testdata(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../../testdata/gltf")
        .join(name)
}
