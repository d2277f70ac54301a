//! Reads any bytes as a glTF file, unchanged, and again as the JSON and the numbers of a GLB with correct lengths.
//! Accepted animations are valid clips, and writing and reading them as a GLB preserves them. Every rejected animation
//! has a reason. An accepted mesh is valid.

#![no_main]

mod clip_checks;
mod mesh_checks;

use clip_checks::check_sound;
use footwork_clip::{GltfAnimation, GltfTake, Limits, NoFiles, read_gltf, write_gltf};
use libfuzzer_sys::fuzz_target;
use mesh_checks::check_mesh;

/// The limits are low, so that a file with two keys far apart takes little time.
const LIMITS: Limits = Limits {
    bytes: 1 << 20,
    joints: 64,
    depth: 16,
    frames: 1000,
    values: 1000 * 64,
};

fuzz_target!(|data: &[u8]| {
    read(data);
    // A line with only `BIN` separates the JSON from the numbers.
    let mark = b"\nBIN\n";
    if let Some(at) = data.windows(mark.len()).position(|window| window == mark) {
        read(&glb(&data[..at], &data[at + mark.len()..]));
    }
});

fn glb(json: &[u8], bin: &[u8]) -> Vec<u8> {
    let length = |bytes: &[u8]| u32::try_from(bytes.len()).unwrap_or(u32::MAX).to_le_bytes();
    let mut out = [
        b"glTF",
        &2u32.to_le_bytes()[..],
        &[0; 4],
        &length(json),
        b"JSON",
    ]
    .concat();
    for part in [json, &length(bin), b"BIN\0", bin] {
        out.extend_from_slice(part);
    }
    let total = length(&out);
    out[8..12].copy_from_slice(&total);
    out
}

fn read(data: &[u8]) {
    check_mesh("a.gltf", data, LIMITS);
    match read_gltf(data, &NoFiles, None, &LIMITS) {
        Ok(document) => {
            let count = document.animations.len() + document.rejected.len();
            assert_eq!(count, document.animation_count);
            for refused in &document.rejected {
                assert!(!refused.error.to_string().is_empty());
            }
            assert!(!document.uses_other_files);
            for animation in &document.animations {
                check_sound(&animation.clip);
            }
            check_written(&document.animations);
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// Checks that writing and reading preserves names, skeletons, rates, labels and rotations.
fn check_written(animations: &[GltfAnimation]) {
    let takes: Vec<GltfTake<'_>> = animations
        .iter()
        .map(|animation| GltfTake {
            name: &animation.name,
            clip: &animation.clip,
            labels: animation.labels.as_ref(),
        })
        .collect();
    let Ok(written) = write_gltf(&takes) else {
        return;
    };
    let again = read_gltf(&written, &NoFiles, None, &Limits::default())
        .unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(again.animations.len(), animations.len());
    for (before, after) in animations.iter().zip(&again.animations) {
        assert_eq!(before.name, after.name);
        assert_eq!(before.labels, after.labels);
        let (before, after) = (&before.clip, &after.clip);
        assert_eq!(before.skeleton(), after.skeleton());
        assert_eq!(before.rate(), after.rate());
        assert_eq!(before.is_looping(), after.is_looping());
        assert_eq!(before.frame_count(), after.frame_count());
        for (a, b) in before.poses().zip(after.poses()) {
            let joints = before.skeleton().joints();
            for ((a, b), joint) in a.rotations.iter().zip(b.rotations).zip(joints) {
                let near = a.iter().zip(b).all(|(a, b)| (a - b).abs() <= 1e-6);
                // The writer omits the rotations of end joints, because nothing uses them.
                assert!(joint.is_end || near, "{a:?} {b:?}");
            }
        }
    }
}
