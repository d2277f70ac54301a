//! Re-rooted clips start at the origin and face +z; apart from that, their motion is unchanged.

use std::sync::Arc;

use footwork_base::FrameRange;
use footwork_clip::{Clip, ClipParts, Motion, Skeleton, WorldPositions};
use proptest::prelude::*;

use crate::clips::{any_clip, bits, joint, real};

/// Checks that a clip moves as a whole: heights and the distances between joints stay the same.
fn check(name: &str, clip: &Clip) {
    let moved = clip.rerooted();
    let [x, y, z] = moved.root_positions()[0];
    assert_eq!([x, z], [0.0, 0.0], "{name}");
    assert_eq!(y, clip.root_positions()[0][1], "{name}");
    let heading = Motion::new(&moved).headings_rad()[0];
    assert!(heading.abs() < 1e-5, "{name}: {heading}");
    let (was, is) = (
        WorldPositions::from_clip(clip),
        WorldPositions::from_clip(&moved),
    );
    let first = |positions: &WorldPositions| positions.frame(0).unwrap()[0];
    let (from, to) = (first(&was), first(&is));
    for (a, b) in was.frames().flatten().zip(is.frames().flatten()) {
        assert!((a[1] - b[1]).abs() < 1e-5, "{name}: {a:?} {b:?}");
        let far = |p: &[f64; 3], o: [f64; 3]| libm::hypot(p[0] - o[0], p[2] - o[2]);
        assert!(
            (far(a, from) - far(b, to)).abs() < 1e-4,
            "{name}: {a:?} {b:?}"
        );
    }
    for channel in ["speed", "speed_x", "speed_z", "turn", "height"] {
        let channel = channel.parse().unwrap();
        let [a, b] = [clip, &moved].map(|clip| clip.channel(&channel).unwrap());
        let gap = |(a, b): (&f32, &f32)| (a - b).abs() / a.abs().max(1.0);
        let worst = a.iter().zip(&b).map(gap).fold(0.0, f32::max);
        assert!(worst < 1e-3, "{name} {channel}: {worst}");
    }
}

#[test]
fn sample_clips_are_moved_as_a_whole() {
    for (name, clip) in real() {
        check(&name, &clip);
        let middle = clip.frame_count() / 2;
        let cut = FrameRange::new(middle, clip.frame_count()).unwrap();
        check(&name, &clip.slice(cut).unwrap());
    }
}

#[test]
fn a_clip_that_already_starts_at_the_origin_facing_z_keeps_its_bits() {
    let skeleton = Arc::new(Skeleton::new(vec![joint("Hips", None, [0.0; 3])]).unwrap());
    let clip = Clip::new(ClipParts {
        skeleton,
        rate: footwork_base::FrameRate::ONE,
        looping: true,
        root_positions: vec![[0.0, 1.0, 0.0], [0.3, 1.1, -7.0]],
        rotations: vec![[0.0, 0.0, 0.0, 1.0], [0.6, 0.0, 0.8, 0.0]],
        translations: None,
    });
    let clip = clip.unwrap();
    assert_eq!(bits(&clip.rerooted()), bits(&clip));
}

#[test]
fn all_roots_move_together() {
    let joints = vec![
        joint("Hips", None, [0.0; 3]),
        joint("LeftUpLeg", Some(0), [0.1, 0.0, 0.0]),
        joint("RightUpLeg", Some(0), [-0.1, 0.0, 0.0]),
        joint("Prop", None, [2.0, 1.0, 0.0]),
    ];
    let half = std::f32::consts::FRAC_1_SQRT_2;
    let clip = Clip::new(ClipParts {
        skeleton: Arc::new(Skeleton::new(joints).unwrap()),
        rate: footwork_base::FrameRate::ONE,
        looping: false,
        root_positions: vec![[1.0, 1.0, 0.0]; 2],
        // Faces +x.
        rotations: [
            [0.0, half, 0.0, half],
            [0.0, 0.0, 0.0, 1.0],
            [0.0, 0.0, 0.0, 1.0],
            [0.0, 0.0, 0.0, 1.0],
        ]
        .repeat(2),
        translations: None,
    });
    let moved = clip.unwrap().rerooted();
    let positions = WorldPositions::from_clip(&moved);
    let [x, y, z] = positions.frame(1).unwrap()[3];
    // A point one metre ahead is still one metre ahead.
    assert!(
        x.abs() < 1e-6 && (y - 1.0).abs() < 1e-6 && (z - 1.0).abs() < 1e-6,
        "{x} {y} {z}"
    );
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn far_away_clips_stay_in_range(clip in any_clip(), far in -1e9..1e9f64) {
        let parts = ClipParts {
            skeleton: Arc::clone(clip.skeleton()),
            rate: clip.rate(),
            looping: clip.is_looping(),
            root_positions: clip.root_positions().iter().enumerate()
                .map(|(frame, p)| if frame % 2 == 0 { *p } else { [far, p[1], -far] }).collect(),
            rotations: clip.rotations().to_vec(),
            translations: clip.translations().map(<[_]>::to_vec),
        };
        let moved = Clip::new(parts).unwrap().rerooted();
        for p in moved.root_positions() {
            prop_assert!(p.iter().all(|x| x.abs() <= 1e9));
        }
    }
}
