//! Two-bone inverse kinematics of arms and legs.

use footwork_base::Role;
use glam::{DQuat, DVec3};

use super::body::on;
use super::posed::Posed;
use super::reference::Reference;
use crate::side::Side;

/// The maximum share of its length to which a limb stretches, so that the plane in which it bends stays defined.
const MAX_STRETCH: f64 = 0.9999;

/// The joint in the middle of a limb, which decides how a straight limb bends.
#[derive(Clone, Copy)]
enum Hinge {
    /// The shin moves back.
    Knee,
    /// The forearm moves forward.
    Elbow,
}

/// The joints of an arm or a leg.
pub(super) struct Limb {
    pub(super) upper: usize,
    middle: usize,
    /// The hand or the ankle.
    pub(super) end: usize,
    hinge: Hinge,
}

impl Limb {
    pub(super) fn leg(skeleton: &Reference, side: Side) -> Self {
        let joint = |left| skeleton.roles.needed_on(side, left);
        Self {
            upper: joint(Role::LeftUpperLeg),
            middle: joint(Role::LeftLowerLeg),
            end: joint(Role::LeftFoot),
            hinge: Hinge::Knee,
        }
    }

    /// Returns an arm; `None` if the skeleton has no hand there.
    pub(super) fn arm(skeleton: &Reference, side: Side) -> Option<Self> {
        let joint = |left| skeleton.roles.needed_on(side, left);
        Some(Self {
            upper: joint(Role::LeftUpperArm),
            middle: joint(Role::LeftLowerArm),
            end: skeleton.roles.get(on(side, Role::LeftHand))?,
            hinge: Hinge::Elbow,
        })
    }

    /// Returns how far the body must move down for the end to reach `goal`, in metres. Negative if it must move up
    /// because the limb cannot fold far enough; 0 if the end already reaches `goal`, or if `goal` is too far to the
    /// side.
    pub(super) fn drop_m(&self, goal: DVec3, posed: &Posed<'_>) -> f64 {
        let (upper, lower) = self.lengths(posed);
        let line = posed.places[self.upper] - goal;
        let (near, far) = ((upper - lower).abs(), MAX_STRETCH * (upper + lower));
        let wanted = line.length().clamp(near, far);
        let square = wanted * wanted - line.x * line.x - line.z * line.z;
        if wanted != line.length() && square > 0.0 {
            line.y - square.sqrt()
        } else {
            0.0
        }
    }

    /// Returns the vector by which the limb misses `goal` at full stretch; zero if it reaches it.
    pub(super) fn miss(&self, goal: DVec3, posed: &Posed<'_>) -> DVec3 {
        let (upper, lower) = self.lengths(posed);
        let line = goal - posed.places[self.upper];
        let far = MAX_STRETCH * (upper + lower);
        line * (1.0 - far / line.length().max(far))
    }

    /// Returns the lengths of its bones.
    fn lengths(&self, posed: &Posed<'_>) -> (f64, f64) {
        let [upper, middle, end] = self.places(posed);
        ((middle - upper).length(), (end - middle).length())
    }

    fn places(&self, posed: &Posed<'_>) -> [DVec3; 3] {
        [self.upper, self.middle, self.end].map(|joint| posed.places[joint])
    }

    /// Bends the limb so that its end is at `goal`, or as near as its length allows. It bends in its current plane, and
    /// the hand or foot keeps its rotation in the world.
    pub(super) fn reach(&self, goal: DVec3, posed: &mut Posed<'_>) {
        let turn = posed.turns[self.end];
        let [start, middle, end] = self.places(posed);
        let (upper, lower) = self.lengths(posed);
        if upper == 0.0 || lower == 0.0 || goal == end {
            return;
        }
        // Law of cosines: the angle in the middle for the distance from start to end.
        let far = MAX_STRETCH * (upper + lower);
        let distance = (goal - start).length().clamp((upper - lower).abs(), far);
        let cos = (upper * upper + lower * lower - distance * distance) / (2.0 * upper * lower);
        let wanted = libm::acos(cos.clamp(-1.0, 1.0));
        let (up, down) = (start - middle, end - middle);
        let across = up.cross(down);
        let angle = libm::atan2(across.length(), up.dot(down));
        let axis = if across.length() > 1e-6 * upper * lower {
            across / across.length()
        } else {
            self.straight_axis(down / lower, posed)
        };
        let bend = DQuat::from_axis_angle(axis, wanted - angle);
        posed.set_turn(self.middle, bend * posed.turns[self.middle]);
        let line = posed.places[self.end] - start;
        if let (Some(from), Some(to)) = (line.try_normalize(), (goal - start).try_normalize()) {
            let aim = DQuat::from_rotation_arc(from, to);
            posed.set_turn(self.upper, aim * posed.turns[self.upper]);
        }
        posed.set_turn(self.end, turn);
    }

    /// Returns the axis about which a straight limb bends.
    fn straight_axis(&self, along: DVec3, posed: &Posed<'_>) -> DVec3 {
        let skeleton = posed.skeleton;
        let hips = skeleton.roles.needed(Role::Hips);
        let body = posed.turns[hips] * skeleton.turns[hips].conjugate() * skeleton.facing;
        let right = body * DVec3::NEG_X;
        let axis = match self.hinge {
            Hinge::Knee => right - along * along.dot(right),
            Hinge::Elbow => {
                let forward = (body * DVec3::Z).cross(along);
                if forward.length() > 0.1 {
                    forward
                } else {
                    (body * DVec3::Y).cross(along)
                }
            }
        };
        axis.normalize_or(right)
    }
}
