//! Opens any bytes as a file of compressed poses. The clips of an accepted file decode to finite transforms with unit
//! rotations. Each input is opened unchanged, and again with a correct length and a correct checksum of its tables.

#![no_main]

use footwork_poses::{PoseFile, Transform};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    check(data);
    let mut file = data.to_vec();
    let length = (file.len() as u64).to_le_bytes();
    let Some(place) = file.get_mut(16..24) else {
        return;
    };
    place.copy_from_slice(&length);
    let Some(end) = tables_end(&file).filter(|end| *end <= file.len()) else {
        return;
    };
    let checksum = crc32fast::hash(&file[16..end]).to_le_bytes();
    file[12..16].copy_from_slice(&checksum);
    check(&file);
});

/// Returns the end of the tables, computed from the numbers of rows in the header.
fn tables_end(file: &[u8]) -> Option<usize> {
    let (counts, _) = file.get(24..52)?.as_chunks::<4>();
    let rows = counts.iter().zip([40, 48, 8, 68, 96, 16, 1]);
    rows.map(|(count, size)| u32::from_le_bytes(*count) as usize * size)
        .try_fold(64 + 256, usize::checked_add)
}

fn check(file: &[u8]) {
    let Ok(file) = PoseFile::open(file) else {
        return;
    };
    let _ = file.verify();
    for clip in file.clips().take(16).flat_map(|clip| [clip, clip.mirrored()]) {
        let mut pose = vec![Transform::IDENTITY; clip.joint_count()];
        for frame in [0, 1, 8, 15, 16, 17, clip.frame_count() - 1, u32::MAX] {
            clip.decode(frame, 0.5, &mut pose);
            let _ = clip.standing(frame);
            for joint in &pose {
                let square: f32 = joint.rotation.iter().map(|part| part * part).sum();
                assert!((square - 1.0).abs() < 2e-3);
                assert!(joint.translation_m.iter().all(|part| part.is_finite()));
            }
        }
    }
}
