//! Written clips read back equal, except for the signs of quaternions.

use std::path::Path;
use std::sync::Arc;

use footwork_clip::{
    Clip, ClipParts, GltfTake, GltfWriteError, Joint, JointId, Limits, NoFiles, Skeleton,
    WorldPositions, read_clip, read_gltf, write_gltf,
};
use proptest::prelude::*;

/// Asserts that two clips are equal except for what glTF cannot store: root positions as f64, the signs of
/// quaternions, rotations of ends, and the last bit of a rotation that was not exactly of unit length.
pub(crate) fn assert_same(before: &Clip, after: &Clip) {
    assert_eq!(before.skeleton(), after.skeleton());
    assert_eq!(before.rate(), after.rate());
    assert_eq!(before.is_looping(), after.is_looping());
    assert_eq!(before.frame_count(), after.frame_count());
    for (a, b) in before.poses().zip(after.poses()) {
        for (a, b) in a.root_position.iter().zip(b.root_position) {
            assert!((a - b).abs() <= a.abs() * 1e-7, "{a} {b}");
        }
        for ((a, b), joint) in a
            .rotations
            .iter()
            .zip(b.rotations)
            .zip(before.skeleton().joints())
        {
            // Each quaternion is written with the sign nearer to the one before.
            let is_near = |sign: f32| a.iter().zip(b).all(|(a, b)| (a - sign * b).abs() <= 1e-7);
            assert!(joint.is_end || is_near(1.0) || is_near(-1.0), "{a:?} {b:?}");
        }
        match (a.translations, b.translations) {
            (None, None) => {}
            (Some(a), Some(b)) => assert_eq!(a[1..], b[1..]),
            // Joints that barely leave their rest offset are read as fixed at the offset.
            (a, b) => assert!(a.is_some() && b.is_none(), "positions came from nowhere"),
        }
    }
    let (before, after) = (
        WorldPositions::from_clip(before),
        WorldPositions::from_clip(after),
    );
    for (a, b) in before.frames().zip(after.frames()) {
        for (a, b) in a.iter().zip(b) {
            assert!((0..3).all(|i| (a[i] - b[i]).abs() < 2e-5 + a[i].abs() * 1e-6));
        }
    }
}

fn again(clip: &Clip) -> Clip {
    let take = GltfTake {
        name: "Take",
        clip,
        labels: None,
    };
    let bytes = write_gltf(&[take]).unwrap();
    let loaded = read_clip("take.glb", &bytes, None, &Limits::default()).unwrap();
    assert_eq!((loaded.animation, loaded.fingerprint), (None, None));
    loaded.clip
}

#[test]
fn all_samples_read_back() {
    let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../samples");
    let mut count = 0;
    for folder in ["cmu", "deepmimic"] {
        for entry in std::fs::read_dir(samples.join(folder)).unwrap() {
            let path = entry.unwrap().path();
            let bytes = std::fs::read(&path).unwrap();
            let name = path.to_string_lossy();
            if footwork_clip::ClipFormat::detect(&name, &bytes).is_none() {
                continue;
            }
            let loaded = read_clip(&name, &bytes, None, &Limits::default()).unwrap();
            assert_same(&loaded.clip, &again(&loaded.clip));
            count += 1;
        }
    }
    assert_eq!(count, 22);
}

fn joint(name: &str, parent: Option<u32>, is_end: bool) -> Joint {
    Joint {
        name: name.into(),
        parent: parent.map(JointId::new),
        offset: [0.1, 0.5, 0.0],
        is_end,
    }
}

/// Returns a skeleton with two roots, the second one larger, and an end.
fn forest() -> Arc<Skeleton> {
    let joints = vec![
        joint("Target", None, false),
        joint("Hips", None, false),
        joint("Spine", Some(1), false),
        joint("Aim", Some(0), false),
        joint("Head", Some(2), true),
    ];
    Arc::new(Skeleton::new(joints).unwrap())
}

