//! Roles in skeletons of every naming convention: `testdata/roles/`.
#![allow(
    clippy::unwrap_used,
    reason = "a test may stop at what it did not expect"
)]

use std::collections::BTreeMap;
use std::path::Path;

use footwork_base::{LengthUnit, Role};
use footwork_clip::{Clip, Joint, Limits, RoleNames, RoleOutcome, RoleSource, Skeleton, read_clip};

/// The joint of each role, by the name of the role.
type Expected = BTreeMap<String, String>;

fn folder() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/roles")
}

/// Returns the skeletons of the folder with their names and roles.
fn skeletons() -> Vec<(String, Skeleton, Expected)> {
    let text = std::fs::read_to_string(folder().join("expected.toml")).unwrap();
    let all: BTreeMap<String, Expected> = toml::from_str(&text).unwrap();
    let files = std::fs::read_dir(folder()).unwrap();
    assert_eq!(files.count(), all.len() + 1, "each file is expected");
    let read = |(name, expected): (String, Expected)| {
        let bytes = std::fs::read(folder().join(format!("{name}.bvh"))).unwrap();
        let unit = Some(LengthUnit::Centimetre);
        let loaded = read_clip("a.bvh", &bytes, unit, &Limits::default()).unwrap();
        (name, Skeleton::clone(loaded.clip.skeleton()), expected)
    };
    all.into_iter().map(read).collect()
}

fn named(skeleton: &Skeleton) -> Expected {
    let joint = |(role, _): (Role, &RoleOutcome)| {
        let joint = skeleton.joint(skeleton.roles().joint(role)?)?;
        Some((role.to_string(), joint.name.clone()))
    };
    skeleton.roles().iter().filter_map(joint).collect()
}

#[test]
fn roles_are_found_in_every_convention() {
    for (name, skeleton, expected) in skeletons() {
        assert_eq!(named(&skeleton), expected, "{name}");
        for (role, outcome) in skeleton.roles().iter() {
            match outcome {
                RoleOutcome::Joint { source, .. } => {
                    let is_by_shape = *source == RoleSource::Shape;
                    assert_eq!(is_by_shape, name == "nameless", "{name}: {role}");
                }
                RoleOutcome::Missing(why) => assert!(!why.is_empty(), "{name}: {role}"),
            }
        }
    }
}

#[test]
fn prefixes_of_names_do_not_change_roles() {
    let prefixes = [
        "mixamorig:",
        "mixamorig1_",
        "Bip01 ",
        "Bip001_",
        "ValveBiped.Bip01_",
        "J_Bip_",
        "CC_Base_",
        "DEF-",
        "Character1_",
        "m_avg_",
        "Armature|",
        "hero:",
        "hero_",
    ];
    for (name, skeleton, expected) in skeletons() {
        for prefix in prefixes {
            let joint = |joint: &Joint| Joint {
                name: format!("{prefix}{}", joint.name),
                ..joint.clone()
            };
            let renamed = skeleton.joints().iter().map(joint).collect();
            let renamed = named(&Skeleton::new(renamed).unwrap());
            let expected: Expected = expected
                .iter()
                .map(|(role, joint)| (role.clone(), format!("{prefix}{joint}")))
                .collect();
            assert_eq!(renamed, expected, "{prefix} before {name}");
        }
    }
}

#[test]
fn settings_come_before_names_and_shape() {
    for (name, skeleton, _) in skeletons() {
        let last = skeleton.joints().last().unwrap().name.clone();
        let names = RoleNames::from([
            (Role::LeftFoot, last.clone()),
            (Role::Head, "no such joint".to_owned()),
        ]);
        let head = skeleton.roles().joint(Role::Head);
        let given = skeleton.with_role_names(names);
        assert_eq!(
            given.roles().joint(Role::LeftFoot),
            given.find(&last),
            "{name}"
        );
        assert_eq!(given.roles().joint(Role::Head), head, "{name}");
    }
}

/// In these skeletons, ankles are at 8 cm and soles at 2 cm.
#[test]
fn the_height_of_a_foot_is_the_height_of_its_sole() {
    let channel = |clip: &Clip, name: &str| clip.channel(&name.parse().unwrap()).unwrap();
    let [mut soles, mut ankles] = [0, 0];
    for (name, _, expected) in skeletons() {
        let bytes = std::fs::read(folder().join(format!("{name}.bvh"))).unwrap();
        let unit = Some(LengthUnit::Centimetre);
        let clip = read_clip("a.bvh", &bytes, unit, &Limits::default()).unwrap();
        let clip = clip.clip;
        for foot in ["left_foot", "right_foot"] {
            let ankle = serde_json::to_string(&expected[foot]).unwrap();
            let by_role = channel(&clip, &format!("{foot}.height"))[0];
            let by_name = channel(&clip, &format!("{ankle}.height"))[0];
            soles += usize::from((by_role - 0.02).abs() < 1e-4);
            ankles += usize::from((by_name - 0.08).abs() < 1e-4);
            assert_eq!(channel(&clip, &format!("{foot}.y"))[0], by_name, "{name}");
        }
    }
    assert_eq!([soles, ankles], [2 * skeletons().len(); 2]);
}
