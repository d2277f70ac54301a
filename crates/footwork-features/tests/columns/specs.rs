//! A written specification reads back equal. A changed specification, or one that does not fit a skeleton, is rejected.

use footwork_base::{Heading, Role};
use footwork_features::{
    Column, FeatureSpec, PoseGroup, ReadSpecError, Scaling, Skeleton, SkeletonJoint,
    SpecDifference, SpecError, SpecEvent,
};
use footwork_testkit::Random;

use super::motion::skeleton;

fn spec(random: &mut Random, skeleton: &Skeleton) -> FeatureSpec {
    let mut spec = FeatureSpec::new((*random.pick(&["30", "60", "30000/1001"])).parse().unwrap());
    spec.heading = *random.pick(&[Heading::Body, Heading::Hips, Heading::Travel]);
    spec.channels = vec![
        Column::new("speed", "m/s"),
        Column::new("mean(turn, 0.3s)", "rad/s"),
    ];
    spec.channels.truncate(random.below(3));
    for name in ["Foot.Left", "Foot.\"Rïght\""] {
        let window_secs = 0.1 + random.unit();
        spec.events.push(if random.below(3) == 0 {
            SpecEvent::probability(name, 0.1 + 0.9 * random.unit(), random.unit())
        } else {
            SpecEvent::encoded(name, window_secs, 0.3 * window_secs * random.unit())
        });
    }
    spec.tags = vec!["Gait.Walk".into()];
    spec.poses = PoseGroup::ALL
        .into_iter()
        .filter(|_| random.below(2) == 0)
        .collect();
    let few = ["hips".to_owned(), "left_foot".to_owned()];
    spec.set_skeleton(skeleton, (random.below(2) == 0).then_some(&few));
    let columns = spec.columns();
    let number = |random: &mut Random| footwork_base::to_f32(random.unit() * 3.0);
    spec.scaling = (random.below(2) == 0).then(|| Scaling {
        mean: columns.iter().map(|_| number(random)).collect(),
        deviation: columns.iter().map(|_| 0.001 + number(random)).collect(),
        unscaled: vec!["Gait.Walk".into()],
    });
    spec.frames = 1 + random.below_32(60);
    for column in columns {
        match random.below(3) {
            0 => spec.inputs.push(column.name),
            1 => spec.outputs.push(column.name),
            _ => {}
        }
    }
    spec
}

