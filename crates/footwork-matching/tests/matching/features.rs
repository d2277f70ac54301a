//! Features are in the space of the character. They do not depend on the rate, the place and the
//! side.

use footwork_base::FrameRate;
use footwork_matching::{
    BuildError, ClipEnd, ClipId, Index, IndexBuilder, JointTrack, MotionClip, PoseId, Root, Schema,
};
use footwork_testkit::Random;

use crate::walker::{Walk, rate};

fn one(walk: &Walk, end: ClipEnd, with_mirrored: bool) -> Index {
    let mut builder = IndexBuilder::new(Schema::locomotion(rate()));
    walk.add_to(&mut builder, "walk", end, with_mirrored)
        .unwrap();
    builder.build()
}

fn features(index: &Index, frame: u32, mirrored: bool) -> [f32; 27] {
    let mut features = [0.0; 27];
    let pose = PoseId {
        clip: ClipId::new(0),
        frame,
        mirrored,
    };
    assert!(index.features(pose, &mut features), "{pose:?}");
    features
}

#[track_caller]
fn near(a: &[f32], b: &[f32], within: f32) {
    assert!(
        a.iter().zip(b).all(|(a, b)| (a - b).abs() <= within),
        "{a:?}\n{b:?}"
    );
}

#[test]
fn the_features_of_a_straight_walk_point_straight_ahead() {
    let walk = Walk::along(&|_| [1.5, 0.0], 200);
    let found = features(&one(&walk, ClipEnd::Cut, false), 50, false);
    // The velocity of the hips, then the future positions and directions of the root.
    near(&found[12..15], &[0.0, found[13], 1.5], 1e-3);
    near(&found[15..21], &[0.0, 0.5, 0.0, 1.0, 0.0, 1.5], 1e-3);
    near(&found[21..27], &[0.0, 1.0, 0.0, 1.0, 0.0, 1.0], 1e-3);
    // The left foot is on the left.
    near(&found[0..1], &[0.1], 1e-3);
    near(&found[3..4], &[-0.1], 1e-3);
}

#[test]
fn features_do_not_depend_on_place_and_direction() {
    let mut random = Random::for_case("place and direction", 0);
    let walk = Walk::random(&mut random, 300);
    let (here, there) = (
        one(&walk, ClipEnd::Cut, false),
        one(&walk.moved(2.0, [3.0, -7.0]), ClipEnd::Cut, false),
    );
    for frame in (0..240).step_by(7) {
        near(
            &features(&here, frame, false),
            &features(&there, frame, false),
            2e-3,
        );
    }
}

#[test]
fn the_twin_has_the_features_of_the_mirrored_clip() {
    let mut random = Random::for_case("mirrored rows", 0);
    let walk = Walk::random(&mut random, 300);
    let both = one(&walk, ClipEnd::Cut, true);
    let twin = one(&walk.mirrored(), ClipEnd::Cut, true);
    for frame in 0..300 {
        assert_eq!(features(&both, frame, true), features(&twin, frame, false));
        assert_eq!(features(&both, frame, false), features(&twin, frame, true));
    }
}

#[test]
fn a_cut_clip_has_no_candidates_without_a_future() {
    let walk = Walk::along(&|_| [1.5, 0.0], 100);
    let cut = one(&walk, ClipEnd::Cut, false);
    let found: Vec<u32> = cut.candidates().map(|pose| pose.frame).collect();
    assert!(found.iter().copied().eq(0..40), "{found:?}");
    // Such poses still have features, because they may be played.
    near(
        &features(&cut, 99, false)[12..15],
        &features(&cut, 39, false)[12..15],
        0.2,
    );
    let rest = one(&walk, ClipEnd::Rest, false);
    assert_eq!(rest.candidate_count(), 100);
    near(&features(&rest, 99, false)[15..21], &[0.0; 6], 1e-3);
}

/// On a circle, every pose has the same future, even across the end of the clip.
#[test]
fn a_loop_continues_past_its_end() {
    let turn = std::f64::consts::TAU / 4.0;
    // A cycle of the gait takes 1 / (0.6 + 0.3 · 4/3) = 1 s.
    let walk = Walk::along(&|_| [4.0 / 3.0, turn], 400);
    let index = one(&walk.cut(75..196), ClipEnd::Loop, true);
    assert_eq!(
        (index.candidate_count(), index.clips()[0].frame_count()),
        (240, 120)
    );
    // The same walk, continued past the end of the loop.
    let longer = one(&walk.cut(75..400), ClipEnd::Cut, false);
    for frame in 0..120 {
        let (found, wanted) = (
            features(&index, frame, false),
            features(&longer, frame, false),
        );
        near(&found[..6], &wanted[..6], 2e-3);
        near(&found[15..], &wanted[15..], 5e-3);
        near(&found[12..15], &wanted[12..15], 0.03);
        // The feet end 2 cm from their start, which affects their velocity at the seam.
        let is_seam = [0, 119].contains(&frame);
        let within = if is_seam { 1.0 } else { 2e-3 };
        near(&found[6..12], &wanted[6..12], within);
    }
}