#[test]
fn clips_that_do_not_fit_are_refused() {
    assert_eq!(write_gltf(&[]), Err(GltfWriteError::NoClip));
    let clip = |joints: Vec<Joint>| {
        let skeleton = Arc::new(Skeleton::new(joints).unwrap());
        let rotations = vec![[0.0, 0.0, 0.0, 1.0]; skeleton.joint_count()];
        Clip::new(ClipParts {
            skeleton,
            rate: "30".parse().unwrap(),
            looping: false,
            root_positions: vec![[0.0; 3]],
            rotations,
            translations: None,
        })
        .unwrap()
    };
    let (a, b) = (
        clip(vec![joint("A", None, false)]),
        clip(vec![joint("B", None, false)]),
    );
    let take = |name, clip| GltfTake {
        name,
        clip,
        labels: None,
    };
    let error = write_gltf(&[take("a", &a), take("b", &b)]).unwrap_err();
    assert_eq!(error, GltfWriteError::OtherSkeleton { name: "b".into() });
    let both = write_gltf(&[take("a", &a), take("a", &a)]).unwrap();
    let document = read_gltf(&both, &NoFiles, None, &Limits::default()).unwrap();
    let names: Vec<_> = document
        .animations
        .iter()
        .map(|a| a.name.as_str())
        .collect();
    assert_eq!(names, ["a", "a_2"]);
    assert_eq!(document.animations[1].findings[0].code, "same-name");
    let error = read_clip("two.glb", &both, None, &Limits::default()).unwrap_err();
    assert_eq!(error.code, "several-clips");
}

fn number() -> impl Strategy<Value = f32> {
    prop_oneof![Just(0.0), -2.0f32..2.0, -1e6f32..1e6]
}

fn clips() -> impl Strategy<Value = Clip> {
    let quaternion = prop::array::uniform4(-1.0f32..1.0).prop_filter("a direction", |q| {
        q.iter().map(|x| x * x).sum::<f32>() > 1e-3
    });
    let rates = prop::sample::select(vec!["30", "120", "16", "30000/1001", "10000/417", "1/2"]);
    (1usize..12, rates, any::<bool>(), any::<bool>()).prop_flat_map(
        move |(frames, rate, looping, moving)| {
            let skeleton = forest();
            let count = frames * skeleton.joint_count();
            let three = || prop::array::uniform3(number());
            let parts = (
                prop::collection::vec(three(), frames),
                prop::collection::vec(quaternion.clone(), count),
                prop::collection::vec(three(), count),
            );
            parts.prop_map(move |(roots, rotations, translations)| {
                Clip::new(ClipParts {
                    skeleton: Arc::clone(&skeleton),
                    rate: rate.parse().unwrap(),
                    looping,
                    root_positions: roots.iter().map(|p| p.map(f64::from)).collect(),
                    rotations,
                    translations: moving.then_some(translations),
                })
                .unwrap()
            })
        },
    )
}

proptest! {
    #[test]
    fn any_clip_reads_back(clip in clips()) {
        assert_same(&clip, &again(&clip));
    }
}

/// A joint that keeps its rotation has one key, signs do not flip, and a clip in which nothing moves keeps its length.
#[test]
fn constant_tracks_have_one_key_and_signs_do_not_flip() {
    let turn = |angle: f32| [libm::sinf(angle), 0.0, 0.0, libm::cosf(angle)];
    let clip = |rotations: Vec<[f32; 4]>| {
        let joints = vec![joint("Hips", None, false), joint("Spine", Some(0), false)];
        Clip::new(ClipParts {
            skeleton: Arc::new(Skeleton::new(joints).unwrap()),
            rate: "30".parse().unwrap(),
            looping: false,
            root_positions: vec![[0.0; 3]; rotations.len() / 2],
            rotations,
            translations: None,
        })
        .unwrap()
    };
    let keys = |clip: &Clip| {
        let take = GltfTake {
            name: "Take",
            clip,
            labels: None,
        };
        let bytes = write_gltf(&[take]).unwrap();
        let loaded = read_clip("take.glb", &bytes, None, &Limits::default()).unwrap();
        assert_same(clip, &loaded.clip);
        loaded.keys.unwrap()
    };
    let flipped = turn(0.2).map(|part| -part);
    let moving = clip(vec![
        turn(0.0),
        turn(0.1),
        turn(0.0),
        flipped,
        turn(0.0),
        turn(0.3),
    ]);
    assert_eq!(keys(&moving), Default::default());
    let still = clip(vec![turn(0.4); 20]);
    assert_eq!(keys(&still).constant_tracks, 1, "two keys give the length");
}
