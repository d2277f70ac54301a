//! Poses the target like a frame of the source.

use footwork_base::Role;
use glam::{DQuat, DVec3};

use super::body::{Body, on};
use super::correspond::{Correspondence, Foot};
use super::limb::Limb;
use super::posed::{Posed, local};
use super::reference::Reference;
use super::touch::{TOUCHES, Touches};
use crate::side::Side;

/// The maximum number of times that a frame is solved. After each solution, the body is lifted further out of the
/// ground if necessary.
const MAX_LIFTS: u32 = 3;

/// The depth below the ground, in metres, up to which a joint is not lifted.
const SUNK_M: f64 = 1e-4;

/// The pose of the source on one frame.
pub(super) struct Shown {
    /// The rotation of each joint in the world.
    pub(super) turns: Vec<DQuat>,
    pub(super) places: Vec<DVec3>,
    /// The weight with which each foot stands.
    pub(super) standing: [f64; 2],
}

/// The largest distances from intended places, in metres.
#[derive(Clone, Copy, Default)]
pub(super) struct Misses {
    pub(super) foot_m: f64,
    pub(super) hand_m: f64,
}

/// Transfers frames of the source to the target.
pub(super) struct Follower<'a> {
    source: &'a Reference,
    plan: &'a Correspondence,
    pub(super) posed: Posed<'a>,
    legs: [Limb; 2],
    /// The arms and what they touch; `None` if touches are not kept.
    touching: Option<Touching>,
    pub(super) worst: Misses,
}

struct Touching {
    touches: Touches,
    arms: [Option<Limb>; 2],
    /// The joints of each foot and each hand. If they are below the ground, the limb lifts them.
    feet: [Vec<usize>; 2],
    hands: [Vec<usize>; 2],
    /// The other joints of the body.
    others: Vec<usize>,
}

impl Touching {
    fn new(source: &Reference, target: &Reference, scale: f64) -> Self {
        let below = |role: Role| {
            let top = target.roles.get(role);
            let mut is_below = vec![false; target.parents.len()];
            for joint in 0..is_below.len() {
                let above = target.parents[joint].is_some_and(|parent| is_below[parent]);
                is_below[joint] = above || top == Some(joint);
            }
            let joints = 0..is_below.len();
            let joints = joints.filter(|&joint| is_below[joint] && target.is_body[joint]);
            joints.collect::<Vec<usize>>()
        };
        let feet = Side::BOTH.map(|side| below(on(side, Role::LeftFoot)));
        let hands = Side::BOTH.map(|side| below(on(side, Role::LeftHand)));
        let ends: Vec<usize> = feet.iter().chain(&hands).flatten().copied().collect();
        let others = (0..target.parents.len())
            .filter(|joint| target.is_body[*joint] && !ends.contains(joint))
            .collect();
        Self {
            touches: Touches::new(source, target, scale),
            arms: Side::BOTH.map(|side| Limb::arm(target, side)),
            feet,
            hands,
            others,
        }
    }
}

impl<'a> Follower<'a> {
    pub(super) fn new(
        source: &'a Reference,
        target: &'a Reference,
        plan: &'a Correspondence,
        keeps_touches: bool,
    ) -> Self {
        Self {
            source,
            plan,
            posed: Posed::new(target),
            legs: Side::BOTH.map(|side| Limb::leg(target, side)),
            touching: keeps_touches.then(|| Touching::new(source, target, plan.scale)),
            worst: Misses::default(),
        }
    }

    /// Poses the target like a frame of the source.
    pub(super) fn follow(&mut self, shown: &Shown) {
        self.turn(shown);
        let (root, locals) = (self.posed.root, self.posed.locals.clone());
        let ground = self.ground_m(shown);
        let mut lift = DVec3::ZERO;
        for left in (0..MAX_LIFTS).rev() {
            self.posed.root = root + lift;
            self.posed.locals.clone_from(&locals);
            self.posed.solve();
            let mut misses = Misses {
                foot_m: self.stand(shown),
                hand_m: 0.0,
            };
            let mut more = DVec3::ZERO;
            if let Some(touching) = &self.touching {
                for (leg, foot) in self.legs.iter().zip(&touching.feet) {
                    raise(&mut self.posed, leg, foot, ground);
                }
                more += touch(&mut self.posed, touching, shown, &mut misses.hand_m);
                for (arm, hand) in touching.arms.iter().zip(&touching.hands) {
                    if let Some(arm) = arm {
                        tilt(&mut self.posed, arm.end, hand, ground);
                        raise(&mut self.posed, arm, hand, ground);
                    }
                }
                let depth = depth(&self.posed, &touching.others, ground);
                more.y = if depth > SUNK_M { depth } else { more.y };
            }
            if more.length() <= SUNK_M || left == 0 {
                self.worst.foot_m = self.worst.foot_m.max(misses.foot_m);
                self.worst.hand_m = self.worst.hand_m.max(misses.hand_m);
                break;
            }
            lift += more;
        }
    }

