//! Reads any bytes as a DeepMimic file. An accepted file gives a valid clip, which can be written as BVH.

#![no_main]

mod clip_checks;

use clip_checks::check_sound;
use footwork_clip::{BvhDocument, Clip, Limits, is_deepmimic, read_bvh, read_deepmimic, write_bvh};
use libfuzzer_sys::fuzz_target;

/// The limits are low, so that a file whose rows last for hours takes little time.
const LIMITS: Limits = Limits {
    bytes: 1 << 16,
    joints: 64,
    depth: 16,
    frames: 1000,
    values: 1000 * 44,
};

fuzz_target!(|data: &[u8]| {
    is_deepmimic(data);
    match read_deepmimic(data, &LIMITS) {
        Ok((clip, _)) => {
            check_sound(&clip);
            check_written(&clip);
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
});

/// Checks that the clip reads back equal after writing it as BVH. Skips a clip if BVH cannot print the period of its
/// rate.
fn check_written(clip: &Clip) {
    let Some(document) = BvhDocument::from_clip(clip, 1.0) else {
        return;
    };
    let written = write_bvh(&document);
    let (again, _) = read_bvh(written.as_bytes(), &Limits::default())
        .unwrap_or_else(|error| panic!("{error}:\n{written}"));
    assert_eq!(again, document);
}
