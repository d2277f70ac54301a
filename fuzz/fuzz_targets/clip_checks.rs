//! Checks of a clip for the targets of several clip formats.

use footwork_clip::{Clip, MAX_COORDINATE_M};

/// Checks that coordinates stay within [`MAX_COORDINATE_M`], that rotations have unit length, and that the clip
/// keeps the limits of the fuzz targets.
pub(crate) fn check_sound(clip: &Clip) {
    assert!((1..=1000).contains(&clip.frame_count()));
    assert!((1..=64).contains(&clip.skeleton().joint_count()));
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
