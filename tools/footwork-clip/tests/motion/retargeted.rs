//! Clips on other skeletons.

use std::path::PathBuf;
use std::sync::Arc;

use footwork_base::{FrameRange, Role};
use footwork_clip::{
    Clip, ClipParts, Joint, JointPairs, Planted, ReadOptions, RetargetError, RetargetOptions,
    Retargeted, Side, Skeleton, WorldPositions, read_clips,
};

use crate::clips::{bits, joint, real, sample};

type Point = [f64; 3];

pub(crate) fn distance(a: Point, b: Point) -> f64 {
    let square: f64 = (0..3).map(|axis| (a[axis] - b[axis]).powi(2)).sum();
    square.sqrt()
}

pub(crate) fn of_role(clip: &Clip, positions: &WorldPositions, role: Role) -> Vec<Point> {
    let joint = clip.skeleton().roles().joint(role);
    positions.joint(joint.unwrap()).collect()
}

pub(crate) fn direction(from: Point, to: Point) -> Point {
    let length = distance(from, to);
    [0, 1, 2].map(|axis| (to[axis] - from[axis]) / length)
}

/// Returns the clip on a skeleton that stands upright at rest.
fn put(
    clip: &Clip,
    onto: &Arc<Skeleton>,
    planted: &[Planted],
) -> Result<Retargeted, RetargetError> {
    let options = RetargetOptions {
        planted: planted.to_vec(),
        ..RetargetOptions::default()
    };
    clip.retargeted(&Arc::clone(onto).into(), &options)
}

pub(crate) const BONES: [(Role, Role); 8] = [
    (Role::LeftUpperArm, Role::LeftLowerArm),
    (Role::RightUpperArm, Role::RightLowerArm),
    (Role::LeftLowerArm, Role::LeftHand),
    (Role::RightLowerArm, Role::RightHand),
    (Role::LeftUpperLeg, Role::LeftLowerLeg),
    (Role::RightUpperLeg, Role::RightLowerLeg),
    (Role::LeftLowerLeg, Role::LeftFoot),
    (Role::RightLowerLeg, Role::RightFoot),
];

/// One clip of each available skeleton, with its name.
fn kinds() -> Vec<(String, Clip)> {
    let mut kinds: Vec<(String, Clip)> = Vec::new();
    for (name, clip) in real() {
        let stands = put(&clip, &Arc::new(Skeleton::new(humanoid(0.0)).unwrap()), &[]).is_ok();
        if stands
            && kinds
                .iter()
                .all(|(_, other)| other.skeleton() != clip.skeleton())
        {
            kinds.push((name, clip));
        }
    }
    let extra = std::env::var_os("FOOTWORK_EXTRA_CLIPS").map(PathBuf::from);
    for file in [
        "extra/kaykit/Med_MovementBasic.glb",
        "cmu_more/07_01_cmu.fbx",
    ] {
        let Some(bytes) = extra.as_ref().map(|extra| std::fs::read(extra.join(file))) else {
            continue;
        };
        // FBX cannot be read without the feature `fbx`.
        let Ok(read) = read_clips(file, &bytes.unwrap(), &ReadOptions::default()) else {
            continue;
        };
        let clip = read
            .clips
            .into_iter()
            .max_by_key(|loaded| loaded.clip.frame_count());
        kinds.push((file.to_owned(), clip.unwrap().clip));
    }
    kinds
}

#[test]
fn a_clip_retargeted_onto_its_own_skeleton_keeps_its_bits() {
    for (name, clip) in real() {
        if let Ok(same) = put(&clip, clip.skeleton(), &[]) {
            assert_eq!(bits(&same.clip), bits(&clip), "{name}");
            assert_eq!(same.worst_miss_m, 0.0);
        }
    }
}

/// Returns a skeleton with the same joints that is not equal, because one name differs.
fn copy(skeleton: &Skeleton) -> Arc<Skeleton> {
    let mut joints = skeleton.joints().to_vec();
    let end = joints.iter().position(|joint| joint.is_end);
    joints[end.unwrap()].name.push_str("Copy");
    Arc::new(Skeleton::new(joints).unwrap())
}

#[test]
fn a_clip_retargeted_onto_a_copy_of_its_skeleton_moves_alike() {
    let clip = sample("cmu/playground_turn_right_jump_01.bvh");
    let planted = [Side::Left, Side::Right].map(|side| Planted {
        side,
        frames: FrameRange::new(10, 60).unwrap(),
    });
    let copy = put(&clip, &copy(clip.skeleton()), &planted).unwrap();
    assert!(
        copy.unmoved.is_empty() && copy.worst_miss_m < 1e-6,
        "{}",
        copy.worst_miss_m
    );
    let [was, is] = [&clip, &copy.clip].map(WorldPositions::from_clip);
    for (was, is) in was.frames().zip(is.frames()) {
        let worst = was.iter().zip(is).map(|(a, b)| distance(*a, *b));
        let worst = worst.fold(0.0, f64::max);
        assert!(worst < 2e-6, "{worst}");
    }
}

