//! Any bytes as a DeepMimic file: what is read is a sound clip, and can be written as BVH.

#![no_main]

use footwork_clip::{
    BvhDocument, Clip, Limits, MAX_COORDINATE_M, is_deepmimic, read_bvh, read_deepmimic, write_bvh,
};
use libfuzzer_sys::fuzz_target;

/// Small enough that a file whose rows last long costs little.
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

/// Every number is finite and near, every rotation of unit length.
fn check_sound(clip: &Clip) {
    assert!((1..=1000).contains(&clip.frame_count()));
    assert!(clip.duration_secs().is_finite());
    for pose in clip.poses() {
        let near = |x: f64| x.abs() <= MAX_COORDINATE_M;
        assert!(pose.root_position.into_iter().all(near));
        for rotation in pose.rotations {
            let square: f32 = rotation.iter().map(|x| x * x).sum();
            assert!((square - 1.0).abs() < 1e-5, "{rotation:?}");
        }
    }
}

/// As BVH it reads back equal, unless its rate has no printed period.
fn check_written(clip: &Clip) {
    let Some(document) = BvhDocument::from_clip(clip, 1.0) else {
        return;
    };
    let written = write_bvh(&document);
    let (again, _) = read_bvh(written.as_bytes(), &Limits::default())
        .unwrap_or_else(|error| panic!("{error}:\n{written}"));
    assert_eq!(again, document);
}
