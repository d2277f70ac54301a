//! Hands that touch the ground or the body: where they are on the source, and where they belong on the target.
//!
//! The body is a set of capsules around the lines between joints; the radii are those of an average adult, as shares of
//! the length of a leg. A palm near the ground belongs at the scaled place of the source's palm. A palm near a capsule
//! belongs at the same share of the target's line, and as far from it in the same direction, scaled. The weight of each
//! touch falls smoothly with the distance, so an approaching hand is moved gradually.

use footwork_base::Role;
use glam::DVec3;

use super::body::on;
use super::reference::Reference;
use crate::side::Side;

/// The distance from the wrist to the middle of the palm, in leg lengths.
const PALM: f64 = 0.1;

/// The height of a palm or wrist up to which it touches the ground, and the height from which it does not, in leg lengths.
const GROUND: [f64; 2] = [0.13, 0.28];

/// The distance of a palm from the skin up to which it touches the body, and from which it does not, in leg lengths.
const SKIN: [f64; 2] = [0.03, 0.12];

/// How much more the ground counts than the body for a hand that touches both.
const FIRM_GROUND: f64 = 25.0;

/// Half the thickness of a palm, in leg lengths.
const PALM_RADIUS: f64 = 0.04;

/// The weight of a touch from which the hand counts as touching.
pub(super) const TOUCHES: f64 = 1.0;

/// A point of the body: a joint, or the middle between two.
#[derive(Clone, Copy)]
struct Point(usize, usize);

impl Point {
    fn at(self, places: &[DVec3]) -> DVec3 {
        0.5 * (places[self.0] + places[self.1])
    }
}

/// A part of the body that a hand can touch.
struct Part {
    source: [Point; 2],
    target: [Point; 2],
    /// Its radius in leg lengths.
    radius: f64,
    /// The side of its arm, whose hand cannot touch it; `None` if it is not part of an arm.
    arm: Option<Side>,
}

/// A hand of both skeletons.
struct Hand {
    source: usize,
    target: usize,
    elbow: usize,
    /// The joint of the source to which the hand points, such as a finger; `None` if it ends at the wrist.
    tip: Option<usize>,
}

/// The hands and the parts of the body that they can touch.
pub(super) struct Touches {
    parts: Vec<Part>,
    hands: [Option<Hand>; 2],
    /// The length of the source's leg in metres.
    leg_m: f64,
    scale: f64,
}

/// Where a hand of the target belongs.
#[derive(Clone, Copy)]
pub(super) struct Touch {
    /// The vector from where the hand is to where it belongs.
    pub(super) by: DVec3,
    /// How strongly it is moved there, from 0 to 1.
    pub(super) weight: f64,
    /// What it touches most.
    on: Touched,
    /// The vector from the wrist to the palm.
    palm: DVec3,
}

/// What a hand touches.
#[derive(Clone, Copy)]
enum Touched {
    /// The ground, with the palm at this place.
    Ground(DVec3),
    /// The body, with the palm at this distance from a line.
    Body([DVec3; 2], f64),
}

impl Touch {
    pub(super) fn is_ground(&self) -> bool {
        matches!(self.on, Touched::Ground(_))
    }

    /// Returns the error of a wrist, in metres: on the ground, the distance of the palm from its place; on the body,
    /// how much nearer to it or farther from it the palm is than intended.
    pub(super) fn miss_m(&self, wrist: DVec3) -> f64 {
        let palm = wrist + self.palm;
        match self.on {
            Touched::Ground(place) => (palm - place).length(),
            Touched::Body(line, away_m) => ((palm - nearest(line, palm).0).length() - away_m).abs(),
        }
    }
}

/// Returns the point of a line that is nearest to a place, and its share of the line.
fn nearest([a, b]: [DVec3; 2], place: DVec3) -> (DVec3, f64) {
    let line = b - a;
    let square = line.length_squared();
    let share = if square > 0.0 {
        ((place - a).dot(line) / square).clamp(0.0, 1.0)
    } else {
        0.0
    };
    (a + line * share, share)
}

/// The lines of the body. Each end is midway between the joints of two roles, which may be the same; the radius around
/// the line is in leg lengths. Lines on both sides have the left roles.
#[rustfmt::skip]
const LINES: [([Role; 2], [Role; 2], f64); 9] = [
    ([Role::LeftUpperLeg, Role::RightUpperLeg], [Role::LeftUpperArm, Role::RightUpperArm], 0.15),
    ([Role::LeftUpperLeg, Role::LeftUpperLeg], [Role::RightUpperLeg, Role::RightUpperLeg], 0.13),
    ([Role::LeftUpperArm, Role::LeftUpperArm], [Role::RightUpperArm, Role::RightUpperArm], 0.09),
    ([Role::LeftUpperArm, Role::RightUpperArm], [Role::Head, Role::Head], 0.11),
    ([Role::Head, Role::Head], [Role::Head, Role::Head], 0.14),
    ([Role::LeftUpperLeg, Role::LeftUpperLeg], [Role::LeftLowerLeg, Role::LeftLowerLeg], 0.09),
    ([Role::LeftLowerLeg, Role::LeftLowerLeg], [Role::LeftFoot, Role::LeftFoot], 0.06),
    ([Role::LeftUpperArm, Role::LeftUpperArm], [Role::LeftLowerArm, Role::LeftLowerArm], 0.06),
    ([Role::LeftLowerArm, Role::LeftLowerArm], [Role::LeftHand, Role::LeftHand], 0.05),
];

