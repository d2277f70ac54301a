//! The legs of a clip, and poses of them that reach given places.

use footwork_base::{Id, Role};
use footwork_clip::{Clip, ForwardKinematics, JointId, Side, TwoBones};
use glam::{DQuat, DVec3};

use super::PlantError;
use super::offsets::Offset;

/// The share of its length up to which a leg stretches; beyond it, the pelvis drops. Smaller than the limit of
/// [`TwoBones`].
const MAX_REACH: f64 = 0.9985;

/// The largest drop of the pelvis in metres.
const MAX_DROP_M: f64 = 0.2;

/// The joints of one leg.
#[derive(Clone, Copy, Debug)]
struct Leg {
    hip: usize,
    knee: usize,
    ankle: usize,
    /// Whether the knee bends backwards at rest.
    is_reversed: bool,
}

impl Leg {
    fn bones(&self, places: &[[f64; 3]]) -> TwoBones {
        TwoBones::new([self.hip, self.knee, self.ankle].map(|joint| places[joint]))
    }
}

/// The joints of both legs, left before right.
pub(super) struct Legs {
    legs: [Leg; 2],
    /// The joints of each foot that may stand on the ground.
    pub(super) feet: [Vec<JointId>; 2],
    pelvis: usize,
}

impl Legs {
    pub(super) fn new(clip: &Clip) -> Result<Self, PlantError> {
        let skeleton = clip.skeleton();
        let joint = |side: Side, left: Role| {
            let role = match side {
                Side::Left => left,
                Side::Right => left.mirrored(),
            };
            let found = skeleton.roles().joint(role);
            found.ok_or(PlantError::NoLegs { role: role.name() })
        };
        let rest = skeleton.rest_positions();
        let hip = |side| joint(side, Role::LeftUpperLeg).map(Id::index);
        let right = line(rest[hip(Side::Left)?], rest[hip(Side::Right)?]);
        let leg = |side| -> Result<Leg, PlantError> {
            let mut leg = Leg {
                hip: hip(side)?,
                knee: joint(side, Role::LeftLowerLeg)?.index(),
                ankle: joint(side, Role::LeftFoot)?.index(),
                is_reversed: false,
            };
            let bones = leg.bones(&rest);
            leg.is_reversed = bones.bends_against(bones.knee_side(right));
            Ok(leg)
        };
        let feet = skeleton.feet();
        let foot = |side: Side| {
            let foot = feet.iter().find(|foot| foot.side == side);
            let joints = foot.map(|foot| foot.joints.clone());
            joints.ok_or(PlantError::NoLegs {
                role: Role::LeftFoot.name(),
            })
        };
        let hips = joint(Side::Left, Role::Hips)?.index();
        Ok(Self {
            legs: [leg(Side::Left)?, leg(Side::Right)?],
            feet: [foot(Side::Left)?, foot(Side::Right)?],
            pelvis: hips,
        })
    }

    /// Returns a poser that starts with the clip's own poses.
    pub(super) fn poser(&self, clip: &Clip) -> Poser {
        let joints = clip.skeleton().joints();
        let rest: Vec<[f32; 3]> = joints.iter().map(|joint| joint.offset).collect();
        // The pelvis drops by its own local position, unless it is the first joint.
        let translations = match clip.translations() {
            Some(moved) => Some(moved.to_vec()),
            None if self.pelvis > 0 => Some(rest.repeat(clip.frame_count() as usize)),
            None => None,
        };
        Poser {
            legs: self.legs,
            pelvis: self.pelvis,
            parents: joints
                .iter()
                .map(|joint| joint.parent.map(Id::index))
                .collect(),
            kinematics: ForwardKinematics::new(clip.skeleton()),
            places: vec![[0.0; 3]; joints.len()],
            root_positions: clip.root_positions().to_vec(),
            rotations: clip.rotations().to_vec(),
            translations,
            clip: clip.clone(),
        }
    }
}

