//! Clips that FBX cannot hold are refused with the reason, and several clips share a file.

use std::sync::Arc;

use footwork_base::FbxRange;
use footwork_clip::{
    Clip, ClipParts, FbxTake, FbxWriteError, Joint, JointId, Limits, Mesh, MeshBone, Skeleton,
    read_fbx, write_fbx,
};

fn clip(names: &[&str], rate: &str) -> Clip {
    let joints = names.iter().enumerate().map(|(index, name)| Joint {
        name: (*name).to_owned(),
        parent: (index > 0).then(|| JointId::new(0)),
        offset: [0.0, 1.0, 0.0],
        is_end: false,
    });
    Clip::new(ClipParts {
        skeleton: Arc::new(Skeleton::new(joints.collect()).unwrap()),
        rate: rate.parse().unwrap(),
        looping: false,
        root_positions: vec![[0.0; 3]; 2],
        rotations: vec![[0.0, 0.0, 0.0, 1.0]; 2 * names.len()],
        translations: None,
    })
    .unwrap()
}

fn refusal(takes: &[(&str, &Clip)]) -> String {
    let takes = takes.iter().map(|&(name, clip)| FbxTake { name, clip });
    write_fbx(&takes.collect::<Vec<_>>(), None)
        .unwrap_err()
        .to_string()
}

#[test]
fn clips_that_fbx_cannot_hold_are_refused() {
    let walk = clip(&["Hips", "Head"], "30");
    assert_eq!(write_fbx(&[], None), Err(FbxWriteError::NoClip));
    assert_eq!(
        refusal(&[("Walk", &walk), ("Other", &clip(&["Hips"], "30"))]),
        "\"Other\" has another skeleton than the first clip"
    );
    assert_eq!(
        refusal(&[("Walk", &walk), ("Fast", &clip(&["Hips", "Head"], "60"))]),
        "\"Fast\" has 60 frames per second and the first clip 30; an FBX file has one rate"
    );
    for rate in ["10000000/333667", "1/2", "1001", "2.5", "1000000/1001"] {
        let rate = rate.replace("2.5", "5/2");
        let refused = refusal(&[("Odd", &clip(&["Hips"], &rate))]);
        assert!(
            refused.starts_with(&format!("\"Odd\" has {rate} frames per second")),
            "{refused}"
        );
    }
    let refused = refusal(&[("Walk", &clip(&["Hi\0ps"], "30"))]);
    assert!(
        refused.contains(r#"the name "Hi\0ps" has a character U+0000"#),
        "{refused}"
    );
    assert!(refusal(&[("W\0", &walk)]).contains("U+0000"));
}

#[test]
fn a_mesh_of_another_skeleton_is_refused() {
    let walk = clip(&["Hips", "Head"], "30");
    let takes = [FbxTake {
        name: "Walk",
        clip: &walk,
    }];
    let bone = |joint, scale| MeshBone {
        joint: JointId::new(joint),
        joint_from_mesh: [
            [scale, 0.0, 0.0, 0.0],
            [0.0, 1.0, 0.0, 0.0],
            [0.0, 0.0, 1.0, 0.0],
        ],
    };
    for bones in [vec![], vec![bone(2, 1.0)], vec![bone(0, 0.0)]] {
        let mesh = Mesh {
            bones,
            ..Mesh::default()
        };
        assert_eq!(
            write_fbx(&takes, Some(&mesh)),
            Err(FbxWriteError::OtherMesh)
        );
    }
}

#[test]
fn several_clips_share_a_file() {
    let walk = clip(&["Hips", "Head"], "30");
    let takes = [
        FbxTake {
            name: "Walk",
            clip: &walk,
        },
        FbxTake {
            name: "Wälk \"2\"",
            clip: &walk,
        },
    ];
    let bytes = write_fbx(&takes, None).unwrap();
    assert_eq!(
        write_fbx(&takes, None).unwrap(),
        bytes,
        "equal clips give equal bytes"
    );
    let document = read_fbx(&bytes, None, FbxRange::default(), &Limits::default()).unwrap();
    let names: Vec<&str> = document
        .animations
        .iter()
        .map(|a| a.name.as_str())
        .collect();
    assert_eq!(names, ["Walk", "Wälk \"2\""]);
    for animation in &document.animations {
        assert_eq!(animation.clip.frame_count(), 2);
        assert!(animation.findings.is_empty(), "{:?}", animation.findings);
    }
}
