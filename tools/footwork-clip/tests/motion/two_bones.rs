//! The laws of two-bone inverse kinematics.

use footwork_clip::TwoBones;
use glam::{DQuat, DVec3};
use proptest::prelude::*;

fn vector() -> impl Strategy<Value = DVec3> {
    let number = -1.0..1.0f64;
    (number.clone(), number.clone(), number).prop_map(|(x, y, z)| DVec3::new(x, y, z))
}

fn bone() -> impl Strategy<Value = DVec3> {
    vector().prop_filter("a bone has a length", |bone| bone.length() > 0.05)
}

/// A goal at a share of the limb's length from its start, in any direction.
fn goal(share: std::ops::Range<f64>) -> impl Strategy<Value = (DVec3, f64)> {
    let direction = vector().prop_filter_map("a direction", DVec3::try_normalize);
    (direction, share)
}

/// Returns the positions of the middle joint and of the end after the turns.
fn posed(start: DVec3, bones: [DVec3; 2], goal: DVec3, side: DVec3) -> [DVec3; 2] {
    let middle = start + bones[0];
    let places = [start, middle, middle + bones[1]].map(|at| at.to_array());
    let turns = TwoBones::new(places).reach(goal.to_array(), side.to_array());
    let turns = turns.unwrap();
    let [upper, lower] = [turns.upper, turns.lower].map(DQuat::from_array);
    let middle = start + upper * bones[0];
    let end = middle + lower * bones[1];
    let gap = |a: DVec3, b: [f64; 3]| (a - DVec3::from_array(b)).length();
    assert!(gap(middle, turns.middle_m) < 1e-6 && gap(end, turns.end_m) < 1e-6);
    [middle, end]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn bones_keep_their_lengths_and_the_end_comes_as_near_as_possible(
        start in vector(), upper in bone(), lower in bone(), (way, share) in goal(0.0..1.5), side in vector()
    ) {
        let (a, b) = (upper.length(), lower.length());
        let wanted = share * (a + b);
        let goal = start + way * wanted;
        let [middle, end] = posed(start, [upper, lower], goal, side);
        prop_assert!(((middle - start).length() - a).abs() < 1e-9);
        prop_assert!(((end - middle).length() - b).abs() < 1e-9);
        let nearest = wanted.clamp((a - b).abs().max(1e-4 * a), 0.9999 * (a + b));
        prop_assert!((end - (start + way * nearest)).length() < 1e-6, "{wanted} {nearest}");
    }

    #[test]
    fn a_bent_limb_stays_in_its_plane_and_on_its_side(
        upper in bone(), lower in bone(), (way, share) in goal(0.3..0.98), side in vector()
    ) {
        let across = upper.cross(lower);
        prop_assume!(across.length() > 0.05 * upper.length() * lower.length());
        let from = upper + lower;
        let range = (upper.length() - lower.length()).abs()..0.99 * (upper.length() + lower.length());
        let goal = way * share * (upper.length() + lower.length());
        prop_assume!(from.length() > 0.05 && range.contains(&goal.length()));
        prop_assume!(from.angle_between(goal) < 3.0);
        let [middle, _] = posed(DVec3::ZERO, [upper, lower], goal, side);
        let turn = DQuat::from_rotation_arc(from * from.length().recip(), way);
        let normal = (turn * across) * across.length().recip();
        prop_assert!(middle.dot(normal).abs() < 1e-6, "{}", middle.dot(normal));
        // The middle joint stays on its side of the line from start to end.
        prop_assert!(middle.cross(goal - middle).dot(normal) > -1e-9);
    }

    #[test]
    fn a_straight_limb_bends_to_the_given_side(
        bone in bone(), share in 0.2..3.0f64, stretch in 0.5..0.95f64, side in vector()
    ) {
        let away = side - bone * (bone.dot(side) / bone.length_squared());
        prop_assume!(away.length() > 0.1);
        let bones = [bone, bone * share];
        let reach = (bones[0] + bones[1]) * stretch;
        prop_assume!(reach.length() > 1.01 * (bones[0].length() - bones[1].length()).abs());
        let [middle, _] = posed(DVec3::ZERO, bones, reach, side);
        prop_assert!(middle.dot(away) > 0.0);
        let off = middle.cross(away).dot(bone) / (bone.length() * away.length());
        prop_assert!(off.abs() < 1e-6, "{off}");
    }

    #[test]
    fn a_drop_brings_the_goal_within_reach(
        upper in bone(), lower in bone(), (way, share) in goal(0.0..1.5)
    ) {
        let length = upper.length() + lower.length();
        let goal = way * share * length;
        let limb = |down: f64| {
            let start = DVec3::NEG_Y * down;
            TwoBones::new([start, start + upper, start + upper + lower].map(|at| at.to_array()))
        };
        let drop = limb(0.0).drop_m(goal.to_array(), 1.0);
        let miss = DVec3::from_array(limb(drop).miss_m(goal.to_array()));
        let is_beside = goal.x.hypot(goal.z) > 0.9998 * length;
        prop_assert!(is_beside || miss.length() < 1e-6, "{miss}");
        // A limb that reaches its goal needs no drop.
        let near = (upper.length() - lower.length()).abs();
        if share < 0.9998 && goal.length() > 1.001 * near + 1e-3 {
            prop_assert_eq!(drop, 0.0);
        }
    }
}

#[test]
fn a_limb_that_cannot_turn_is_unchanged() {
    let limb =
        |middle: f64, end: f64| TwoBones::new([[0.0; 3], [0.0, middle, 0.0], [0.0, end, 0.0]]);
    let side = [0.0, 0.0, 1.0];
    assert_eq!(limb(0.0, 1.0).reach([0.0, 0.5, 0.0], side), None);
    assert_eq!(limb(1.0, 1.0).reach([0.0, 0.5, 0.0], side), None);
    assert_eq!(limb(1.0, 2.0).reach([0.0, f64::NAN, 0.0], side), None);
    assert_eq!(limb(0.0, 0.0).miss_m([0.0, 1.0, 0.0]), [0.0, 1.0, 0.0]);
    // Limbs that cannot turn: the goal at the start, a folded limb, and a side along the limb.
    for (limb, goal) in [(limb(1.0, 2.0), 0.0), (limb(1.0, 0.0), 1.0)] {
        let turns = limb.reach([0.0, goal, 0.0], [0.0, 1.0, 0.0]).unwrap();
        assert!(turns.upper.iter().all(|x| x.is_finite()), "{turns:?}");
    }
}
