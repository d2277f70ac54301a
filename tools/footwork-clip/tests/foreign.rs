//! Files that other programs write: other up axes and units, rows without numbers, UTF-16, and arrays of NumPy.
#![allow(clippy::unwrap_used, reason = "a failed step is a failed test")]

#[path = "foreign/archive.rs"]
mod archive;
#[path = "foreign/rows.rs"]
mod rows;
#[path = "foreign/smpl.rs"]
mod smpl;
#[path = "foreign/upright.rs"]
mod upright;

use std::path::PathBuf;

use footwork_clip::{LoadedClip, ReadOptions, read_clips};

/// Returns a file of `testdata/rigs`.
fn rig(name: &str) -> Vec<u8> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../testdata/rigs");
    std::fs::read(folder.join(name)).unwrap()
}

/// Reads the only clip of a file.
#[track_caller]
fn read(name: &str, bytes: &[u8]) -> LoadedClip {
    let mut file = read_clips(name, bytes, &ReadOptions::default()).unwrap();
    assert_eq!(file.clips.len(), 1, "{name}");
    file.clips.pop().unwrap()
}

fn codes(loaded: &LoadedClip) -> Vec<&str> {
    loaded.findings.iter().map(|finding| finding.code).collect()
}