/// The number of [`LINES`] that have no side.
const MIDDLE_LINES: usize = 5;

impl Touches {
    pub(super) fn new(source: &Reference, target: &Reference, scale: f64) -> Self {
        let mut parts = Vec::new();
        for (index, (from, to, radius)) in LINES.into_iter().enumerate() {
            let sides: &[Side] = if index < MIDDLE_LINES {
                &[Side::Left]
            } else {
                &Side::BOTH
            };
            for &side in sides {
                let is_arm = index >= MIDDLE_LINES + 2;
                let ends = |of: &Reference| {
                    let joint = |role: Role| of.roles.get(on(side, role));
                    let point = |roles: [Role; 2]| Some(Point(joint(roles[0])?, joint(roles[1])?));
                    Some([point(from)?, point(to)?])
                };
                if let (Some(source), Some(target)) = (ends(source), ends(target)) {
                    parts.push(Part {
                        source,
                        target,
                        radius,
                        arm: is_arm.then_some(side),
                    });
                }
            }
        }
        let hands = Side::BOTH.map(|side| {
            let role = on(side, Role::LeftHand);
            let hand = source.roles.get(role)?;
            Some(Hand {
                source: hand,
                target: target.roles.get(role)?,
                elbow: source.roles.needed_on(side, Role::LeftLowerArm),
                tip: (0..source.parents.len()).find(|&joint| {
                    let length = (source.places[joint] - source.places[hand]).length();
                    source.parents[joint] == Some(hand) && source.is_body[joint] && length > 1e-3
                }),
            })
        });
        Self {
            parts,
            hands,
            leg_m: source.leg_m(target),
            scale,
        }
    }

    /// Returns where each hand of the target belongs; `None` without a hand or a touch.
    pub(super) fn find(&self, source: &[DVec3], target: &[DVec3]) -> [Option<Touch>; 2] {
        let palms = self.hands.each_ref().map(|hand| {
            let hand = hand.as_ref()?;
            let wrist = source[hand.source];
            let tip = hand.tip.map(|tip| source[tip] - wrist);
            let along = tip
                .unwrap_or(wrist - source[hand.elbow])
                .normalize_or_zero();
            let reach = along * (PALM * self.leg_m);
            Some([wrist + reach, target[hand.target] + reach * self.scale])
        });
        let mut side = Side::BOTH.into_iter();
        palms.map(|palm| {
            let side = side.next()?;
            let [from, to] = palm?;
            let other = palms[1 - side as usize];
            let hand = self.hands[side as usize].as_ref()?;
            let mut sum = Sum::default();
            let low = from.y.min(source[hand.source].y) / self.leg_m;
            let place = from * self.scale;
            sum.add(
                low - GROUND[0],
                weight(low, GROUND),
                place - to,
                Touched::Ground(place),
            );
            let mut near = |at: DVec3, radius: f64, line: [DVec3; 2], place: DVec3| {
                let away = (from - at).length();
                let gap = away / self.leg_m - radius - PALM_RADIUS;
                let by = place + (from - at) * self.scale - to;
                let on = Touched::Body(line, away * self.scale);
                sum.add(gap - SKIN[0], weight(gap, SKIN), by, on);
            };
            for part in self.parts.iter().filter(|part| part.arm != Some(side)) {
                let (at, share) = nearest(part.source.map(|point| point.at(source)), from);
                let line = part.target.map(|point| point.at(target));
                near(at, part.radius, line, line[0].lerp(line[1], share));
            }
            if let Some([other_from, other_to]) = other {
                // Hands that touch each other meet midway between them.
                let [at, place] = [0.5 * (from + other_from), 0.5 * (to + other_to)];
                near(at, 0.0, [place; 2], place);
            }
            sum.touch(to - target[hand.target])
        })
    }
}

/// Returns 1 up to the first distance and 0 from the second on, smooth in between.
fn weight(distance: f64, [near, far]: [f64; 2]) -> f64 {
    let left = ((far - distance) / (far - near)).clamp(0.0, 1.0);
    left * left * (3.0 - 2.0 * left)
}

/// A weighted mean of the places where a hand belongs; the nearest touch counts most.
#[derive(Default)]
struct Sum {
    by: DVec3,
    total: f64,
    weight: f64,
    /// The distance of the nearest touch, and what is touched.
    first: Option<(f64, Touched)>,
}

impl Sum {
    fn add(&mut self, away: f64, weight: f64, by: DVec3, on: Touched) {
        let near = 0.01 / (0.01 + away.max(0.0));
        let firm = match on {
            Touched::Ground(_) => FIRM_GROUND,
            Touched::Body(..) => 1.0,
        };
        let share = firm * weight * near * near;
        self.by += by * share;
        self.total += share;
        self.weight = self.weight.max(weight);
        if self.first.is_none_or(|(least, _)| away < least) {
            self.first = Some((away, on));
        }
    }

    fn touch(self, palm: DVec3) -> Option<Touch> {
        let (_, on) = self.first.filter(|_| self.total > 0.0)?;
        Some(Touch {
            by: self.by / self.total,
            weight: self.weight,
            on,
            palm,
        })
    }
}