#[test]
fn arms_and_legs_point_in_the_directions_of_the_source() {
    let kinds = kinds();
    for (from, clip) in &kinds {
        let before = WorldPositions::from_clip(clip);
        for (onto, target) in &kinds {
            let moved = put(clip, target.skeleton(), &[]).unwrap().clip;
            let after = WorldPositions::from_clip(&moved);
            let known = |(from, to): &&(Role, Role)| {
                let both = [clip, target].map(|clip| clip.skeleton().roles().clone());
                both.iter()
                    .all(|r| r.joint(*from).is_some() && r.joint(*to).is_some())
            };
            for (a, b) in BONES.iter().filter(known) {
                let lines = |clip: &Clip, positions: &WorldPositions| -> Vec<Point> {
                    let ends = [*a, *b].map(|role| of_role(clip, positions, role));
                    let ends = ends[0].iter().zip(&ends[1]);
                    ends.map(|(from, to)| direction(*from, *to)).collect()
                };
                // Animated positions change the directions of the source's bones, so the result is only approximate.
                let tolerance = if clip.translations().is_some() {
                    0.1
                } else {
                    2e-5
                };
                for (frame, (is, was)) in lines(&moved, &after)
                    .iter()
                    .zip(lines(clip, &before))
                    .enumerate()
                {
                    let gap = distance(*is, was);
                    assert!(
                        gap < tolerance,
                        "{from} onto {onto}: {a:?} on {frame} by {gap}"
                    );
                }
            }
        }
    }
}

/// Returns the runs of frames on which a foot is low and slow.
pub(crate) fn stands(clip: &Clip) -> Vec<Planted> {
    let positions = WorldPositions::from_clip(clip);
    let sides = [
        (Side::Left, Role::LeftFoot, Role::LeftToe),
        (Side::Right, Role::RightFoot, Role::RightToe),
    ];
    let mut planted = Vec::new();
    for (side, ankle, toe) in sides {
        let roles = clip.skeleton().roles();
        let joint = roles.joint(toe).or(roles.joint(ankle)).unwrap();
        let places: Vec<Point> = positions.joint(joint).collect();
        let lowest = places
            .iter()
            .map(|place| place[1])
            .fold(f64::INFINITY, f64::min);
        let step = 0.3 * clip.rate().period_secs();
        for frame in 1..clip.frame_count() {
            let (was, is) = (places[frame as usize - 1], places[frame as usize]);
            if is[1] < lowest + 0.05 && distance(was, is) < step {
                let frames = FrameRange::new(frame, frame + 1).unwrap();
                planted.push(Planted { side, frames });
            }
        }
    }
    planted
}

#[test]
fn standing_feet_are_at_the_scaled_places_of_the_source() {
    let kinds = kinds();
    let mut seen = 0;
    for (from, clip) in &kinds {
        let planted = stands(clip);
        for (onto, target) in &kinds {
            let moved = put(clip, target.skeleton(), &planted).unwrap();
            seen += planted.len();
            let miss = moved.worst_miss_m;
            println!("{from} onto {onto}: {} frames, {miss:.4} m", planted.len());
            assert!(miss < 0.02, "{from} onto {onto}: {miss}");
        }
    }
    assert!(seen > 50);
}

#[test]
fn mirroring_and_retargeting_commute() {
    let clip = sample("cmu/playground_forward_jump_01.bvh");
    let target = sample("deepmimic/walk.txt");
    let pairs = JointPairs::from_names(clip.skeleton()).unwrap();
    let target_pairs = JointPairs::from_names(target.skeleton()).unwrap();
    let one = clip.mirrored(&pairs).unwrap();
    let one = put(&one, target.skeleton(), &[]).unwrap().clip;
    let other = put(&clip, target.skeleton(), &[]).unwrap().clip;
    let other = other.mirrored(&target_pairs).unwrap();
    let [one, other] = [&one, &other].map(WorldPositions::from_clip);
    for (a, b) in one.frames().zip(other.frames()) {
        let worst = a.iter().zip(b).map(|(a, b)| distance(*a, *b));
        assert!(worst.fold(0.0, f64::max) < 1e-5);
    }
}

/// Returns a humanoid whose arms at rest have this slope below the horizontal.
fn humanoid(slope: f32) -> Vec<Joint> {
    let (sin, cos) = libm::sincosf(slope);
    let [out, down] = [0.28 * cos, -0.28 * sin];
    let mut joints = vec![
        joint("Hips", None, [0.0, 0.95, 0.0]),
        joint("Spine", Some(0), [0.0, 0.2, 0.0]),
        joint("Head", Some(1), [0.0, 0.4, 0.0]),
    ];
    for (side, sign) in [("Left", 1.0), ("Right", -1.0)] {
        let at = u32::try_from(joints.len()).unwrap();
        let mut add = |name: &str, parent: u32, offset: [f32; 3]| {
            let [x, y, z] = offset;
            joints.push(joint(
                &format!("{side}{name}"),
                Some(parent),
                [x * sign, y, z],
            ));
        };
        add("UpLeg", 0, [0.1, 0.0, 0.0]);
        add("Leg", at, [0.0, -0.43, 0.0]);
        add("Foot", at + 1, [0.0, -0.43, 0.0]);
        add("ToeBase", at + 2, [0.0, -0.09, 0.12]);
        add("Arm", 1, [0.18, 0.25, 0.0]);
        add("ForeArm", at + 4, [out, down, 0.0]);
        add("Hand", at + 5, [out, down, 0.0]);
    }
    joints
}

