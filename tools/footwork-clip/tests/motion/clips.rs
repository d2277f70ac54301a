//! The clips that these tests run on.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use footwork_base::FrameRate;
use footwork_clip::{Clip, ClipFormat, ClipParts, Joint, JointId, Limits, Skeleton, read_clip};
use proptest::prelude::*;

/// Returns every clip of the samples and, if present, of the extra set, each with its name.
pub(crate) fn real() -> Vec<(String, Clip)> {
    let samples = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../samples");
    let mut files = Vec::new();
    collect(&samples, &mut files);
    assert_eq!(files.len(), 22);
    match std::env::var_os("FOOTWORK_EXTRA_CLIPS") {
        Some(extra) => collect(Path::new(&extra), &mut files),
        None => println!("FOOTWORK_EXTRA_CLIPS does not name the folder of more real clips"),
    }
    let load = |path: PathBuf| {
        let name = path.to_string_lossy().into_owned();
        let bytes = std::fs::read(&path).unwrap();
        let loaded = read_clip(&name, &bytes, None, &Limits::default());
        (name, loaded.unwrap().clip)
    };
    files.into_iter().map(load).collect()
}

/// Collects the BVH and DeepMimic files below a folder.
fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    entries.sort();
    for path in entries {
        let name = path.to_string_lossy().into_owned();
        if path.is_dir() {
            // The folder `cases` holds files with deliberate mistakes.
            if !path.ends_with("cases") {
                collect(&path, files);
            }
        } else if name.ends_with(".bvh") || name.ends_with(".txt") {
            let bytes = std::fs::read(&path).unwrap();
            files.extend(ClipFormat::detect(&name, &bytes).map(|_| path));
        }
    }
}

/// Returns the sample clip with this name.
pub(crate) fn sample(name: &str) -> Clip {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../../samples")
        .join(name);
    let bytes = std::fs::read(path).unwrap();
    read_clip(name, &bytes, None, &Limits::default())
        .unwrap()
        .clip
}

pub(crate) fn joint(name: &str, parent: Option<u32>, offset: [f32; 3]) -> Joint {
    Joint {
        name: name.into(),
        parent: parent.map(JointId::new),
        offset,
        is_end: false,
    }
}

const NAMES: [(&str, Option<u32>); 9] = [
    ("Hips", None),
    ("LeftUpLeg", Some(0)),
    ("RightUpLeg", Some(0)),
    ("LeftFoot", Some(1)),
    ("RightFoot", Some(2)),
    ("Toe", Some(3)),
    ("Toe", Some(4)),
    ("Spine", Some(0)),
    ("Head", Some(7)),
];

/// Returns random motion of a small character, with or without animated positions.
pub(crate) fn any_clip() -> impl Strategy<Value = Clip> {
    let joints = NAMES.len();
    (1..20usize, 5..200u64)
        .prop_flat_map(move |(frames, rate)| {
            let numbers = |count: usize| prop::collection::vec(-2.0..2.0f32, count);
            (
                numbers(joints * 3),
                numbers(frames * 3),
                numbers(frames * joints * 4),
                prop::option::of(numbers(frames * joints * 3)),
                any::<bool>(),
                Just(FrameRate::whole(rate).unwrap()),
            )
        })
        .prop_filter_map(
            "rotations have a direction",
            |(offsets, roots, turns, moved, looping, rate)| {
                let triples = |numbers: &[f32]| -> Vec<[f32; 3]> {
                    numbers
                        .chunks_exact(3)
                        .map(|c| [c[0], c[1], c[2]])
                        .collect()
                };
                let joints = NAMES.iter().zip(triples(&offsets));
                let joints = joints.map(|((name, parent), offset)| joint(name, *parent, offset));
                Clip::new(ClipParts {
                    skeleton: Arc::new(Skeleton::new(joints.collect()).unwrap()),
                    rate,
                    looping,
                    root_positions: triples(&roots).iter().map(|p| p.map(f64::from)).collect(),
                    rotations: turns
                        .chunks_exact(4)
                        .map(|c| [c[0], c[1], c[2], c[3]])
                        .collect(),
                    translations: moved.map(|moved| triples(&moved)),
                })
                .ok()
            },
        )
}

/// Returns every bit of a clip's motion and rest offsets, so that -0 differs from 0.
pub(crate) fn bits(clip: &Clip) -> Vec<u64> {
    let offsets = clip
        .skeleton()
        .joints()
        .iter()
        .flat_map(|joint| joint.offset);
    let turns = clip.rotations().iter().flatten().copied();
    let moved = clip
        .translations()
        .unwrap_or_default()
        .iter()
        .flatten()
        .copied();
    let narrow = offsets
        .chain(turns)
        .chain(moved)
        .map(|x| u64::from(x.to_bits()));
    let roots = clip.root_positions().iter().flatten().map(|x| x.to_bits());
    narrow.chain(roots).collect()
}
