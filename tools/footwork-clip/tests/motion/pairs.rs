//! The pairing of left and right joints.

use std::collections::BTreeMap;

use footwork_clip::{JointId, JointPairs, PairError, Skeleton};

use crate::clips::joint;

/// Checks the partners of joints, given as names and parents, or the error.
#[track_caller]
fn check(joints: &[(&str, Option<u32>)], names: &[(&str, &str)], expected: Result<&[u32], &str>) {
    let joints = joints
        .iter()
        .map(|(name, parent)| joint(name, *parent, [0.0; 3]));
    let skeleton = Skeleton::new(joints.collect()).unwrap();
    let names: BTreeMap<String, String> = names
        .iter()
        .map(|(a, b)| ((*a).to_owned(), (*b).to_owned()))
        .collect();
    match (JointPairs::from_names_with(&skeleton, &names), expected) {
        (Ok(pairs), Ok(expected)) => {
            let ids = skeleton.iter().map(|(id, _)| pairs.partner(id).unwrap());
            let expected = expected.iter().copied().map(JointId::new);
            assert_eq!(ids.collect::<Vec<_>>(), expected.collect::<Vec<_>>());
        }
        (Err(error), Err(expected)) => assert_eq!(error.to_string(), expected),
        (found, expected) => panic!("{found:?} is not {expected:?}"),
    }
}

const HIP: Option<u32> = Some(0);

#[test]
fn joints_are_paired_by_name() {
    check(
        &[("Hips", None), ("L_leg", HIP), ("r_LEG", HIP)],
        &[],
        Ok(&[0, 2, 1]),
    );
    check(
        &[("Hips", None), ("Tail", HIP), ("Head", HIP)],
        &[],
        Ok(&[0, 1, 2]),
    );
    check(&[("L root", None), ("x", HIP)], &[], Ok(&[0, 1]));
    check(
        &[("Hips", None), ("rope.L", None), ("rope.R", None)],
        &[],
        Ok(&[0, 2, 1]),
    );
}

#[test]
fn joints_are_paired_by_their_first_letter_if_both_joints_exist() {
    let legs = [("root", None), ("lfemur", HIP), ("rfemur", HIP)];
    check(&legs, &[], Ok(&[0, 2, 1]));
    let spine = [("lowerback", HIP), ("rope", HIP)];
    check(&[&legs[..], &spine].concat(), &[], Ok(&[0, 2, 1, 3, 4]));
    let hands = [
        ("Hips", None),
        ("LeftArm", HIP),
        ("RightArm", HIP),
        ("lhand", Some(1)),
    ];
    let both = [&hands[..], &[("rhand", Some(2))]].concat();
    check(&both, &[], Ok(&[0, 2, 1, 4, 3]));
    check(
        &hands,
        &[],
        Err("lhand has no partner: RightArm has no joint lhand"),
    );
}

#[test]
fn quadruped_legs_are_paired_by_their_corner() {
    let legs = [
        ("hips", None),
        ("FL_thigh", HIP),
        ("FR_thigh", HIP),
        ("leg_RL", HIP),
        ("leg_RR", HIP),
    ];
    check(&legs, &[], Ok(&[0, 2, 1, 4, 3]));
    let side_first = [
        ("hips", None),
        ("lf_1", HIP),
        ("rf_1", HIP),
        ("lr_1", HIP),
        ("rr_1", HIP),
    ];
    check(&side_first, &[], Ok(&[0, 2, 1, 4, 3]));
    check(
        &legs[..2],
        &[],
        Err("FL_thigh has no partner: hips has no joint FR_thigh"),
    );
}

#[test]
fn limbs_whose_names_state_no_side_are_not_taken_for_middle_joints() {
    let below = |name: &str, x| joint(name, HIP, [x, -0.4, 0.0]);
    let limbs = [
        joint("bone0", None, [0.0; 3]),
        below("bone1", 0.1),
        below("bone2", -0.1),
    ];
    let error = JointPairs::from_names(&Skeleton::new(limbs.to_vec()).unwrap()).unwrap_err();
    assert_eq!(error, PairError::NoSides);
    let tail = [joint("bone0", None, [0.0; 3]), below("bone1", 0.1)];
    assert!(JointPairs::from_names(&Skeleton::new(tail.to_vec()).unwrap()).is_ok());
}

#[test]
fn joints_whose_names_state_no_side_follow_their_parents() {
    let legs = [("Hips", None), ("LeftLeg", HIP), ("RightLeg", HIP)];
    let toes = [
        ("Toe", Some(1)),
        ("Toe", Some(1)),
        ("Toe", Some(2)),
        ("Toe", Some(2)),
    ];
    check(
        &[&legs[..], &toes].concat(),
        &[],
        Ok(&[0, 2, 1, 5, 6, 3, 4]),
    );
    let sword = [("Sword", Some(2))];
    check(
        &[&legs[..], &sword].concat(),
        &[],
        Err("Sword has no partner: LeftLeg has no joint Sword"),
    );
}

#[test]
fn the_error_names_the_joint_without_a_partner() {
    check(
        &[("Hips", None), ("LeftLeg", HIP)],
        &[],
        Err("LeftLeg has no partner: Hips has no joint RightLeg"),
    );
    let odd = [
        ("Hips", None),
        ("LeftLeg", HIP),
        ("RightLeg", HIP),
        ("RightLeg", HIP),
    ];
    check(
        &odd,
        &[],
        Err("RightLeg has no partner: Hips has no joint LeftLeg"),
    );
    let apart = [
        ("Hips", None),
        ("LeftLeg", HIP),
        ("Spine", HIP),
        ("RightLeg", Some(2)),
    ];
    check(
        &apart,
        &[],
        Err("LeftLeg has no partner: Hips has no joint RightLeg"),
    );
}

#[test]
fn joints_are_paired_by_a_list_of_names() {
    let odd = [
        ("Hips", None),
        ("port", HIP),
        ("starboard", HIP),
        ("LeftTail", HIP),
    ];
    let list = [
        ("port", "starboard"),
        ("LeftTail", "LeftTail"),
        ("mast", "keel"),
    ];
    check(&odd, &list, Ok(&[0, 2, 1, 3]));
    check(
        &odd,
        &list[..1],
        Err("LeftTail has no partner: Hips has no joint RightTail"),
    );
    check(
        &odd[..2],
        &list,
        Err("port has no partner: Hips has no joint starboard"),
    );
    let crossed = [("port", "Hips")];
    check(
        &odd[..2],
        &crossed,
        Err("Hips has no partner: there is no root port"),
    );
}

#[test]
fn a_spine_of_lumbar_vertebrae_is_in_the_middle() {
    let spine = [
        ("Hips", None),
        ("L5", HIP),
        ("L3", Some(1)),
        ("T12", Some(2)),
    ];
    check(&spine, &[], Ok(&[0, 1, 2, 3]));
    check(
        &[("Hips", None), ("L1", HIP), ("R1", HIP)],
        &[],
        Ok(&[0, 2, 1]),
    );
}

#[test]
fn a_skeleton_with_ten_thousand_siblings_is_paired() {
    let mut joints = vec![("Hips", None)];
    joints.extend([("LeftToe", HIP), ("RightToe", HIP)].repeat(5000));
    let skeleton = joints
        .iter()
        .map(|(name, parent)| joint(name, *parent, [0.0; 3]));
    let skeleton = Skeleton::new(skeleton.collect()).unwrap();
    let pairs = JointPairs::from_names(&skeleton).unwrap();
    assert_eq!(
        pairs.partner(JointId::new(9999)),
        Some(JointId::new(10_000))
    );
}