    /// Rotates the joints of the target like the joints of the source, and moves the target's hips to their place.
    fn turn(&mut self, shown: &Shown) {
        let posed = &mut self.posed;
        let target = posed.skeleton;
        for joint in 0..target.parents.len() {
            let above = target.parents[joint].map_or(DQuat::IDENTITY, |parent| posed.turns[parent]);
            let own = match self.plan.turn(joint, &shown.turns) {
                Some(turn) => local(above, turn),
                None => target.locals[joint],
            };
            posed.locals[joint] = own;
            posed.turns[joint] = if target.is_end[joint] {
                above
            } else {
                above * own
            };
        }
        posed.root = DVec3::ZERO;
        posed.solve();
        let hips = |of: &Reference, places: &[DVec3]| {
            let joints = &of.roles;
            Body { joints, places }.middle(Role::LeftUpperLeg)
        };
        posed.root =
            hips(self.source, &shown.places) * self.plan.scale - hips(target, &posed.places);
        posed.solve();
    }

    /// Returns the minimum height of the target's joints: the ground, or the scaled height of the source's deepest
    /// joint.
    fn ground_m(&self, shown: &Shown) -> f64 {
        let joints = shown.places.iter().zip(&self.source.is_body);
        let heights = joints.filter(|(_, is_body)| **is_body).map(|(at, _)| at.y);
        self.plan.scale * heights.fold(0.0, f64::min)
    }

    /// Moves standing feet to their places, and returns the largest remaining distance in metres.
    fn stand(&mut self, shown: &Shown) -> f64 {
        let (plan, posed) = (self.plan, &mut self.posed);
        let feet = || plan.feet.iter().zip(&self.legs).zip(shown.standing);
        let wanted = |foot: &Foot| foot.wanted(|joint| shown.places[joint], plan.scale);
        let drops = feet().map(|((foot, leg), weight)| {
            let goal = posed.places[leg.end] + wanted(foot) - posed.places[foot.to];
            weight * leg.drop_m(goal, posed)
        });
        // A leg that is too short takes precedence over one that cannot fold.
        let (down, up) = drops.fold((0.0_f64, 0.0_f64), |(down, up), drop| {
            (down.max(drop), up.min(drop))
        });
        let drop_m = if down > 0.0 { down } else { up };
        if drop_m != 0.0 {
            posed.root.y -= drop_m;
            posed.solve();
        }
        let mut worst_m = 0.0_f64;
        for ((foot, leg), weight) in feet() {
            if weight == 0.0 {
                continue;
            }
            let wanted = wanted(foot);
            let goal = posed.places[leg.end] + (wanted - posed.places[foot.to]) * weight;
            leg.reach(goal, posed);
            if weight == 1.0 {
                worst_m = worst_m.max((posed.places[foot.to] - wanted).length());
            }
        }
        worst_m
    }
}

/// Moves hands to where the source's hands touch. Returns the vector by which the body must move so that arms that are
/// too short reach the ground.
fn touch(posed: &mut Posed<'_>, touching: &Touching, shown: &Shown, worst_m: &mut f64) -> DVec3 {
    let found = touching.touches.find(&shown.places, &posed.places);
    let mut short = DVec3::ZERO;
    for (touch, arm) in found.into_iter().zip(&touching.arms) {
        let (Some(touch), Some(arm)) = (touch, arm) else {
            continue;
        };
        let goal = posed.places[arm.end] + touch.by;
        let miss = arm.miss(goal, posed) * touch.ground;
        if miss.length() > short.length() {
            short = miss;
        }
        arm.reach(goal, posed);
        if touch.weight >= TOUCHES {
            *worst_m = worst_m.max(touch.miss_m(posed.places[arm.end]));
        }
    }
    short
}

/// Turns a hand about its wrist until none of its joints is below the ground, as far as the height of the wrist allows.
fn tilt(posed: &mut Posed<'_>, wrist: usize, joints: &[usize], ground: f64) {
    for _ in joints {
        let height = |joint: &&usize| posed.places[**joint].y;
        let lowest = joints.iter().min_by(|a, b| height(a).total_cmp(&height(b)));
        let (Some(&lowest), at) = (lowest, posed.places[wrist]) else {
            return;
        };
        let line = posed.places[lowest] - at;
        let across = line.cross(DVec3::Y);
        if lowest == wrist || ground - posed.places[lowest].y <= SUNK_M || across == DVec3::ZERO {
            return;
        }
        let length = line.length();
        let angle = |height: f64| libm::asin((height / length).clamp(-1.0, 1.0));
        let turn = angle(ground - at.y) - angle(line.y);
        let axis = across * across.length().recip();
        let turn = DQuat::from_axis_angle(axis, turn) * posed.turns[wrist];
        posed.set_turn(wrist, turn);
    }
}

/// Raises the end of a limb until none of its joints is below the ground.
fn raise(posed: &mut Posed<'_>, limb: &Limb, joints: &[usize], ground: f64) {
    let depth = depth(posed, joints, ground);
    if depth > SUNK_M {
        limb.reach(posed.places[limb.end] + DVec3::Y * depth, posed);
    }
}

/// Returns the depth of the deepest of some joints below the ground, in metres; 0 if none is below it.
fn depth(posed: &Posed<'_>, joints: &[usize], ground: f64) -> f64 {
    let depths = joints.iter().map(|&joint| ground - posed.places[joint].y);
    depths.fold(0.0, f64::max)
}
