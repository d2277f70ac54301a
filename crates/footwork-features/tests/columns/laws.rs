//! Laws of pose features: a whole clip has the bits of a stream, columns do not depend on where the character stands
//! and faces, and columns give back the path and the poses.

use std::sync::Arc;

use footwork_base::{FrameRate, Heading};
use footwork_features::{
    Frame, FrameError, GroundPlace, PoseColumns, PoseFeatures, PoseGroup, PoseRecovery, PoseStream,
    RecoverError, Skeleton, Start,
};
use footwork_testkit::Random;

use super::motion::{Motion, motion, skeleton};

fn cases() -> u64 {
    match std::env::var_os("FOOTWORK_SOAK") {
        Some(_) => 20_000,
        None => 200,
    }
}

fn features(skeleton: &Skeleton, groups: &[PoseGroup], rate: u64) -> Arc<PoseFeatures> {
    let names = skeleton.joints().iter().map(|joint| joint.name.clone());
    let columns = PoseColumns::new(groups, names.collect());
    let rate = FrameRate::whole(rate).unwrap();
    Arc::new(PoseFeatures::new(columns, skeleton.clone(), Heading::Body, rate).unwrap())
}

fn groups(random: &mut Random) -> Vec<PoseGroup> {
    PoseGroup::ALL
        .into_iter()
        .filter(|_| random.below(3) > 0)
        .collect()
}

fn bits(rows: &[f32]) -> Vec<u32> {
    rows.iter().map(|x| x.to_bits()).collect()
}

#[test]
fn a_whole_clip_has_the_bits_of_a_stream() {
    for case in 0..cases() {
        let mut random = Random::for_case("stream", case);
        let skeleton = skeleton(&mut random);
        let features = features(&skeleton, &groups(&mut random), 30);
        let frames = 1 + random.below(40);
        let motion = motion(&mut random, &skeleton, frames);
        let width = features.columns().count();
        let window = features.rows(motion.frames(), Start::Still).unwrap();
        let mut stream = PoseStream::new(Arc::clone(&features));
        let mut rows = Vec::new();
        let bad = vec![[0.0; 4]; skeleton.joints().len()];
        for frame in motion.frames() {
            let mut row = vec![7.0; width];
            // A refused frame must leave no trace.
            let wrong = Frame {
                rotations: &bad,
                ..frame
            };
            let refused = stream.push(&wrong, &mut row);
            assert_eq!(refused, Err(FrameError::NoRotation { index: 0 }));
            assert!(row.iter().all(|x| *x == 7.0));
            stream.push(&frame, &mut row).unwrap();
            rows.extend(row);
        }
        assert_eq!(bits(&rows), bits(&window), "case {case}");
        // A window of later frames differs only in its first row.
        let from = random.below(motion.roots.len());
        let later = Motion {
            roots: motion.roots[from..].to_vec(),
            rotations: motion.rotations[from..].to_vec(),
            translations: motion.translations.as_ref().map(|all| all[from..].to_vec()),
            contacts: motion.contacts[from..].to_vec(),
        };
        let part = features.rows(later.frames(), Start::Still).unwrap();
        for (a, b) in part[width.min(part.len())..]
            .iter()
            .zip(&window[(from + 1) * width..])
        {
            assert!(
                (a - b).abs() <= 2e-6 * libm::fmaxf(b.abs(), 1.0),
                "case {case}: {a} {b}"
            );
        }
    }
}

#[test]
fn columns_do_not_depend_on_position_and_heading() {
    for case in 0..cases() {
        let mut random = Random::for_case("heading", case);
        let skeleton = skeleton(&mut random);
        let features = features(&skeleton, &PoseGroup::ALL, 30);
        let plain = motion(&mut random, &skeleton, 20);
        let angle = 6.0 * random.unit() - 3.0;
        let (sin, cos) = libm::sincos(angle);
        let (half_sin, half_cos) = libm::sincos(0.5 * angle);
        let mut turned = motion(&mut Random::for_case("other", case), &skeleton, 20);
        turned.contacts.clone_from(&plain.contacts);
        turned.translations.clone_from(&plain.translations);
        turned.roots = plain
            .roots
            .iter()
            .map(|[x, y, z]| [cos * x + sin * z + 3.0, *y, cos * z - sin * x - 7.0])
            .collect();
        turned.rotations.clone_from(&plain.rotations);
        for rotations in &mut turned.rotations {
            let [x, y, z, w] = rotations[0].map(f64::from);
            let q = [
                half_cos * x + half_sin * z,
                half_cos * y + half_sin * w,
                half_cos * z - half_sin * x,
                half_cos * w - half_sin * y,
            ];
            rotations[0] = q.map(footwork_base::to_f32);
        }
        let [plain, turned] =
            [&plain, &turned].map(|motion| features.rows(motion.frames(), Start::Moving).unwrap());
        for (index, (a, b)) in plain.iter().zip(&turned).enumerate() {
            assert!(
                (a - b).abs() < 2e-5,
                "case {case}, column {}: {a} {b}",
                index % features.columns().count()
            );
        }
    }
}

