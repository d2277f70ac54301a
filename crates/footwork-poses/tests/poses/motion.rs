//! Random skeletons and motions, and the uncompressed kinematics to which decoded poses are
//! compared.

use footwork_base::{FrameRate, to_f32};
use footwork_poses::{
    NewClip, NewSkeleton, PoseBuildError, PoseClip, PoseClipEnd, PoseFileBuilder, PoseJoint,
    PoseLeg, RootPlace, SkeletonId, Transform,
};
use footwork_testkit::Random;

/// Returns a random skeleton. Joints in pairs are partners, but their bones are not mirror images.
pub(crate) fn skeleton(random: &mut Random) -> Vec<PoseJoint<'static>> {
    let count = 1 + random.below(12);
    let mut joints: Vec<PoseJoint<'static>> = Vec::new();
    for joint in 0..count {
        let is_root = joint == 0 || random.one_in(8);
        joints.push(PoseJoint {
            name: ["hips", "leg", "arm", "tail"][joint % 4],
            parent: (!is_root).then(|| random.below(joint)),
            partner: joint,
            rest: Transform {
                rotation: rotation(random, 0.3),
                translation_m: random.vector(0.4).map(to_f32),
            },
        });
    }
    if count > 2 && joints[1].parent.is_none() == joints[2].parent.is_none() {
        (joints[1].partner, joints[2].partner) = (2, 1);
    }
    joints
}

/// Returns a rotation of up to about `size` half turns.
fn rotation(random: &mut Random, size: f64) -> [f32; 4] {
    let [x, y, z] = random.vector(size);
    let length = (x * x + y * y + z * z + 1.0).sqrt();
    [x, y, z, 1.0].map(|part| to_f32(part / length))
}

/// Uncompressed motion.
pub(crate) struct Plain {
    pub(crate) roots: Vec<RootPlace>,
    pub(crate) joints: Vec<Transform>,
    pub(crate) standing: Vec<[bool; 2]>,
}

