//! Hands that touch the ground or the body: their positions on the source, and where they belong on the target.
//!
//! The body is a set of capsules around the lines between joints; the radii are measures of an average adult, as shares
//! of the length of a leg. A palm near the ground belongs at the scaled place of the source's palm. A palm near a
//! capsule belongs at the same share of the target's line, in the same direction from the line and at the scaled
//! distance. A palm that touches several parts keeps its distances from all of them; its place along each line may
//! change. The weight of each touch falls smoothly with the distance, so an approaching hand is moved gradually. The
//! ground takes precedence over the body: a hand on the ground is at its place on the ground.

use footwork_base::Role;
use glam::DVec3;

use super::body::on;
use super::reference::Reference;
use crate::interpolate::smooth_step;
use crate::side::Side;

/// The distance from the wrist to the middle of the palm, in leg lengths.
const PALM: f64 = 0.1;

/// Two heights in leg lengths: up to the first, a palm or wrist touches the ground; from the second on, it does not.
const GROUND: [f64; 2] = [0.13, 0.28];

/// Two distances from the skin in leg lengths: up to the first, a palm touches the body; from the second on, it does
/// not.
const SKIN: [f64; 2] = [0.03, 0.12];

/// The difference in distance, in leg lengths, at which the farther of two touched parts has a quarter of the nearer
/// part's weight.
const NEARER: f64 = 0.01;

/// The number of iterations that move the palm towards its distances from the touched parts.
const ROUNDS: usize = 12;

/// Half the thickness of a palm, in leg lengths.
const PALM_RADIUS: f64 = 0.04;

/// The weight of a touch from which the hand counts as touching.
pub(super) const TOUCHES: f64 = 1.0;

/// A point of the body: a joint, or the midpoint of two joints.
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
    /// The radius of the part in leg lengths.
    radius: f64,
    /// The side of the arm, whose own hand cannot touch it; `None` if the part is not on an arm.
    arm: Option<Side>,
}

/// A hand on both skeletons.
struct Hand {
    source: usize,
    target: usize,
    elbow: usize,
    /// The joint of the source to which the hand points, such as a finger; `None` if the skeleton ends at the wrist.
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

/// The place where a hand of the target belongs.
#[derive(Clone, Copy)]
pub(super) struct Touch {
    /// The vector by which the hand is moved. If `weight` is 1, it leads to where the hand belongs.
    pub(super) by: DVec3,
    /// How strongly the hand touches anything, from 0 to 1.
    pub(super) weight: f64,
    /// How strongly the hand touches the ground, from 0 to 1.
    pub(super) ground: f64,
    /// The ground or the part that the hand touches most.
    on: Touched,
    /// The vector from the wrist to the palm.
    palm: DVec3,
}

/// The object that a hand touches.
#[derive(Clone, Copy)]
enum Touched {
    /// The ground, with the palm at this place.
    Ground(DVec3),
    /// The body, with the palm at this distance from a line.
    Body([DVec3; 2], f64),
}

impl Touch {
    /// Returns the error of a wrist position, in metres. On the ground, it is the distance of the palm from its place.
    /// On the body, it is the difference between the palm's distance from the line and the intended distance.
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

    /// Returns where each hand of the target belongs; `None` if the skeletons lack the hand or it touches nothing.
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
        let near: [Vec<Near>; 2] = Side::BOTH.map(|side| {
            let palm = palms[side as usize];
            palm.map_or(Vec::new(), |[from, _]| {
                self.near_parts(side, from, source, target)
            })
        });
        let touch = |side: usize, more: Option<Near>| {
            let [from, to] = palms[side]?;
            let hand = self.hands[side].as_ref()?;
            let low = from.y.min(source[hand.source].y) / self.leg_m;
            let palm = Palm {
                to,
                wrist: target[hand.target],
                ground: weight(low, GROUND),
                place: from * self.scale,
            };
            Some((palm.goal(&near[side], more), to))
        };
        // Hands that touch each other meet midway between the places where they belong without each other.
        let goals = [0, 1].map(|side| touch(side, None).map(|(touch, to)| to + touch.by));
        let between = match (palms, goals) {
            ([Some([a, _]), Some([b, _])], [Some(c), Some(d)]) => {
                Some([0.5 * (a + b), 0.5 * (c + d)])
            }
            _ => None,
        };
        let mut touches = [0, 1].map(|side| {
            let [from, to] = palms[side]?;
            let other = between.map(|[at, place]| self.near(from, at, 0.0, [place; 2], place));
            let (touch, _) = touch(side, other)?;
            Some((touch, to + touch.by))
        });
        // The ground may move both hands, and with them the place midway between them.
        if let ([Some((one, a)), Some((two, b))], Some([_, place])) = (&mut touches, between) {
            for touch in [one, two] {
                match &mut touch.on {
                    Touched::Body(line, _) if *line == [place; 2] => *line = [0.5 * (*a + *b); 2],
                    _ => {}
                }
            }
        }
        let touches = touches.map(|touch| touch.map(|(touch, _)| touch));
        touches.map(|touch| touch.filter(|touch| touch.weight > 0.0))
    }