/// The poses of a clip, which can be changed.
pub(super) struct Poser {
    legs: [Leg; 2],
    pelvis: usize,
    parents: Vec<Option<usize>>,
    kinematics: ForwardKinematics,
    places: Vec<[f64; 3]>,
    clip: Clip,
    pub(super) root_positions: Vec<[f64; 3]>,
    pub(super) rotations: Vec<[f32; 4]>,
    pub(super) translations: Option<Vec<[f32; 3]>>,
}

impl Poser {
    /// Moves the ankles of a frame by these offsets, and drops the pelvis if a leg is too short. Returns the drop in
    /// metres.
    pub(super) fn pose(&mut self, frame: u32, wanted: [Offset; 2]) -> f64 {
        let Some(pose) = self.clip.pose(frame) else {
            return 0.0;
        };
        self.kinematics.solve(pose, &mut self.places);
        let turns: Vec<DQuat> = self.kinematics.rotations().map(DQuat::from_array).collect();
        let at = |joint: usize| DVec3::from_array(self.places[joint]);
        let goals =
            [0, 1].map(|side| at(self.legs[side].ankle) + DVec3::from_array(wanted[side].move_m));
        let drops = [0, 1].map(|side| {
            let bones = self.legs[side].bones(&self.places);
            let drop_m = bones.drop_m(goals[side].to_array(), MAX_REACH);
            wanted[side].weight * drop_m.clamp(0.0, MAX_DROP_M)
        });
        let drop_m = drops[0].max(drops[1]);
        let row = frame as usize * self.parents.len();
        let legs = self.legs;
        let right = line(self.places[legs[0].hip], self.places[legs[1].hip]);
        for place in &mut self.places {
            place[1] -= drop_m;
        }
        for ((leg, goal), offset) in legs.into_iter().zip(goals).zip(wanted) {
            if offset.move_m == [0.0; 3] && drop_m == 0.0 {
                continue;
            }
            let bones = leg.bones(&self.places);
            let side = bones.knee_side(right);
            let side = if leg.is_reversed {
                side.map(|x| -x)
            } else {
                side
            };
            if let Some(bent) = bones.reach(goal.to_array(), side) {
                let upper = DQuat::from_array(bent.upper) * turns[leg.hip];
                let lower = DQuat::from_array(bent.lower) * turns[leg.knee];
                self.set_turn(row, leg.hip, upper);
                self.set_turn(row, leg.knee, lower);
                self.set_turn(row, leg.ankle, turns[leg.ankle]);
            }
        }
        if drop_m > 0.0 {
            self.drop(frame, drop_m, &turns);
        }
        drop_m
    }

    /// Sets the world rotation of a joint on the frame that begins at `row`.
    fn set_turn(&mut self, row: usize, joint: usize, turn: DQuat) {
        let mut above = DQuat::IDENTITY;
        let mut at = self.parents[joint];
        while let Some(parent) = at {
            above = quaternion(self.rotations[row + parent]) * above;
            at = self.parents[parent];
        }
        let local = above.conjugate() * turn;
        self.rotations[row + joint] = local.to_array().map(footwork_base::to_f32);
    }

    fn drop(&mut self, frame: u32, drop_m: f64, turns: &[DQuat]) {
        let frame = frame as usize;
        let moved = match (&mut self.translations, self.pelvis) {
            (Some(moved), pelvis @ 1..) => &mut moved[frame * self.parents.len() + pelvis],
            _ => {
                self.root_positions[frame][1] -= drop_m;
                return;
            }
        };
        let above = self.parents[self.pelvis].map_or(DQuat::IDENTITY, |parent| turns[parent]);
        let down = above.conjugate() * DVec3::new(0.0, -drop_m, 0.0);
        let at = DVec3::from_array(moved.map(f64::from)) + down;
        *moved = at.to_array().map(footwork_base::to_f32);
    }
}

/// Returns the vector from one place to another.
fn line(from: [f64; 3], to: [f64; 3]) -> [f64; 3] {
    std::array::from_fn(|axis| to[axis] - from[axis])
}

fn quaternion(turn: [f32; 4]) -> DQuat {
    DQuat::from_array(turn.map(f64::from))
}
