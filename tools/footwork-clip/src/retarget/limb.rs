//! The arms and legs of the target, which bend by [two-bone inverse kinematics](TwoBones).

use footwork_base::Role;
use glam::{DQuat, DVec3};

use super::body::on;
use super::posed::Posed;
use super::reference::Reference;
use crate::side::Side;
use crate::two_bones::TwoBones;

/// The joint in the middle of a limb, which determines how a straight limb bends.
#[derive(Clone, Copy)]
enum Hinge {
    /// A knee, which moves forward.
    Knee,
    /// An elbow, which moves back.
    Elbow,
}

/// The joints of an arm or a leg.
pub(super) struct Limb {
    pub(super) upper: usize,
    middle: usize,
    /// The hand or the ankle.
    pub(super) end: usize,
    hinge: Hinge,
    /// Whether the limb bends the other way in the reference pose.
    is_reversed: bool,
}

impl Limb {
    pub(super) fn leg(skeleton: &Reference, side: Side) -> Self {
        let joint = |left| skeleton.roles.needed_on(side, left);
        let end = joint(Role::LeftFoot);
        let [upper, middle] = [Role::LeftUpperLeg, Role::LeftLowerLeg].map(joint);
        Self::new(skeleton, [upper, middle, end], Hinge::Knee)
    }

    /// Returns an arm; `None` if the skeleton has no hand on that side.
    pub(super) fn arm(skeleton: &Reference, side: Side) -> Option<Self> {
        let joint = |left| skeleton.roles.needed_on(side, left);
        let end = skeleton.roles.get(on(side, Role::LeftHand))?;
        let [upper, middle] = [Role::LeftUpperArm, Role::LeftLowerArm].map(joint);
        Some(Self::new(skeleton, [upper, middle, end], Hinge::Elbow))
    }

    fn new(skeleton: &Reference, [upper, middle, end]: [usize; 3], hinge: Hinge) -> Self {
        let mut limb = Self {
            upper,
            middle,
            end,
            hinge,
            is_reversed: false,
        };
        let bones = limb.bones(&skeleton.places);
        limb.is_reversed = bones.bends_against(limb.side(skeleton.facing, bones).to_array());
        limb
    }

    /// Returns the distance, in metres, by which the body must move down for the end to reach `goal`; see
    /// [`TwoBones::drop_m`].
    pub(super) fn drop_m(&self, goal: DVec3, posed: &Posed<'_>) -> f64 {
        self.bones(&posed.places).drop_m(goal.to_array(), 1.0)
    }

    /// Returns the vector by which the fully stretched limb misses `goal`; zero if it reaches `goal`.
    pub(super) fn miss(&self, goal: DVec3, posed: &Posed<'_>) -> DVec3 {
        DVec3::from_array(self.bones(&posed.places).miss_m(goal.to_array()))
    }

    fn bones(&self, places: &[DVec3]) -> TwoBones {
        TwoBones::new([self.upper, self.middle, self.end].map(|joint| places[joint].to_array()))
    }

    /// Bends the limb so that its end is at `goal`, or as near as its length allows. The hand or foot keeps its rotation
    /// in the world.
    pub(super) fn reach(&self, goal: DVec3, posed: &mut Posed<'_>) {
        if goal == posed.places[self.end] {
            return;
        }
        let [lower, end] = [self.middle, self.end].map(|joint| posed.turns[joint]);
        let skeleton = posed.skeleton;
        let hips = skeleton.roles.needed(Role::Hips);
        let body = posed.turns[hips] * skeleton.turns[hips].conjugate() * skeleton.facing;
        let bones = self.bones(&posed.places);
        let side = self.side(body, bones).to_array();
        let Some(turns) = bones.reach(goal.to_array(), side) else {
            return;
        };
        let upper = DQuat::from_array(turns.upper) * posed.turns[self.upper];
        posed.set_turn(self.upper, upper);
        posed.set_turn(self.middle, DQuat::from_array(turns.lower) * lower);
        posed.set_turn(self.end, end);
    }

    /// Returns the direction in which the limb bends if it is straight. `body` is the rotation from a body that faces
    /// +z.
    fn side(&self, body: DQuat, bones: TwoBones) -> DVec3 {
        let side = match self.hinge {
            Hinge::Knee => bones.knee_side((body * DVec3::NEG_X).to_array()),
            Hinge::Elbow => {
                bones.elbow_side((body * DVec3::Z).to_array(), (body * DVec3::Y).to_array())
            }
        };
        let side = DVec3::from_array(side);
        if self.is_reversed { -side } else { side }
    }
}