    /// Returns the parts of the body that a hand can touch, as seen from its palm.
    fn near_parts(&self, side: Side, from: DVec3, source: &[DVec3], target: &[DVec3]) -> Vec<Near> {
        let parts = self.parts.iter().filter(|part| part.arm != Some(side));
        let near = parts.map(|part| {
            let (at, share) = nearest(part.source.map(|point| point.at(source)), from);
            let line = part.target.map(|point| point.at(target));
            self.near(from, at, part.radius, line, line[0].lerp(line[1], share))
        });
        near.collect()
    }

    /// Returns a line of the body as seen from a palm. `at` and `place` are the same point of the line on the source
    /// and on the target.
    fn near(&self, from: DVec3, at: DVec3, radius: f64, line: [DVec3; 2], place: DVec3) -> Near {
        let away = (from - at).length();
        let gap = away / self.leg_m - radius - PALM_RADIUS;
        Near {
            gap,
            weight: weight(gap, SKIN),
            palm: place + (from - at) * self.scale,
            line,
            away_m: away * self.scale,
        }
    }
}

/// A palm of the target.
struct Palm {
    to: DVec3,
    wrist: DVec3,
    /// How strongly the palm touches the ground, from 0 to 1. Its position there is `place`.
    ground: f64,
    place: DVec3,
}

impl Palm {
    /// Returns where the palm belongs.
    fn goal(&self, parts: &[Near], more: Option<Near>) -> Touch {
        let mut touch = Touch {
            by: (self.place - self.to) * self.ground,
            weight: self.ground,
            ground: self.ground,
            on: Touched::Ground(self.place),
            palm: self.to - self.wrist,
        };
        let body: Vec<&Near> = parts.iter().chain(more.as_ref()).collect();
        let first = body.iter().min_by(|a, b| a.gap.total_cmp(&b.gap));
        if let Some(first) = first.filter(|first| first.weight > 0.0) {
            let on_body = (palm_on(&body, first.gap) - self.to) * first.weight;
            touch.by += on_body * (1.0 - self.ground);
            if first.weight > self.ground {
                touch.weight = first.weight;
                touch.on = Touched::Body(first.line, first.away_m);
            }
        }
        touch
    }
}

/// A part of the body near a palm.
struct Near {
    /// The distance of the palm from the skin, in leg lengths.
    gap: f64,
    weight: f64,
    /// The position that the target's palm would have at this part alone.
    palm: DVec3,
    /// The target's line, and the intended distance of the palm from it in metres.
    line: [DVec3; 2],
    away_m: f64,
}

/// Returns the place of a palm that touches parts of the body, the nearest of them at the gap `least`. The place is the
/// mean of the places at each part, moved until the distances are right.
fn palm_on(body: &[&Near], least: f64) -> DVec3 {
    let share = |near: &Near| {
        let nearer = NEARER / (NEARER + near.gap - least);
        near.weight * nearer * nearer
    };
    let total: f64 = body.iter().map(|near| share(near)).sum();
    if total <= 0.0 {
        return DVec3::ZERO;
    }
    let mean = |of: &dyn Fn(&Near) -> DVec3| {
        let sum = body.iter().map(|near| of(near) * share(near));
        sum.fold(DVec3::ZERO, |sum, part| sum + part) / total
    };
    let mut palm = mean(&|near| near.palm);
    for _ in 0..ROUNDS {
        palm += mean(&|near| {
            let line = palm - nearest(near.line, palm).0;
            line.normalize_or_zero() * (near.away_m - line.length())
        });
    }
    palm
}

/// Returns 1 up to the first distance and 0 from the second on, smooth in between.
fn weight(distance: f64, [near, far]: [f64; 2]) -> f64 {
    smooth_step((far - distance) / (far - near))
}