#[test]
fn clips_of_other_rates_have_the_same_features() {
    let course = |t: f64| [1.5 + libm::sin(t), 0.5 * libm::cos(t)];
    let fine = Walk::along(&course, 601);
    let at_60 = one(&fine, ClipEnd::Cut, false);
    let every =
        |track: &[[f32; 3]], step| -> Vec<_> { track.iter().step_by(step).copied().collect() };
    for step in [2, 3] {
        let root: Vec<Root> = fine.root.iter().step_by(step).copied().collect();
        let tracks =
            [&fine.left_foot, &fine.right_foot, &fine.hips].map(|track| every(track, step));
        let joint = |name, positions_m| JointTrack { name, positions_m };
        let mut builder = IndexBuilder::new(Schema::locomotion(rate()));
        builder
            .add_clip(&MotionClip {
                name: "coarse",
                rate: FrameRate::whole(60 / step as u64).unwrap(),
                end: ClipEnd::Cut,
                with_mirrored: false,
                root: &root,
                joints: &[
                    joint("left_foot", &tracks[0]),
                    joint("right_foot", &tracks[1]),
                    joint("hips", &tracks[2]),
                ],
                channels: &[],
            })
            .unwrap();
        let coarse = builder.build();
        assert_eq!(coarse.pose_count(), 601);
        for frame in 5..500 {
            let (a, b) = (
                features(&coarse, frame, false),
                features(&at_60, frame, false),
            );
            near(&a[..6], &b[..6], 0.05);
            near(&a[15..], &b[15..], 0.01);
        }
    }
}

#[test]
fn errors_name_clip_frame_and_feature() {
    let walk = Walk::along(&|_| [1.5, 0.0], 20);
    let mut builder = IndexBuilder::new(Schema::locomotion(rate()));
    let mut add = |walk: &Walk, end| {
        walk.add_to(&mut builder, "walk", end, true)
            .unwrap_err()
            .to_string()
    };

    let mut bad = walk.clone();
    bad.left_foot[7][1] = f32::NAN;
    assert_eq!(
        add(&bad, ClipEnd::Cut),
        "`left_foot` of frame 7 of the clip `walk` is not finite, or too large"
    );
    bad.left_foot[7][1] = 1e30;
    assert_eq!(
        add(&bad, ClipEnd::Cut),
        "`left foot velocity y` of frame 6 of the clip `walk` is not finite, or too large"
    );
    let mut bad = walk.clone();
    bad.hips.pop();
    assert_eq!(
        add(&bad, ClipEnd::Cut),
        "the track `hips` of the clip `walk` has 19 frames, but its root has 20"
    );
    let mut bad = walk.clone();
    bad.root[3].facing = [0.0, 0.0];
    assert_eq!(
        add(&bad, ClipEnd::Cut),
        "the root of frame 3 of the clip `walk` has a facing without a direction"
    );
    let error = add(&walk, ClipEnd::Loop);
    assert!(
        error.starts_with("the clip `walk` does not loop: at frame 19, `left foot position` is 0."),
        "{error}"
    );
    let missing = builder.add_clip(&MotionClip {
        name: "walk",
        rate: rate(),
        end: ClipEnd::Cut,
        with_mirrored: false,
        root: &walk.root,
        joints: &[],
        channels: &[],
    });
    assert!(matches!(missing, Err(BuildError::MissingTrack { name, .. }) if name == "left_foot"));
    // The builder must not keep any part of the rejected clips.
    assert_eq!(builder.build().pose_count(), 0);
}

#[test]
fn a_constant_feature_is_left_out_and_named() {
    let index = one(&Walk::along(&|_| [1.5, 0.0], 200), ClipEnd::Cut, false);
    let constant: Vec<String> = index.constant_features().collect();
    assert!(
        constant.contains(&"trajectory position x in 20 frames".to_owned()),
        "{constant:?}"
    );
    assert!(
        !constant.contains(&"left foot position z".to_owned()),
        "{constant:?}"
    );
}