/// Returns a motion in which each joint keeps still, moves smoothly, jitters, spins or is
/// translated.
pub(crate) fn motion(random: &mut Random, skeleton: &[PoseJoint<'_>], frames: usize) -> Plain {
    let far_m = *random.pick(&[0.0, 3.0, 400.0]);
    let kinds: Vec<usize> = skeleton.iter().map(|_| random.below(6)).collect();
    let speeds: Vec<[f64; 3]> = skeleton.iter().map(|_| random.vector(0.2)).collect();
    let mut plain = Plain {
        roots: Vec::new(),
        joints: Vec::new(),
        standing: Vec::new(),
    };
    for frame in 0..frames {
        let time = frame as f64;
        let (angle, way) = (
            0.07 * time * random.between(0.9, 1.1),
            far_m * (time / 20.0).clamp(0.0, 1.0),
        );
        let [sine, cosine] = [libm::sin(angle), libm::cos(angle)];
        let at = [way, -way].map(to_f32);
        plain.roots.push(RootPlace {
            position_m: at,
            facing: [to_f32(sine), to_f32(cosine)],
        });
        plain.standing.push([frame % 3 == 0, frame % 5 < 2]);
        for ((joint, kind), speed) in skeleton.iter().zip(&kinds).zip(&speeds) {
            let mut pose = joint.rest;
            let turn = match kind {
                0 => [0.0; 3],
                1 => [0.1, 0.2, -0.1],
                2 => speed.map(|s| libm::sin(time * s)),
                3 => random.vector(0.5),
                _ => speed.map(|s| 8.0 * libm::tan((time * s * 0.3).clamp(-1.5, 1.5))),
            };
            let [x, y, z] = turn;
            let length = (x * x + y * y + z * z + 1.0).sqrt();
            let turn = [x, y, z, 1.0].map(|part| to_f32(part / length));
            if *kind > 0 {
                pose.rotation = turn;
            }
            if *kind == 5 {
                for (axis, part) in pose.translation_m.iter_mut().enumerate() {
                    *part += to_f32(0.2 * libm::sin(time * speed[axis]));
                }
            }
            if joint.parent.is_none() {
                pose.translation_m[0] += at[0];
                pose.translation_m[2] += at[1];
            }
            plain.joints.push(pose);
        }
    }
    plain
}

/// Adds a skeleton and a motion on it.
pub(crate) fn add(
    builder: &mut PoseFileBuilder,
    skeleton: &[PoseJoint<'_>],
    plain: &Plain,
    tolerance_m: f32,
) -> Result<SkeletonId, PoseBuildError> {
    let id = builder.add_skeleton(&NewSkeleton {
        name: "made up",
        joints: skeleton,
        legs: legs(skeleton),
    })?;
    let rate = FrameRate::ONE;
    // The rate of `Frame Time: 0.01669449081803005`. Its numerator and denominator have more than
    // 32 bits.
    let source_rate = FrameRate::new(100_000_000_000_000_000, 1_669_449_081_803_005);
    builder.add_clip(&NewClip {
        name: "motion",
        skeleton: id,
        rate,
        source_frames: 3,
        source_rate: source_rate.unwrap_or(rate),
        end: PoseClipEnd::Rest,
        roots: &plain.roots,
        joints: &plain.joints,
        standing: &plain.standing,
        tolerance_m,
    })?;
    Ok(id)
}

/// Returns legs for a skeleton whose middle joint is an ankle, and in which an earlier joint is a
/// toe.
pub(crate) fn legs(skeleton: &[PoseJoint<'_>]) -> [Option<PoseLeg>; 2] {
    let parent = |joint: usize| skeleton[joint].parent;
    let leg = |foot: usize| {
        parent(parent(parent(foot)?)?)?;
        Some(PoseLeg { foot, toe: None })
    };
    let toed = |toe: usize| {
        let leg = leg(parent(toe)?)?;
        let toe = Some(toe);
        Some(PoseLeg { toe, ..leg })
    };
    let middle = skeleton.len() / 2;
    [leg(middle), (0..middle).rev().find_map(toed)]
}

/// A rotation as a matrix of rows, and a position.
type Matrix = [[f64; 4]; 3];

fn matrix(transform: &Transform) -> Matrix {
    let [x, y, z, w] = transform.rotation.map(f64::from);
    let [a, b, c] = transform.translation_m.map(f64::from);
    let n = x * x + y * y + z * z + w * w;
    let part = |p: f64| 2.0 * p / n;
    [
        [
            1.0 - part(y * y + z * z),
            part(x * y - z * w),
            part(x * z + y * w),
            a,
        ],
        [
            part(x * y + z * w),
            1.0 - part(x * x + z * z),
            part(y * z - x * w),
            b,
        ],
        [
            part(x * z - y * w),
            part(y * z + x * w),
            1.0 - part(x * x + y * y),
            c,
        ],
    ]
}

fn product(a: &Matrix, b: &Matrix) -> Matrix {
    let part = |row: usize, column: usize| {
        let inner: f64 = (0..3).map(|i| a[row][i] * b[i][column]).sum();
        inner + if column == 3 { a[row][3] } else { 0.0 }
    };
    [0, 1, 2].map(|row| [0, 1, 2, 3].map(|column| part(row, column)))
}

/// Returns the places of all joints. `root` is the space of the joints without a parent.
pub(crate) fn world(
    skeleton: &[PoseJoint<'_>],
    root: &RootPlace,
    pose: &[Transform],
) -> Vec<Matrix> {
    let ([x, z], [sine, cosine]) = (root.position_m.map(f64::from), root.facing.map(f64::from));
    let root = [
        [cosine, 0.0, sine, x],
        [0.0, 1.0, 0.0, 0.0],
        [-sine, 0.0, cosine, z],
    ];
    let mut world: Vec<Matrix> = Vec::new();
    for (joint, local) in skeleton.iter().zip(pose) {
        let above = joint.parent.map_or(root, |parent| world[parent]);
        world.push(product(&above, &matrix(local)));
    }
    world
}

/// Returns the largest distance between the points at 3 cm from each joint in two poses.
pub(crate) fn apart_m(a: &[Matrix], b: &[Matrix]) -> f64 {
    let mut largest: f64 = 0.0;
    for (a, b) in a.iter().zip(b) {
        for axis in 0..3 {
            let square: f64 = (0..3)
                .map(|row| a[row][3] - b[row][3] + 0.03 * (a[row][axis] - b[row][axis]))
                .map(|way| way * way)
                .sum();
            largest = if square > largest { square } else { largest };
        }
    }
    largest.sqrt()
}

#[allow(clippy::unwrap_used, reason = "only tests call this")]
/// Checks that every rotation has length 1 and that every number is finite.
pub(crate) fn check_units(clip: &PoseClip<'_>) {
    let mut pose = vec![Transform::IDENTITY; clip.joint_count()];
    for frame in [0, 1, 7, 8, 15, 16, 17, clip.frame_count() - 1, u32::MAX] {
        for part in [0.0, 0.5, 1.0, -1.0, f32::NAN, f32::INFINITY] {
            let root = clip.decode(frame, part, &mut pose).unwrap();
            for joint in &pose {
                let square: f32 = joint.rotation.iter().map(|part| part * part).sum();
                assert!((square - 1.0).abs() < 1e-3, "{joint:?}");
                assert!(
                    joint.translation_m.iter().all(|part| part.is_finite()),
                    "{joint:?}"
                );
            }
            let [sine, cosine] = root.facing;
            assert!((sine * sine + cosine * cosine).is_finite(), "{root:?}");
        }
    }
}
