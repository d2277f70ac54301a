//! Joints in world space and footsteps: steps alternate, are at the standing joints, and replay after a rollback.

use footwork_matching::{
    Detail, Foot, Footstep, Input, JointPlace, OpenWorld, Placement, Repertoire, Space, Want,
};
use footwork_testkit::allocations;

use crate::character::{DT, Walker, walker, walking};

/// Walks ahead, and returns each step with the frame of its update.
fn walk(walker: &mut Walker, frames: std::ops::Range<u32>) -> Vec<(u32, Footstep)> {
    let mut steps = Vec::new();
    for frame in frames {
        let input = Input {
            want: Want::Stick([0.0, 1.2]),
            ..Input::default()
        };
        walker.update(DT, &input, &mut OpenWorld).unwrap();
        steps.extend(walker.footsteps().iter().map(|step| (frame, *step)));
    }
    steps
}

fn joints(walker: &Walker, space: Space) -> Vec<JointPlace> {
    let rig = walker.repertoire().rig();
    let mut joints = vec![JointPlace::default(); rig.joint_count()];
    assert!(walker.pose().joints(rig, space, &mut joints));
    joints
}

#[test]
fn a_walk_is_left_and_right_steps_at_the_standing_joints() {
    let walking = walking();
    let mut walker = walker(&walking, Detail::default());
    let mut steps: Vec<Footstep> = Vec::new();
    for frame in 0..600 {
        for (_, step) in walk(&mut walker, frame..frame + 1) {
            let foot = walking.rig().feet()[usize::from(step.foot == Foot::Right)];
            let shown = joints(&walker, Space::World)[foot].position_m;
            for (a, b) in shown.into_iter().zip(step.position_m) {
                assert!((f64::from(a) - b).abs() < 1e-4, "{shown:?} {step:?}");
            }
            steps.push(step);
        }
    }
    assert!((12..30).contains(&steps.len()), "{}", steps.len());
    for pair in steps.windows(2) {
        assert_ne!(pair[0].foot, pair[1].foot);
        let stride_m = pair[1].position_m[2] - pair[0].position_m[2];
        assert!((0.2..1.5).contains(&stride_m), "{stride_m}");
    }
    for step in &steps[2..] {
        assert!((0.8..1.6).contains(&step.speed_mps), "{step:?}");
    }
}

#[test]
fn updates_every_third_frame_find_about_as_many_steps() {
    let walking = walking();
    let detail = Detail {
        update_every: 3,
        ..Detail::default()
    };
    let [mut each, mut third] = [Detail::default(), detail].map(|detail| walker(&walking, detail));
    let (all, some) = (walk(&mut each, 0..600), walk(&mut third, 0..600));
    assert!(
        all.len().abs_diff(some.len()) <= 2,
        "{} {}",
        all.len(),
        some.len()
    );
    let first = some[0].0 % 3;
    assert!(some.iter().all(|(frame, _)| frame % 3 == first));
}

#[test]
fn a_rollback_restores_the_air_time_of_feet() {
    let walking = walking();
    let mut original = walker(&walking, Detail::default());
    // At one of the starts, a foot is about to land.
    for start in (100..160).step_by(4) {
        let mut bytes = Vec::new();
        walk(&mut original, start..start + 4);
        original.save(&mut bytes);
        let mut other = walker(&walking, Detail::default());
        other.restore(&bytes).unwrap();
        assert_eq!(other.footsteps(), []);
        let expected = walk(&mut original.clone(), 0..60);
        assert!(!expected.is_empty());
        assert_eq!(walk(&mut other, 0..60), expected);
    }
}

#[test]
fn world_joints_are_root_joints_moved_by_the_root() {
    let walking = walking();
    let mut walker = walker(&walking, Detail::default());
    walk(&mut walker, 0..50);
    // On flat ground the joints equal those of the playback.
    for (joint, at_m) in joints(&walker, Space::World)
        .iter()
        .zip(walker.playback().joints_m())
    {
        for (a, b) in joint.position_m.into_iter().zip(at_m) {
            assert!((a - b).abs() < 1e-5, "{joint:?} {at_m:?}");
        }
    }
    let before = joints(&walker, Space::Root);
    let to = Placement {
        position_m: [1e6 + 0.25, 3.0, -2.0],
        heading_rad: std::f64::consts::FRAC_PI_2,
    };
    walker.teleport(to);
    assert_eq!(joints(&walker, Space::Root), before);
    for (world, root) in joints(&walker, Space::World).iter().zip(before) {
        let [left, up, ahead] = root.position_m.map(f64::from);
        let expected = [1e6 + 0.25 + ahead, 3.0 + up, -2.0 - left];
        for (a, b) in world.position_m.into_iter().zip(expected) {
            // At this distance from the origin, f32 has steps of 1/16 m.
            let limit = if b > 1e5 { 0.04 } else { 1e-5 };
            assert!((f64::from(a) - b).abs() < limit, "{a} {b}");
        }
        let length: f32 = world.rotation.iter().map(|part| part * part).sum();
        assert!((length - 1.0).abs() < 1e-4);
    }
    let rig = walking.rig();
    let mut few = vec![JointPlace::default(); rig.joint_count() - 1];
    assert!(!walker.pose().joints(rig, Space::World, &mut few));
    let mut all = joints(&walker, Space::Root);
    let (made, ()) = allocations(|| {
        walker.pose().joints(rig, Space::World, &mut all);
    });
    assert_eq!(made.count, 0);
}
