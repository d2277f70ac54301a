//! Reads any bytes as an AMASS archive and as a HumanML3D array. An accepted file gives a valid
//! clip.

#![no_main]

mod clip_checks;

use clip_checks::check_sound;
use footwork_clip::{Limits, ReadOptions, read_clips};
use libfuzzer_sys::fuzz_target;

/// The limits are low, so that unpacking an archive of many zeros takes little time.
const LIMITS: Limits = Limits {
    bytes: 1 << 16,
    joints: 64,
    depth: 16,
    frames: 1000,
    values: 1000 * 56 * 3,
};

fuzz_target!(|data: &[u8]| {
    let options = ReadOptions {
        limits: LIMITS,
        ..ReadOptions::default()
    };
    for name in ["take.npz", "take.npy"] {
        match read_clips(name, data, &options) {
            Ok(file) => file.clips.iter().for_each(|loaded| check_sound(&loaded.clip)),
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
});
