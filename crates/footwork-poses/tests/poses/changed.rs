//! Changed bytes are either refused or harmless. Decoding allocates nothing.

use footwork_base::FrameRate;
use footwork_poses::{PoseFile, PoseFileBuilder, PoseFileError, Transform};
use footwork_testkit::{Random, allocations};

use super::motion::{add, check_units, motion, skeleton};

#[allow(clippy::unwrap_used, reason = "only tests call this")]
fn file(case: u64) -> Vec<u8> {
    let mut random = Random::for_case("changed", case);
    let skeleton = skeleton(&mut random);
    let plain = motion(&mut random, &skeleton, 60);
    let mut builder = PoseFileBuilder::new();
    let id = add(&mut builder, &skeleton, &plain, 1e-4).unwrap();
    builder.set_index(id, b"an index".to_vec());
    builder.build().unwrap()
}

#[test]
fn every_changed_byte_is_refused_or_harmless() {
    for case in 0..4 {
        let bytes = file(case);
        let mut random = Random::for_case("change", case);
        let mut harmless = 0;
        for place in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[place] ^= *random.pick(&[1, 2, 4, 8, 16, 32, 64, 128, 255]);
            let Ok(opened) = PoseFile::open(changed.as_slice()) else {
                continue;
            };
            harmless += 1;
            opened.clips().for_each(|clip| check_units(&clip));
        }
        assert!(harmless > 0);
        assert_eq!(
            PoseFile::open(bytes.as_slice())
                .unwrap()
                .skeletons()
                .next()
                .unwrap()
                .index_bytes(),
            b"an index"
        );
    }
}

#[test]
fn changed_motion_is_found_and_cut_files_are_refused() {
    let bytes = file(0);
    let clip = bytes.len() - 20;
    let mut changed = bytes.clone();
    changed[clip] ^= 4;
    let error = PoseFile::open(changed).unwrap().verify().unwrap_err();
    assert_eq!(
        error.to_string(),
        "the motion of motion is damaged: its checksum is wrong"
    );
    for length in 0..bytes.len() {
        let error = PoseFile::open(&bytes[..length]).unwrap_err();
        assert!(matches!(error, PoseFileError::Length { .. }), "{error}");
    }
    assert_eq!(PoseFile::open(b"BVH").unwrap_err(), PoseFileError::NotPoses);
    let mut newer = bytes;
    newer[8] = 3;
    assert_eq!(
        PoseFile::open(newer.as_slice()).unwrap_err(),
        PoseFileError::NewerVersion { major: 3, minor: 0 }
    );
    newer[8] = 1;
    assert_eq!(
        PoseFile::open(newer).unwrap_err(),
        PoseFileError::OlderVersion { major: 1, minor: 0 }
    );
}

/// Tables with random content and a correct checksum are either refused or decode to unit
/// rotations.
#[test]
fn changed_tables_with_a_correct_checksum_are_harmless() {
    let bytes = file(1);
    let mut random = Random::for_case("tables", 0);
    let end = bytes
        .windows(6)
        .rposition(|name| name == b"motion")
        .unwrap()
        + 6;
    for _ in 0..20_000 {
        let mut changed = bytes.clone();
        for _ in 0..1 + random.below(3) {
            changed[24 + random.below(end - 24)] = *random.pick(&[0, 1, 2, 31, 127, 128, 255]);
        }
        let sum = crc32fast::hash(&changed[16..end]);
        changed[12..16].copy_from_slice(&sum.to_le_bytes());
        if let Ok(opened) = PoseFile::open(changed.as_slice()) {
            for clip in opened.clips() {
                check_units(&clip);
            }
        }
    }
}

#[test]
fn rates_keep_all_their_digits() {
    let file = PoseFile::open(file(3)).unwrap();
    let rate = file.clips().next().unwrap().source_rate();
    let given = FrameRate::new(100_000_000_000_000_000, 1_669_449_081_803_005);
    assert_eq!(rate, given.unwrap());
    assert!(rate.numerator() > u64::from(u32::MAX));
}

/// If rows could share one long name, a small file with many rows could take minutes to open.
#[test]
fn rows_that_share_names_are_refused() {
    let mut bytes = file(1);
    let names = bytes
        .windows(7)
        .position(|name| name == b"made up")
        .unwrap();
    let end = bytes
        .windows(6)
        .rposition(|name| name == b"motion")
        .unwrap()
        + 6;
    // The row of the first skeleton, which begins with the offset and the length of its name.
    let row = 64 + 4 * 64;
    assert_eq!(bytes[row + 4], 7);
    let length = u8::try_from(end - names).unwrap();
    (bytes[row], bytes[row + 4]) = (0, length);
    let sum = crc32fast::hash(&bytes[16..end]);
    bytes[12..16].copy_from_slice(&sum.to_le_bytes());
    let error = PoseFile::open(bytes).unwrap_err();
    assert!(error.to_string().contains("share names"), "{error}");
}

#[test]
fn decoding_allocates_nothing() {
    let file = PoseFile::open(file(2)).unwrap();
    let clip = file.clips().next().unwrap();
    let mut pose = vec![Transform::IDENTITY; clip.joint_count()];
    let (made, ()) = allocations(|| {
        for frame in 0..60 {
            clip.decode(frame, 0.5, &mut pose);
        }
    });
    assert_eq!(made.count, 0);
}