#[test]
fn poses_are_recovered_from_their_columns() {
    for case in 0..cases() {
        let mut random = Random::for_case("recover", case);
        let skeleton = skeleton(&mut random);
        let mut motion = motion(&mut random, &skeleton, 300);
        let has_positions = random.below(2) == 0;
        let mut chosen = vec![PoseGroup::Rotations, PoseGroup::Root];
        if has_positions {
            chosen.push(PoseGroup::Positions);
        } else {
            // Translations of joints are lost unless the columns have joint positions.
            motion.translations = None;
        }
        let features = features(&skeleton, &chosen, *random.pick(&[20, 30, 60, 120]));
        let everything = self::features(&skeleton, &PoseGroup::ALL, 30);
        let rows = features.rows(motion.frames(), Start::Still).unwrap();
        let mut stream = PoseStream::new(Arc::clone(&everything));
        let mut full = vec![0.0; everything.columns().count()];
        let mut place = None;
        let mut recovery: Option<PoseRecovery> = None;
        for (frame, row) in motion.frames().zip(rows.chunks(features.columns().count())) {
            stream.push(&frame, &mut full).unwrap();
            let root = world_of(&skeleton, &frame);
            let here = GroundPlace {
                position_m: [
                    root[skeleton.travelling()][0],
                    root[skeleton.travelling()][2],
                ],
                heading_rad: stream.heading_rad().unwrap(),
            };
            let start = *place.get_or_insert(here);
            let recovery = recovery
                .get_or_insert_with(|| PoseRecovery::new(Arc::clone(&features), start).unwrap());
            let pose = recovery.pose(row).unwrap();
            // The limit is 0.1 mm on every joint, which also bounds rotations of joints with children. For other joints
            // it is 0.1°.
            let back = world_of(&skeleton, &pose.frame());
            for (joint, (a, b)) in root.iter().zip(&back).enumerate() {
                let apart = (0..3)
                    .map(|axis| (a[axis] - b[axis]).abs())
                    .fold(0.0, libm::fmax);
                assert!(apart < 1e-4, "case {case}, joint {joint}: {apart}");
            }
            for (index, joint) in skeleton
                .joints()
                .iter()
                .enumerate()
                .filter(|(_, joint)| !joint.is_end)
            {
                let [a, b] =
                    [frame.rotations[index], pose.rotations[index]].map(|q| q.map(f64::from));
                let dot: f64 = a.iter().zip(&b).map(|(x, y)| x * y).sum();
                let lengths: f64 = a.iter().map(|x| x * x).sum::<f64>().sqrt();
                let angle = 2.0 * libm::acos(libm::fmin(dot.abs() / lengths, 1.0));
                assert!(
                    angle.to_degrees() < 0.1,
                    "case {case}, {}: {angle}",
                    joint.name
                );
            }
        }
    }
}

/// Computes world positions with a plain chain of matrices, independently of the crate.
fn world_of(skeleton: &Skeleton, frame: &Frame<'_>) -> Vec<[f64; 3]> {
    let mut matrices: Vec<[[f64; 3]; 3]> = Vec::new();
    let mut positions: Vec<[f64; 3]> = Vec::new();
    for (index, joint) in skeleton.joints().iter().enumerate() {
        let [x, y, z, w] = frame.rotations[index].map(f64::from);
        let length = (x * x + y * y + z * z + w * w).sqrt();
        let [x, y, z, w] = [x / length, y / length, z / length, w / length];
        let own = [
            [
                1.0 - 2.0 * (y * y + z * z),
                2.0 * (x * y - z * w),
                2.0 * (x * z + y * w),
            ],
            [
                2.0 * (x * y + z * w),
                1.0 - 2.0 * (x * x + z * z),
                2.0 * (y * z - x * w),
            ],
            [
                2.0 * (x * z - y * w),
                2.0 * (y * z + x * w),
                1.0 - 2.0 * (x * x + y * y),
            ],
        ];
        let moved = frame
            .translations
            .map_or(joint.offset_m, |all| all[index])
            .map(f64::from);
        let Some(parent) = joint.parent else {
            matrices.push(own);
            positions.push(if index == 0 {
                frame.root_position_m
            } else {
                moved
            });
            continue;
        };
        let m = matrices[parent];
        let row = |axis: usize| {
            (0..3).map(|k| m[axis][k] * moved[k]).sum::<f64>() + positions[parent][axis]
        };
        positions.push([row(0), row(1), row(2)]);
        let product = |i: usize, j: usize| (0..3).map(|k| m[i][k] * own[k][j]).sum::<f64>();
        matrices.push([0, 1, 2].map(|i| [0, 1, 2].map(|j| product(i, j))));
    }
    positions
}

#[test]
fn errors_name_the_columns_that_recovery_needs() {
    let mut random = Random::for_case("missing", 0);
    let skeleton = skeleton(&mut random);
    let refused = |groups: &[PoseGroup]| {
        PoseRecovery::new(features(&skeleton, groups, 30), GroundPlace::default()).unwrap_err()
    };
    assert_eq!(
        refused(&[PoseGroup::Root]),
        RecoverError::NoGroup {
            group: PoseGroup::Rotations
        }
    );
    assert_eq!(
        refused(&[PoseGroup::Rotations]),
        RecoverError::NoGroup {
            group: PoseGroup::Root
        }
    );
    let some = PoseColumns::new(&PoseGroup::ALL, vec!["Hips".into()]);
    let some = PoseFeatures::new(some, skeleton.clone(), Heading::Body, FrameRate::ONE).unwrap();
    let error = PoseRecovery::new(Arc::new(some), GroundPlace::default()).unwrap_err();
    assert!(matches!(error, RecoverError::NoJoint { .. }), "{error}");
    let all = features(&skeleton, &PoseGroup::ALL, 30);
    let mut recovery = PoseRecovery::new(Arc::clone(&all), GroundPlace::default()).unwrap();
    let zeros = vec![0.0; all.columns().count()];
    assert!(matches!(
        recovery.pose(&zeros),
        Err(RecoverError::BadNumber { .. })
    ));
    let nothing = PoseColumns::new(&PoseGroup::ALL, vec!["left_foto".into()]);
    let error = PoseFeatures::new(nothing, skeleton, Heading::Body, FrameRate::ONE).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the skeleton has no joint or role `left_foto`; did you mean `left_foot`?"
    );
}
