//! Decoded poses stay within the tolerance on every frame. Legs decode to the same transforms alone. A part of 1 gives
//! the next frame. Twins are reflections.

use footwork_base::Id;
use footwork_poses::{PoseClipId, PoseFile, PoseFileBuilder, RootPlace, Transform};
use footwork_testkit::Random;

use super::motion::{add, apart_m, check_units, legs, motion, skeleton, world};

/// A root at the origin. Joints relative to it are in the space of the clip.
const CLIP: RootPlace = RootPlace {
    position_m: [0.0; 2],
    facing: [0.0, 1.0],
};

#[test]
fn random_motions_stay_within_their_tolerance() {
    for case in 0..120 {
        let mut random = Random::for_case("poses", case);
        let skeleton = skeleton(&mut random);
        let frames = 1 + usize::try_from(case % 41).unwrap();
        let plain = motion(&mut random, &skeleton, frames);
        let tolerance_m = *random.pick(&[1e-4, 5e-4, 2e-3]);
        let mut builder = PoseFileBuilder::new();
        add(&mut builder, &skeleton, &plain, tolerance_m).unwrap();
        let bytes = builder
            .build()
            .unwrap_or_else(|error| panic!("case {case}: {error}"));
        assert_eq!(builder.build().unwrap(), bytes);
        let file = PoseFile::open(bytes.as_slice()).unwrap();
        file.verify().unwrap();
        let clip = file.clip(PoseClipId::from_index(0).unwrap()).unwrap();
        assert_eq!(clip.frame_count() as usize, frames);
        check_units(&clip);
        let mut pose = vec![Transform::IDENTITY; skeleton.len()];
        let given = legs(&skeleton);
        assert_eq!(file.skeletons().next().unwrap().legs(), given);
        let mut legs = pose.clone();
        for (frame, was) in (0..).zip(plain.joints.chunks_exact(skeleton.len())) {
            let root = clip.decode(frame, 0.0, &mut pose).unwrap();
            let error_m = apart_m(
                &world(&skeleton, &root, &pose),
                &world(&skeleton, &CLIP, was),
            );
            assert!(error_m <= f64::from(tolerance_m), "case {case}: {error_m}");
            assert_eq!(clip.root(frame, 0.0), root);
            let wanted = plain.roots[frame as usize];
            for axis in 0..2 {
                let way = root.position_m[axis] - wanted.position_m[axis];
                assert!(way.abs() <= 2.0 * tolerance_m, "case {case}: {way}");
                let turn = root.facing[axis] - wanted.facing[axis];
                assert!(turn.abs() <= 2.0 * tolerance_m, "case {case}: {turn}");
            }
            assert_eq!(clip.standing(frame), plain.standing[frame as usize]);
            // Legs decode to the same transforms alone, and other joints are unchanged.
            legs.fill(Transform::IDENTITY);
            clip.decode_legs(frame, 0.0, &mut legs).unwrap();
            for leg in given.into_iter().flatten() {
                assert_eq!(legs[leg.contact()], pose[leg.contact()]);
            }
            assert!(
                legs.iter()
                    .zip(&pose)
                    .all(|(leg, all)| leg == all || *leg == Transform::IDENTITY)
            );
        }
    }
}

/// Decoding a frame with a part of 1 gives the next frame.
#[test]
fn a_part_of_one_is_the_next_frame() {
    let mut random = Random::for_case("parts", 0);
    let skeleton = skeleton(&mut random);
    let plain = motion(&mut random, &skeleton, 40);
    let mut builder = PoseFileBuilder::new();
    add(&mut builder, &skeleton, &plain, 1e-4).unwrap();
    let file = PoseFile::open(builder.build().unwrap()).unwrap();
    let clip = file.clips().next().unwrap();
    let [mut here, mut there] = [0; 2].map(|_| vec![Transform::IDENTITY; skeleton.len()]);
    for frame in 0..39 {
        let root = clip.decode(frame, 1.0, &mut here);
        assert_eq!(root, clip.decode(frame + 1, 0.0, &mut there));
        assert_eq!(here, there);
    }
    assert_eq!(clip.decode(0, 0.0, &mut here[1..]), None);
}

/// In a twin, partners are exchanged, rotations and moved bones are reflected, and bones at rest keep their own
/// lengths.
#[test]
fn twins_are_reflections_that_store_no_motion() {
    for case in 0..20 {
        let mut random = Random::for_case("twins", case);
        let skeleton = skeleton(&mut random);
        let plain = motion(&mut random, &skeleton, 20);
        let mut builder = PoseFileBuilder::new();
        add(&mut builder, &skeleton, &plain, 1e-4).unwrap();
        let alone = builder.build().unwrap().len();
        let original = PoseClipId::from_index(0).unwrap();
        let twin = builder.add_twin("motion~mirrored", original).unwrap();
        assert!(builder.add_twin("third", twin).is_err());
        let bytes = builder.build().unwrap();
        assert!(bytes.len() <= alone + 16 + 64);
        let file = PoseFile::open(bytes).unwrap();
        let [clip, twin] = [original, twin].map(|id| file.clip(id).unwrap());
        let [mut was, mut is, mut back] = [0; 3].map(|_| vec![Transform::IDENTITY; skeleton.len()]);
        for frame in 0..20 {
            let root = clip.decode(frame, 0.25, &mut was).unwrap();
            let mirrored = twin.decode(frame, 0.25, &mut is).unwrap();
            assert_eq!(
                mirrored.position_m,
                [-root.position_m[0], root.position_m[1]]
            );
            assert_eq!(mirrored.facing, [-root.facing[0], root.facing[1]]);
            for (joint, own) in skeleton.iter().enumerate() {
                let [x, y, z, w] = was[own.partner].rotation;
                assert_eq!(is[joint].rotation, [x, -y, -z, w]);
            }
            let [left, right] = clip.standing(frame);
            assert_eq!(twin.standing(frame), [right, left]);
            twin.mirrored().decode(frame, 0.25, &mut back).unwrap();
            assert_eq!(back, was);
        }
    }
}

/// Poses have the same bits on every machine.
#[test]
fn decoded_bits_are_golden() {
    let mut random = Random::for_case("golden", 0);
    let mut hash = 0u64;
    for _ in 0..8 {
        let skeleton = skeleton(&mut random);
        let plain = motion(&mut random, &skeleton, 50);
        let mut builder = PoseFileBuilder::new();
        add(&mut builder, &skeleton, &plain, 1e-4).unwrap();
        let file = PoseFile::open(builder.build().unwrap()).unwrap();
        let clip = file.clips().next().unwrap().mirrored();
        let mut pose = vec![Transform::IDENTITY; skeleton.len()];
        for frame in 0..50 {
            let root = clip.decode(frame, 0.3, &mut pose).unwrap();
            let numbers = pose
                .iter()
                .flat_map(|joint| joint.rotation.into_iter().chain(joint.translation_m));
            for number in numbers.chain(root.position_m).chain(root.facing) {
                hash = (hash ^ u64::from(number.to_bits())).wrapping_mul(0x0100_0000_01b3);
            }
        }
    }
    assert_eq!(hash, GOLDEN, "{hash:#x}");
}

const GOLDEN: u64 = 0xb4f8_d51b_16b4_7356;
