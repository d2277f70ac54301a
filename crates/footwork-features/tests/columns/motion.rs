//! Random skeletons and smooth random motions.

use footwork_base::Role;
use footwork_features::{Frame, Skeleton, SkeletonJoint};
use footwork_testkit::Random;

/// A motion that owns the data of its frames.
pub(super) struct Motion {
    pub(super) roots: Vec<[f64; 3]>,
    /// The rotations of all joints in each frame.
    pub(super) rotations: Vec<Vec<[f32; 4]>>,
    pub(super) translations: Option<Vec<Vec<[f32; 3]>>>,
    pub(super) contacts: Vec<[bool; 2]>,
}

impl Motion {
    pub(super) fn frames(&self) -> impl ExactSizeIterator<Item = Frame<'_>> + Clone {
        (0..self.roots.len()).map(|frame| Frame {
            root_position_m: self.roots[frame],
            rotations: &self.rotations[frame],
            translations: self.translations.as_ref().map(|all| &*all[frame]),
            contacts: self.contacts[frame],
            heading_rad: None,
        })
    }
}

fn between(random: &mut Random, least: f64, most: f64) -> f64 {
    least + (most - least) * random.unit()
}

pub(super) fn skeleton(random: &mut Random) -> Skeleton {
    let mut joints = Vec::new();
    let mut joint = |name: &str, parent, offset: [f64; 3]| {
        joints.push(SkeletonJoint {
            name: name.to_owned(),
            parent,
            offset_m: offset.map(footwork_base::to_f32),
            is_end: name == "end",
        });
        joints.len() - 1
    };
    // Sometimes the hips are the child of a root on the ground.
    let hips = match random.below(2) {
        0 => joint("Hips", None, [0.0; 3]),
        _ => {
            let root = joint("Root", None, [0.0; 3]);
            joint("Hips", Some(root), [0.0, 0.9, 0.1])
        }
    };
    let chest = joint("Chest", Some(hips), [0.0, 0.4, 0.02]);
    let mut roles = vec![(Role::Hips, hips)];
    for (side, [leg, foot, arm]) in [
        (
            1.0,
            [Role::LeftUpperLeg, Role::LeftFoot, Role::LeftUpperArm],
        ),
        (
            -1.0,
            [Role::RightUpperLeg, Role::RightFoot, Role::RightUpperArm],
        ),
    ] {
        let name = |part: &str| format!("{part}{side}");
        let upper = joint(&name("Leg"), Some(hips), [0.1 * side, -0.05, 0.0]);
        let lower = joint(&name("Foot"), Some(upper), [0.0, -0.8, 0.02]);
        let shoulder = joint(&name("Arm"), Some(chest), [0.18 * side, 0.1, 0.0]);
        roles.extend([(leg, upper), (foot, lower), (arm, shoulder)]);
    }
    let neck = joint("Neck", Some(chest), [0.0, 0.2, 0.0]);
    joint("end", Some(neck), [0.0, between(random, 0.1, 0.3), 0.0]);
    Skeleton::new(joints, &roles, hips).unwrap()
}

fn quaternion(yaw: f64, tilt: [f64; 2]) -> [f32; 4] {
    let (sin, cos) = libm::sincos(0.5 * yaw);
    let [x, z] = tilt;
    // A turn about y, then a small tilt. The length of the quaternion does not matter.
    let [x, y, z, w] = [cos * x + sin * z, sin, cos * z - sin * x, cos];
    [x, y, z, w].map(footwork_base::to_f32)
}

/// Returns a motion that walks about, turns, sways, and sometimes moves its joints.
pub(super) fn motion(random: &mut Random, skeleton: &Skeleton, frames: usize) -> Motion {
    let mut yaw = between(random, -3.0, 3.0);
    let mut at = [
        between(random, -50.0, 50.0),
        0.9,
        between(random, -50.0, 50.0),
    ];
    let turn = between(random, -0.15, 0.15);
    let phases: Vec<f64> = skeleton
        .joints()
        .iter()
        .map(|_| between(random, 0.0, 6.0))
        .collect();
    let moves = random.below(2) == 0;
    let mut motion = Motion {
        roots: Vec::new(),
        rotations: Vec::new(),
        translations: moves.then(Vec::new),
        contacts: Vec::new(),
    };
    for frame in 0..frames {
        let time = f64::from(u32::try_from(frame).unwrap()) / 30.0;
        yaw += turn;
        at[0] += 0.05 * libm::sin(yaw);
        at[2] += 0.05 * libm::cos(yaw);
        at[1] = 0.9 + 0.03 * libm::sin(time * 9.0);
        motion.roots.push(at);
        let each = skeleton.joints().iter().zip(&phases);
        let rotations = each.map(|(joint, phase)| {
            let sway = 0.3 * libm::sin(time * 5.0 + phase);
            match joint.parent {
                None => quaternion(yaw, [0.05 * sway, 0.02]),
                Some(_) => quaternion(0.5 * sway, [0.4 * sway, 0.1]),
            }
        });
        motion.rotations.push(rotations.collect());
        if let Some(translations) = &mut motion.translations {
            let moved = skeleton
                .joints()
                .iter()
                .map(|joint| joint.offset_m.map(|x| x * 1.1));
            translations.push(moved.collect());
        }
        motion
            .contacts
            .push([random.below(2) == 0, random.below(2) == 0]);
    }
    motion
}
