//! Reads any bytes as an FBX file. Accepted files give valid clips and a valid mesh, and every rejection has a reason.

#![no_main]

mod clip_checks;
mod mesh_checks;

use clip_checks::check_sound;
use footwork_base::FbxRange;
use footwork_clip::{Clip, Limits, WorldPositions, read_fbx};
use libfuzzer_sys::fuzz_target;
use mesh_checks::check_mesh;

/// The limits are low, so that a file with two keys far apart takes little time.
const LIMITS: Limits = Limits {
    bytes: 1 << 20,
    joints: 64,
    depth: 16,
    frames: 1000,
    values: 1000 * 64,
};

fuzz_target!(|data: &[u8]| {
    check_mesh("a.fbx", data, LIMITS);
    match read_fbx(data, None, FbxRange::default(), &LIMITS) {
        Ok(document) => {
            let count = document.animations.len() + document.rejected.len();
            assert_eq!(count, document.animation_count);
            for refused in &document.rejected {
                assert!(!refused.error.to_string().is_empty());
            }
            for animation in &document.animations {
                assert!(!animation.name.is_empty());
                check_clip(&animation.clip);
            }
            if let Some(last) = document.animations.last() {
                let again = read_fbx(data, Some(&last.name), FbxRange::default(), &LIMITS);
                let again = again.unwrap_or_else(|error| panic!("{error}"));
                assert_eq!(again.animations.len(), 1);
                assert_eq!(again.animations[0].clip, last.clip);
                assert_eq!(again.animations[0].fingerprint, last.fingerprint);
            }
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
});

/// The callback for comparisons of `float`. ufbx calls it if it is compiled to report comparisons, but the fuzzer only
/// defines the callbacks for integers.
#[unsafe(no_mangle)]
extern "C" fn __sanitizer_cov_trace_cmpf(_: f32, _: f32) {}

/// The callback for comparisons of `double`.
#[unsafe(no_mangle)]
extern "C" fn __sanitizer_cov_trace_cmpd(_: f64, _: f64) {}

/// Checks the numbers of a clip and the positions of its joints.
fn check_clip(clip: &Clip) {
    check_sound(clip);
    let positions = WorldPositions::from_clip(clip);
    for frame in 0..clip.frame_count() {
        let joints = positions.frame(frame).expect("every frame has positions");
        assert!(joints.iter().flatten().all(|x| x.is_finite()));
    }
}
