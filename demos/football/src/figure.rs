//! The bones of a footballer: where its joints are, and a leg that reaches for the ball.

use footwork::matching::{Motion, Place, Repertoire, bend_leg};
use footwork::poses::PoseLeg;
use footwork_base::to_f32;

use crate::labelled::Poses;

/// The joints of a leg, by their index in the skeleton.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct LegJoints {
    upper: usize,
    lower: usize,
    foot: usize,
    /// The ball of the foot, or the foot itself.
    toe: usize,
}

/// A skeleton prepared for forward kinematics.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    parents: Vec<Option<usize>>,
    offsets_m: Vec<[f32; 3]>,
    legs: [LegJoints; 2],
}

/// The world transform of a joint.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WorldJoint {
    /// The position, in metres.
    pub position_m: [f32; 3],
    /// The rotation: `[x, y, z, w]`.
    pub rotation: [f32; 4],
}

impl Figure {
    /// Reads the bones of poses, whose first joint is the hips. `None` if a leg lacks a joint.
    pub(crate) fn new(poses: &Poses) -> Option<Self> {
        let rig = poses.rig();
        let leg = |leg: Option<PoseLeg>| {
            let PoseLeg { foot, toe } = leg?;
            let lower = rig.parent(foot)?;
            Some(LegJoints {
                upper: rig.parent(lower)?,
                lower,
                foot,
                toe: toe.unwrap_or(foot),
            })
        };
        let [left, right] = poses.file().skeleton(poses.skeleton())?.legs();
        Some(Self {
            parents: (0..rig.joint_count())
                .map(|joint| rig.parent(joint))
                .collect(),
            offsets_m: rig.offsets_m().to_vec(),
            legs: [leg(left)?, leg(right)?],
        })
    }

    /// Returns the number of joints.
    pub fn joint_count(&self) -> usize {
        self.parents.len()
    }

    /// Returns the parent of each joint.
    pub fn parents(&self) -> &[Option<usize>] {
        &self.parents
    }

    /// Returns the offset of each joint from its parent, in metres.
    pub fn offsets_m(&self) -> &[[f32; 3]] {
        &self.offsets_m
    }

    /// Returns the joints of the ankle and the toes, left foot first.
    pub fn feet(&self) -> [[usize; 2]; 2] {
        self.legs.map(|leg| [leg.foot, leg.toe])
    }

    /// Returns the world transform of a joint.
    pub fn joint(&self, motion: &Motion, place: &Place, joint: usize) -> WorldJoint {
        // From the joint up to the hips, and back down.
        let mut chain = [0usize; 64];
        let mut length = 0;
        let mut at = Some(joint);
        while let (Some(joint), true) = (at, length < chain.len()) {
            chain[length] = joint;
            length += 1;
            at = self.parents.get(joint).copied().flatten();
        }
        let heading = turned_about_y(to_f32(place.heading_rad));
        let [x, z] = place.position_m.map(to_f32);
        let hips = rotate(heading, motion.hips_m);
        let mut here = WorldJoint {
            position_m: [x + hips[0], hips[1], z + hips[2]],
            rotation: mul(heading, unit(motion.rotations[chain[length - 1]])),
        };
        for &joint in chain[..length - 1].iter().rev() {
            let way = rotate(here.rotation, self.offsets_m[joint]);
            here = WorldJoint {
                position_m: add(here.position_m, way),
                rotation: mul(here.rotation, unit(motion.rotations[joint])),
            };
        }
        here
    }

    /// Returns the ankle and the toes of a foot, in metres.
    pub fn foot_m(&self, motion: &Motion, place: &Place, foot: usize) -> [[f32; 3]; 2] {
        let leg = self.legs[foot];
        let ankle = self.joint(motion, place, leg.foot);
        let toe = if leg.toe == leg.foot {
            ankle.position_m
        } else {
            add(
                ankle.position_m,
                rotate(ankle.rotation, self.offsets_m[leg.toe]),
            )
        };
        [ankle.position_m, toe]
    }

    /// Bends a leg to move its ankle by `way_m`; the foot keeps its rotation in the world.
    pub(crate) fn move_ankle(
        &self,
        motion: &mut Motion,
        place: &Place,
        foot: usize,
        way_m: [f32; 3],
    ) {
        let leg = self.legs[foot];
        let [upper, lower, ankle] =
            [leg.upper, leg.lower, leg.foot].map(|joint| self.joint(motion, place, joint));
        let ahead = rotate(turned_about_y(to_f32(place.heading_rad)), [0.0, 0.0, 1.0]);
        let bones = [upper, lower, ankle].map(|joint| joint.position_m);
        let Some(turn) = bend_leg(bones, add(ankle.position_m, way_m), ahead) else {
            return;
        };
        let parent = self.parents[leg.upper].map(|parent| self.joint(motion, place, parent));
        let Some(parent) = parent else { return };
        let new_upper = mul(turn.upper, upper.rotation);
        let new_lower = mul(turn.lower, lower.rotation);
        motion.rotations[leg.upper] = mul(inverse(parent.rotation), new_upper);
        motion.rotations[leg.lower] = mul(inverse(new_upper), new_lower);
        motion.rotations[leg.foot] = mul(inverse(new_lower), ankle.rotation);
    }
}

fn add(a: [f32; 3], b: [f32; 3]) -> [f32; 3] {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

fn turned_about_y(angle_rad: f32) -> [f32; 4] {
    let half = 0.5 * angle_rad;
    [0.0, libm::sinf(half), 0.0, libm::cosf(half)]
}

fn unit(q: [f32; 4]) -> [f32; 4] {
    let length = (q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]).sqrt();
    if length > 1e-9 {
        q.map(|part| part / length)
    } else {
        [0.0, 0.0, 0.0, 1.0]
    }
}

fn inverse([x, y, z, w]: [f32; 4]) -> [f32; 4] {
    [-x, -y, -z, w]
}

fn mul(a: [f32; 4], b: [f32; 4]) -> [f32; 4] {
    [
        a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1],
        a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0],
        a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3],
        a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2],
    ]
}

fn rotate(q: [f32; 4], v: [f32; 3]) -> [f32; 3] {
    let [x, y, z, w] = q;
    let t = [
        2.0 * (y * v[2] - z * v[1]),
        2.0 * (z * v[0] - x * v[2]),
        2.0 * (x * v[1] - y * v[0]),
    ];
    [
        v[0] + w * t[0] + y * t[2] - z * t[1],
        v[1] + w * t[1] + z * t[0] - x * t[2],
        v[2] + w * t[2] + x * t[1] - y * t[0],
    ]
}