#[test]
fn the_rest_pose_of_arms_does_not_change_the_result() {
    let clip = sample("deepmimic/punch.txt");
    let [straight, sloping] = [0.0, 0.8].map(|slope| {
        let skeleton = Arc::new(Skeleton::new(humanoid(slope)).unwrap());
        put(&clip, &skeleton, &[]).unwrap().clip
    });
    let [a, b] = [&straight, &sloping].map(WorldPositions::from_clip);
    for (a, b) in a.frames().zip(b.frames()) {
        let worst = a.iter().zip(b).map(|(a, b)| distance(*a, *b));
        assert!(worst.fold(0.0, f64::max) < 1e-5);
    }
}

#[test]
fn a_body_of_twice_the_size_goes_twice_as_far() {
    let clip = sample("deepmimic/walk.txt");
    let double = clip.scaled(2.0).unwrap();
    let planted = stands(&clip);
    let moved = put(&clip, double.skeleton(), &planted).unwrap();
    assert!(moved.worst_miss_m < 1e-6);
    let [double, moved] = [&double, &moved.clip].map(WorldPositions::from_clip);
    for (a, b) in double.frames().zip(moved.frames()) {
        let worst = a.iter().zip(b).map(|(a, b)| distance(*a, *b));
        assert!(worst.fold(0.0, f64::max) < 1e-5);
    }
}

#[test]
fn skeletons_that_do_not_fit_are_refused() {
    let clip = sample("deepmimic/walk.txt");
    let onto = |joints: Vec<Joint>| {
        let skeleton = Arc::new(Skeleton::new(joints).unwrap());
        put(&clip, &skeleton, &[]).unwrap_err()
    };
    let mut no_foot = humanoid(0.0);
    no_foot.truncate(no_foot.len() - 5);
    match onto(no_foot) {
        RetargetError::MissingRoles { whose, roles, .. } => {
            let right = [Role::RightUpperArm, Role::RightLowerArm, Role::RightFoot];
            assert_eq!((whose, &roles[..]), ("target", &right[..]));
        }
        other => panic!("{other}"),
    }
    let folded = humanoid(0.0).into_iter().map(|joint| Joint {
        offset: [0.0, 0.0, joint.offset[1].abs()],
        ..joint
    });
    let error = onto(folded.collect()).to_string();
    assert!(
        error.contains("at rest its shoulders are not above its hips"),
        "{error}"
    );
    let backwards = humanoid(0.0).into_iter().map(|joint| Joint {
        offset: [joint.offset[0], joint.offset[1], -joint.offset[2]],
        ..joint
    });
    let error = onto(backwards.collect()).to_string();
    assert!(error.contains("its toes point back"), "{error}");
    let far = Clip::new(ClipParts {
        skeleton: Arc::clone(clip.skeleton()),
        rate: clip.rate(),
        looping: false,
        root_positions: vec![[9e8, 0.0, 0.0]],
        rotations: vec![[0.0, 0.0, 0.0, 1.0]; clip.skeleton().joint_count()],
        translations: None,
    });
    let large = clip.scaled(10.0).unwrap();
    let error = put(&far.unwrap(), large.skeleton(), &[]).unwrap_err();
    assert_eq!(error, RetargetError::TooFar);
}

#[test]
fn a_rest_pose_may_stand_along_any_axis() {
    let clip = sample("deepmimic/walk.txt");
    let onto = |turned: fn([f32; 3]) -> [f32; 3]| {
        let joints = humanoid(0.3).into_iter().map(|joint| Joint {
            offset: turned(joint.offset),
            ..joint
        });
        let skeleton = Arc::new(Skeleton::new(joints.collect()).unwrap());
        WorldPositions::from_clip(&put(&clip, &skeleton, &[]).unwrap().clip)
    };
    let upright = onto(|at| at);
    for lying in [
        onto(|[x, y, z]| [x, -z, y]),
        onto(|[x, y, z]| [y, -x, z]),
        onto(|[x, y, z]| [-x, -y, z]),
    ] {
        for (a, b) in upright.frames().zip(lying.frames()) {
            let worst = a.iter().zip(b).map(|(a, b)| distance(*a, *b));
            assert!(worst.fold(0.0, f64::max) < 1e-5);
        }
    }
}
