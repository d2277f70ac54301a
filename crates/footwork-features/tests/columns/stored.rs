//! Reads the stored specification of each version and writes the same text. `docs/formats.md` explains how to add a
//! version.

use std::path::Path;

use footwork_base::Role;
use footwork_features::{
    Column, FeatureSpec, PoseGroup, ReadSpecError, SPEC_VERSION, Scaling, Skeleton, SkeletonJoint,
    SpecEvent,
};

/// Returns the specification of a version. Version 2 adds events as probabilities.
fn spec(version: u32) -> FeatureSpec {
    let joint = |name: &str, parent| SkeletonJoint {
        name: name.into(),
        parent,
        offset_m: [0.0; 3],
        is_end: false,
    };
    let joints = vec![joint("Hips", None), joint("Left \"Foot\"", Some(0))];
    let skeleton = Skeleton::new(joints, &[(Role::Hips, 0), (Role::LeftFoot, 1)], 0).unwrap();
    let mut spec = FeatureSpec::new("30000/1001".parse().unwrap());
    spec.channels = vec![Column::new("speed", "m/s")];
    spec.events = vec![SpecEvent::encoded("Foot.Left", 0.3, 1.0 / 30.0)];
    if version > 1 {
        spec.events
            .push(SpecEvent::probability("Foot.Right", 0.35, 0.1));
    }
    spec.tags = vec!["Gait.Walk".into()];
    spec.poses = vec![PoseGroup::Velocities, PoseGroup::Root, PoseGroup::Contacts];
    spec.set_skeleton(&skeleton, None);
    let columns = spec.columns();
    let names = || columns.iter().map(|column| column.name.clone());
    spec.scaling = Some(Scaling {
        mean: columns.iter().map(|_| 0.1).collect(),
        deviation: columns.iter().map(|_| 2.5e-3).collect(),
        unscaled: vec!["Gait.Walk".into()],
    });
    spec.frames = 16;
    spec.inputs = names().skip(4).collect();
    spec.outputs = names().skip(1).take(3).collect();
    spec
}

#[test]
fn the_stored_specifications_are_read_and_written() {
    let formats = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/formats");
    for version in 1..=SPEC_VERSION {
        let path = Path::new(formats).join(format!("network.{version}.json"));
        let text = spec(version).to_json().unwrap();
        if std::env::var_os("BLESS").is_some() && !path.exists() {
            std::fs::write(&path, &text).unwrap();
        }
        let stored = std::fs::read_to_string(&path).unwrap();
        assert_eq!(FeatureSpec::from_json(&stored), Ok(spec(version)));
        assert_eq!(text, stored, "a change of a format needs a version");
        let (old, newer) = (format!("\"version\":{version}"), SPEC_VERSION + 1);
        let newest = stored.replacen(&old, &format!("\"version\":{newer}"), 1);
        assert_eq!(
            FeatureSpec::from_json(&newest),
            Err(ReadSpecError::Newer { version: newer })
        );
    }
}