#[test]
fn a_specification_reads_back_and_any_change_is_noticed() {
    for case in 0..300 {
        let mut random = Random::for_case("specs", case);
        let skeleton = skeleton(&mut random);
        let spec = spec(&mut random, &skeleton);
        let text = spec.to_json().unwrap();
        assert_eq!(FeatureSpec::from_json(&text).unwrap(), spec, "case {case}");
        assert!(text.contains(&spec.hash()));
        spec.pose_features(&skeleton).unwrap();
        // The checksum ignores spaces, but not digits.
        let spaced = text.replace("\",\"", "\" ,\n \"").replace('{', "{ ");
        assert_eq!(FeatureSpec::from_json(&spaced).unwrap(), spec);
        let places: Vec<usize> = text
            .match_indices(|c: char| c.is_ascii_digit())
            .map(|(at, _)| at)
            .collect();
        let at = *random.pick(&places);
        let digit = text.as_bytes()[at];
        let other = if digit == b'9' { b'1' } else { digit + 1 };
        let mut changed = text.clone().into_bytes();
        changed[at] = other;
        let changed = String::from_utf8(changed).unwrap();
        match FeatureSpec::from_json(&changed) {
            // The changed digit may belong to a number that rounds to the same value.
            Ok(read) => assert_eq!(read, spec, "case {case}"),
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
}

#[test]
fn rows_become_tensors_and_back() {
    for case in 0..200 {
        let mut random = Random::for_case("rows", case);
        let skeleton = skeleton(&mut random);
        let spec = spec(&mut random, &skeleton);
        let row: Vec<f32> = spec
            .columns()
            .iter()
            .map(|_| footwork_base::to_f32(random.unit()))
            .collect();
        let inputs = spec.input_rows().unwrap();
        let mut tensor = vec![0.0; inputs.len()];
        assert!(inputs.take(&row, &mut tensor));
        assert!(!inputs.take(&row[1..], &mut tensor));
        let mut back = vec![9.0; row.len()];
        assert!(inputs.give(&tensor, &mut back));
        for (index, (a, b)) in row.iter().zip(&back).enumerate() {
            if inputs.places().contains(&index) {
                assert!((a - b).abs() < 1e-5);
            } else {
                assert_eq!(*b, 9.0);
            }
        }
    }
}

#[test]
fn errors_name_the_value_that_differs() {
    let mut random = Random::for_case("differences", 1);
    let skeleton = skeleton(&mut random);
    let mut spec = FeatureSpec::new("30".parse().unwrap());
    spec.tags = vec!["Gait.Walk".into(), "Gait.Run".into()];
    spec.poses = vec![PoseGroup::Positions, PoseGroup::Root];
    spec.set_skeleton(&skeleton, None);
    spec.inputs = spec
        .columns()
        .iter()
        .map(|column| column.name.clone())
        .collect();
    spec.check().unwrap();

    let mut other = spec.clone();
    assert_eq!(spec.first_difference(&other), None);
    other.tags.swap(0, 1);
    let error = spec.first_difference(&other).unwrap();
    assert_eq!(
        error.to_string(),
        "column 0 (from 0) of the network is `Gait.Walk`, not `Gait.Run`"
    );
    other.rate = "60".parse().unwrap();
    let error = spec.first_difference(&other).unwrap();
    assert_eq!(
        error.to_string(),
        "the network's rate is 30 frames per second, not 60"
    );
    let other = FeatureSpec {
        heading: Heading::Hips,
        ..spec.clone()
    };
    let error = spec.first_difference(&other).unwrap();
    assert_eq!(
        error.to_string(),
        "the network has the heading body, not hips"
    );

    // Skeletons without a joint, without a role, and with another parent.
    let fewer = |keep: &dyn Fn(&str) -> bool| {
        let joints = skeleton.joints();
        let kept: Vec<_> = joints
            .iter()
            .filter(|joint| keep(&joint.name))
            .cloned()
            .collect();
        let place = |index: usize| {
            kept.iter()
                .position(|joint| joint.name == joints[index].name)
        };
        let mut moved = kept.clone();
        for joint in &mut moved {
            joint.parent = joint.parent.and_then(place);
        }
        let roles: Vec<_> = skeleton
            .roles()
            .iter()
            .filter_map(|(role, index)| Some((*role, place(*index)?)))
            .collect();
        Skeleton::new(moved, &roles, place(skeleton.travelling()).unwrap()).unwrap()
    };
    let error = spec
        .pose_features(&fewer(&|name| name != "end"))
        .unwrap_err();
    assert_eq!(
        error.to_string(),
        "the network's columns do not fit the skeleton: the skeleton has no joint or role `end`"
    );
    let flat = skeleton.joints().iter().map(|joint| SkeletonJoint {
        parent: joint.parent.map(|_| 0),
        ..joint.clone()
    });
    let flat = Skeleton::new(flat.collect(), skeleton.roles(), skeleton.travelling()).unwrap();
    let error = spec.pose_features(&flat).unwrap_err();
    assert!(matches!(error, SpecDifference::Parent { .. }), "{error}");
    let nobody = Skeleton::new(skeleton.joints().to_vec(), &[], skeleton.travelling()).unwrap();
    let error = spec.pose_features(&nobody).unwrap_err();
    assert!(
        error
            .to_string()
            .starts_with("the network needs the role `left_upper_leg`"),
        "{error}"
    );
}

#[test]
fn bad_texts_and_specifications_are_refused() {
    let mut spec = FeatureSpec::new("30".parse().unwrap());
    spec.tags = vec!["Gait.Walk".into()];
    let text = spec.to_json().unwrap();
    let read = |text: &str| FeatureSpec::from_json(text).unwrap_err();
    assert!(matches!(read(""), ReadSpecError::NotASpec { .. }));
    assert!(matches!(read("[]"), ReadSpecError::NotASpec { .. }));
    let newer = text.replace("\"version\":1", "\"version\":3");
    assert_eq!(read(&newer), ReadSpecError::Newer { version: 3 });
    assert!(matches!(
        read(&text.replace("Walk", "Wank")),
        ReadSpecError::Changed { .. }
    ));
    assert!(matches!(
        read(&text.replace("\"frames\"", "\"fames\"")),
        ReadSpecError::NotASpec { .. }
    ));

    spec.tags.push("Gait.Walk".into());
    assert_eq!(
        spec.check(),
        Err(SpecError::Twice {
            name: "Gait.Walk".into()
        })
    );
    spec.tags.pop();
    spec.outputs = vec!["Gait".into()];
    assert_eq!(
        spec.check(),
        Err(SpecError::NoColumn {
            name: "Gait".into()
        })
    );
    spec.outputs.clear();
    spec.frames = 0;
    assert_eq!(spec.to_json(), Err(SpecError::NoFrames));
    spec.frames = 1;
    spec.poses = vec![PoseGroup::Root];
    assert_eq!(spec.check(), Err(SpecError::NoTravelling));
    spec.poses = vec![PoseGroup::Contacts];
    assert_eq!(spec.check(), Ok(()));
    spec.poses.clear();
    spec.events.push(SpecEvent::encoded("Foot", 0.0, 0.0));
    assert_eq!(
        spec.check(),
        Err(SpecError::BadEvent {
            name: "Foot".into()
        })
    );
    for (threshold, min_gap_secs) in [(0.0, 0.1), (1.1, 0.1), (f64::NAN, 0.1), (0.5, -0.1)] {
        spec.events = vec![SpecEvent::probability("Foot", threshold, min_gap_secs)];
        let name = "Foot".into();
        assert_eq!(spec.check(), Err(SpecError::BadProbability { name }));
    }
    spec.events.clear();
    spec.scaling = Some(Scaling {
        mean: vec![0.0],
        deviation: vec![0.0],
        unscaled: Vec::new(),
    });
    assert!(matches!(spec.check(), Err(SpecError::Scaling(_))));
}

/// Returns a skeleton with the given joints, which are pairs of a name and a parent.
fn named(joints: &[(&str, Option<usize>)], roles: &[(Role, usize)], travelling: usize) -> Skeleton {
    let joints = joints.iter().map(|(name, parent)| SkeletonJoint {
        name: (*name).into(),
        parent: *parent,
        offset_m: [0.0; 3],
        is_end: false,
    });
    Skeleton::new(joints.collect(), roles, travelling).unwrap()
}

/// Returns a specification of joint positions for a skeleton.
fn positions(skeleton: &Skeleton, joints: Option<&[String]>) -> FeatureSpec {
    let mut spec = FeatureSpec::new("30".parse().unwrap());
    spec.poses = vec![PoseGroup::Positions];
    spec.set_skeleton(skeleton, joints);
    spec
}

#[test]
fn the_name_of_a_joint_wins_over_a_role_of_the_same_spelling() {
    // In SMPL, `left_foot` is the joint of the toes.
    let smpl = [
        ("pelvis", None),
        ("left_ankle", Some(0)),
        ("left_foot", Some(1)),
    ];
    let roles = [(Role::Hips, 0), (Role::LeftFoot, 1), (Role::LeftToe, 2)];
    let skeleton = named(&smpl, &roles, 0);
    assert_eq!(skeleton.resolve("left_foot"), Some(2));
    assert_eq!(skeleton.resolve("left_toe"), Some(2));
    assert_eq!(skeleton.resolve("hips"), Some(0));
    let spec = positions(&skeleton, Some(&["left_foot".into()]));
    assert_eq!(spec.joints[0].parent.as_deref(), Some("left_ankle"));
    spec.pose_features(&skeleton).unwrap();
    // `left_foot` is found by name, not by role, so the parent of the joint with that name must match.
    let moved = [smpl[0], smpl[1], ("left_foot", Some(0))];
    let error = spec.pose_features(&named(&moved, &roles, 0)).unwrap_err();
    assert!(matches!(error, SpecDifference::Parent { .. }), "{error}");

    // The role is found both if its joint has another name and if its joint has the name of the role.
    let other = [("Hips", None), ("LeftLeg", Some(0)), ("LeftFoot", Some(1))];
    let other = named(&other, &[(Role::Hips, 0), (Role::LeftFoot, 2)], 0);
    let spec = positions(&other, Some(&["left_foot".into()]));
    let same = [
        ("hips", None),
        ("left_knee", Some(0)),
        ("left_foot", Some(1)),
    ];
    let same = named(&same, &[(Role::Hips, 0), (Role::LeftFoot, 2)], 0);
    for skeleton in [&other, &same] {
        spec.pose_features(skeleton).unwrap();
    }
}

#[test]
fn only_the_roles_of_the_heading_are_needed() {
    let joints = ["Hips", "L.Leg", "R.Leg", "L.Arm", "R.Arm"];
    let joints = joints.map(|name| (name, (name != "Hips").then_some(0)));
    let legs = [
        (Role::Hips, 0),
        (Role::LeftUpperLeg, 1),
        (Role::RightUpperLeg, 2),
    ];
    let arms = [(Role::LeftUpperArm, 3), (Role::RightUpperArm, 4)];
    let whole = named(&joints, &[&legs[..], &arms].concat(), 0);
    let armless = named(&joints, &legs, 0);
    for (heading, is_fine) in [
        (Heading::Hips, true),
        (Heading::Body, false),
        (Heading::Travel, false),
    ] {
        for (trained, running) in [(&whole, &armless), (&armless, &whole)] {
            let mut spec = positions(trained, None);
            spec.heading = heading;
            spec.pose_features(trained).unwrap();
            let found = spec.pose_features(running);
            assert_eq!(found.is_ok(), is_fine, "{heading}");
            // Contacts do not depend on the heading.
            spec.poses = vec![PoseGroup::Contacts];
            spec.pose_features(running).unwrap();
        }
    }
    let role = Role::LeftUpperArm;
    let error = positions(&armless, None).pose_features(&whole).unwrap_err();
    assert_eq!(
        error,
        SpecDifference::UntrainedRole {
            role,
            joint: "L.Arm".into()
        }
    );
    assert_eq!(
        error.to_string(),
        "the network was trained without the role `left_upper_arm`, and the skeleton's joint `L.Arm` has it"
    );
    let joint = "L.Arm".to_owned();
    let error = positions(&whole, None).pose_features(&armless).unwrap_err();
    assert_eq!(error, SpecDifference::NoRole { role, joint });
}

#[test]
fn the_travelling_joint_is_written_and_compared() {
    let joints = [("Root", None), ("Pelvis", Some(0))];
    let roles = [(Role::Hips, 1)];
    let hips = named(&joints, &roles, 1);
    let root = named(&joints, &roles, 0);
    let spec = positions(&hips, None);
    assert_eq!(spec.travelling.as_deref(), Some("hips"));
    assert!(spec.to_json().unwrap().contains("\"travelling\":\"hips\""));
    assert_eq!(positions(&root, None).travelling.as_deref(), Some("Root"));
    spec.pose_features(&hips).unwrap();
    let text = "the network has the travelling joint hips, not Root";
    let error = spec.pose_features(&root).unwrap_err();
    assert_eq!(error.to_string(), text);
    let error = spec.first_difference(&positions(&root, None)).unwrap();
    assert_eq!(error.to_string(), text);
    assert_eq!(spec.first_difference(&positions(&hips, None)), None);
    // Accepted: the same joint without the role, and another joint with the role.
    spec.pose_features(&named(&joints, &[], 1)).unwrap();
    let few = positions(&hips, Some(&["hips".into()]));
    let other = named(&[("Armature", None), ("Hüfte", Some(0))], &roles, 1);
    few.pose_features(&other).unwrap();
    // Here the joint with the name of the role does not have the role.
    let confusing = named(&[("hips", None), ("Pelvis", Some(0))], &roles, 1);
    let spec = positions(&confusing, None);
    assert_eq!(spec.travelling.as_deref(), Some("Pelvis"));
    spec.pose_features(&confusing).unwrap();
}

#[test]
fn sizes_are_limited() {
    let mut spec = FeatureSpec::new("1000".parse().unwrap());
    spec.tags = (0..65_536).map(|tag| format!("T{tag}")).collect();
    spec.frames = 256;
    spec.inputs = spec.tags.clone();
    spec.outputs = spec.tags.iter().rev().cloned().collect();
    // The largest valid specification is read, and its columns are looked up quickly.
    let text = spec.to_json().unwrap();
    let spec = FeatureSpec::from_json(&text).unwrap();
    assert_eq!(spec.output_rows().unwrap().places()[0], 65_535);

    let refused = |change: &dyn Fn(&mut FeatureSpec)| {
        let mut spec = spec.clone();
        change(&mut spec);
        spec.check().unwrap_err()
    };
    let rate = "1001".parse().unwrap();
    assert_eq!(
        refused(&|spec| spec.rate = rate),
        SpecError::BadRate { rate }
    );
    assert_eq!(
        refused(&|spec| spec.tags.push("One more".into())),
        SpecError::TooManyColumns { columns: 65_537 }
    );
    let (frames, inputs) = (257, 65_536);
    assert_eq!(
        refused(&|spec| spec.frames = frames),
        SpecError::TooManyNumbers { frames, inputs }
    );
    let frames = 4097;
    assert_eq!(
        refused(&|spec| (spec.frames, spec.inputs) = (frames, Vec::new())),
        SpecError::TooManyFrames { frames }
    );
    let mut fewer = spec.clone();
    (fewer.frames, fewer.inputs) = (4096, spec.tags[..4096].to_vec());
    fewer.check().unwrap();
}
