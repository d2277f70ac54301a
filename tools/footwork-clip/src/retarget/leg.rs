//! Two-bone inverse kinematics of a leg.

use footwork_base::Role;
use glam::{DQuat, DVec3};

use super::rest::Rest;
use crate::side::Side;

/// The maximum share of its length to which a leg stretches, so that the plane in which its knee bends stays defined.
const MAX_STRETCH: f64 = 0.9999;

/// The joints of a leg.
pub(super) struct Leg {
    hip: usize,
    knee: usize,
    pub(super) ankle: usize,
}

/// A pose of a skeleton under construction.
pub(super) struct Posed {
    pub(super) root: DVec3,
    /// The local rotation of each joint.
    pub(super) locals: Vec<DQuat>,
    /// The rotation of each joint in the world.
    pub(super) turns: Vec<DQuat>,
    /// The position of each joint in the world.
    pub(super) places: Vec<DVec3>,
}

impl Posed {
    pub(super) fn at_rest(rest: &Rest) -> Self {
        Self {
            root: rest.places[0],
            locals: rest.locals.clone(),
            turns: rest.turns.clone(),
            places: rest.places.clone(),
        }
    }

    /// Recomputes the rotations and positions in the world.
    pub(super) fn solve(&mut self, rest: &Rest) {
        rest.solve(self.root, &self.locals, &mut self.turns, &mut self.places);
    }

    /// Sets the world rotation of a joint, and updates the joints below it.
    fn set_turn(&mut self, rest: &Rest, joint: usize, turn: DQuat) {
        let above = rest.parents[joint].map_or(DQuat::IDENTITY, |parent| self.turns[parent]);
        self.locals[joint] = above.conjugate() * turn;
        self.solve(rest);
    }
}

impl Leg {
    pub(super) fn new(rest: &Rest, side: Side) -> Self {
        let joint = |left| rest.needed_on(side, left);
        Self {
            hip: joint(Role::LeftUpperLeg),
            knee: joint(Role::LeftLowerLeg),
            ankle: joint(Role::LeftFoot),
        }
    }

    /// Returns how far the body must move down for the ankle to reach `goal`, in metres. Negative if it must move up
    /// because the leg cannot fold far enough; 0 if the ankle already reaches `goal`, or if `goal` is too far to the
    /// side.
    pub(super) fn drop_m(&self, goal: DVec3, posed: &Posed) -> f64 {
        let (upper, lower) = self.lengths(posed);
        let line = posed.places[self.hip] - goal;
        let (near, far) = ((upper - lower).abs(), MAX_STRETCH * (upper + lower));
        let wanted = line.length().clamp(near, far);
        let square = wanted * wanted - line.x * line.x - line.z * line.z;
        if wanted != line.length() && square > 0.0 {
            line.y - square.sqrt()
        } else {
            0.0
        }
    }

    /// Returns the lengths of thigh and shin.
    fn lengths(&self, posed: &Posed) -> (f64, f64) {
        let [hip, knee, ankle] = [self.hip, self.knee, self.ankle].map(|joint| posed.places[joint]);
        ((knee - hip).length(), (ankle - knee).length())
    }

    /// Bends the leg so that its ankle is at `goal`, or as near as its length allows. The knee bends in its current
    /// plane, and the foot keeps its rotation in the world.
    pub(super) fn reach(&self, goal: DVec3, rest: &Rest, posed: &mut Posed) {
        let foot = posed.turns[self.ankle];
        let [hip, knee, ankle] = [self.hip, self.knee, self.ankle].map(|joint| posed.places[joint]);
        let (upper, lower) = self.lengths(posed);
        if upper == 0.0 || lower == 0.0 || goal == ankle {
            return;
        }
        // Law of cosines: the angle at the knee for the distance from hip to ankle.
        let far = MAX_STRETCH * (upper + lower);
        let distance = (goal - hip).length().clamp((upper - lower).abs(), far);
        let cos = (upper * upper + lower * lower - distance * distance) / (2.0 * upper * lower);
        let wanted = libm::acos(cos.clamp(-1.0, 1.0));
        let (up, down) = (hip - knee, ankle - knee);
        let across = up.cross(down);
        let angle = libm::atan2(across.length(), up.dot(down));
        // A straight leg bends the way a knee does, with the shin moving back.
        let hips = rest.needed(Role::Hips);
        let right = posed.turns[hips] * rest.turns[hips].conjugate() * rest.facing * DVec3::NEG_X;
        let axis = if across.length() > 1e-6 * upper * lower {
            across / across.length()
        } else {
            right
        };
        let bend = DQuat::from_axis_angle(axis, wanted - angle);
        posed.set_turn(rest, self.knee, bend * posed.turns[self.knee]);
        let line = posed.places[self.ankle] - hip;
        if let (Some(from), Some(to)) = (line.try_normalize(), (goal - hip).try_normalize()) {
            let aim = DQuat::from_rotation_arc(from, to);
            posed.set_turn(rest, self.hip, aim * posed.turns[self.hip]);
        }
        posed.set_turn(rest, self.ankle, foot);
    }
}
