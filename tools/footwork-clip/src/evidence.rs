//! The evidence of one clip about its skeleton: the size of the body, and the travelling joint.
//!
//! Files state neither. Many skeletons have a joint on the floor, above the hips in the hierarchy, that stands still in
//! some files and travels in others. A BVH file does not state its unit. One clip alone may mislead, for example if the
//! body crawls or stands still, so all clips of one [family](Evidence::family) of skeletons decide together:
//! [`travelling_link`] and [`body_size`] take the evidence of any number of clips.
//!
//! The candidates for the travelling joint are a chain. It starts at joint 0 and continues to the child with the most
//! joints below it. If the roles of the legs are known, the chain stops before a child that does not carry both legs.
//! From the root down:
//!
//! * a joint is skipped if it stands at the origin on the ground, with the body above it, in at least half of the
//!   clips;
//! * a joint is skipped if, in at least one in ten of the clips in which something travels, it stands still
//!   while a lower joint travels by its own animated position.
//!
//! All joints below the travelling joint move with it. If a skipped joint does travel in a few clips, the extracted
//! root motion is merely less smooth there. If the chosen joint stood still, the speed would be 0.

mod foot_motion;

use std::hash::Hasher as _;

use footwork_base::{Id, Role, UpAxis};
use serde::{Deserialize, Serialize};
use twox_hash::XxHash3_64;

use crate::body::is_helper;
use crate::clip::Clip;
use crate::kinematics::ForwardKinematics;
use crate::number::to_f32;
use crate::skeleton::{JointId, Skeleton};
use crate::stance::{Stance, StanceGauge};
use foot_motion::FootMotion;

/// The maximum number of joints that are candidates.
const MAX_LINKS: usize = 6;

/// The maximum number of measured frames, evenly spread over the clip.
const MAX_MEASURED_FRAMES: u32 = 256;

/// The share of the frames on which the body is at most as large as its reported size.
const SIZE_PERCENTILE: f64 = 0.95;

/// The share of the clips in which the body is at most as large as its reported size.
const CLIP_PERCENTILE: f64 = 0.9;

/// A joint travels if it covers more than this share of the body's size.
const TRAVEL_SHARE: f32 = 0.25;

/// A joint moves by its own position if that position accounts for more than this share of the joint's travel.
const OWN_SHARE: f32 = 0.5;

/// A joint stands at the origin if its distance from the origin is at most this share of the body's size.
const ORIGIN_SHARE: f32 = 0.02;

/// The body is above a joint if no joint is farther below that joint than this share of the body's size.
const BELOW_SHARE: f32 = 0.1;

/// The feet walk or run if they cover more than this share of the body's size per second.
const GAIT_SHARE: f32 = 0.2;

/// Feet over ground that moves below the body are at least this [steady](Evidence::steadiness). The gaits in place of a
/// hand-keyed pack have 0.69 to 1, and its strikes, blocks, hits and falls at most 0.47.
const MIN_STEADINESS: f32 = 0.6;

/// The feet of a travelling body exceed this share of its size per second. Even in a slow walk, feet move twice as
/// fast.
const SLOW_SHARE: f32 = 0.5;

/// The evidence of one clip about its skeleton. Lengths are in the unit of its file, and along the axes of its file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Evidence {
    /// A hash of the names, parents and rest offsets of the joints, which identifies clips of the same skeleton in the
    /// same unit.
    pub family: u64,
    /// How the body stands.
    pub stance: Stance,
    /// The axis of the file that points up, which separates travel over the ground from height.
    pub up: UpAxis,
    /// The candidates for the travelling joint, from joint 0 down; at least one.
    pub links: Vec<Link>,
    /// The median speed of the ground below the feet, in lengths per second; 0 if no feet are known.
    pub gait_speed: f32,
    /// The speed of the feet that only a few frames exceed, in lengths per second; 0 if no feet are known.
    pub foot_speed: f32,
    /// How steadily the feet move over the ground if the body stays, from 0 to 1: 1 if both standing feet always move one way
    /// and lifted feet bring them back. 0 if no feet are known.
    pub steadiness: f32,
}

/// The evidence of one clip about one candidate.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Link {
    /// The index of the joint.
    pub joint: u32,
    /// The extent of the candidate and the joints below it, without arms and animation helpers: the largest of width,
    /// height and depth, at the 95th percentile of the frames. Arms are left out because they reach and strike, and may
    /// hold things longer than a person.
    pub size: f32,
    /// The sides of the bounding box of the joint's positions.
    pub sides: [f32; 3],
    /// The distance that the joint's position moves in its parent's space; 0 if the position is not animated.
    pub own_travel: f32,
    /// The joint's greatest distance from the origin.
    pub reach: f32,
    /// For each direction taken as up, the distance down to the lowest joint, at the 95th percentile of the frames. In
    /// the order of [`UpAxis::ALL`].
    pub below: [f32; 6],
}

impl Link {
    /// Returns the distance that the joint covers on the ground: the diagonal of the bounding rectangle of its
    /// positions.
    pub fn travel(&self, up: UpAxis) -> f32 {
        let (upright, _) = up.index_and_sign();
        let sides = self.sides.iter().enumerate();
        let [a, b] = [1, 2].map(|step| sides.clone().nth((upright + step) % 3));
        let side = |side: Option<(usize, &f32)>| side.map_or(0.0, |(_, &side)| f64::from(side));
        to_f32(libm::hypot(side(a), side(b)))
    }

    /// Whether the joint travels by its own animated position.
    fn travels(&self, up: UpAxis) -> bool {
        let travel = self.travel(up);
        travel > TRAVEL_SHARE * self.size && self.own_travel > OWN_SHARE * travel
    }
}

impl Evidence {
    /// Measures a clip whose lengths were multiplied by `metres_per_unit` when it was read.
    pub fn from_clip(clip: &Clip, metres_per_unit: f64) -> Self {
        Self::measured(clip, metres_per_unit, false)
    }

    /// Like [`from_clip`](Self::from_clip). `states_y` is true if the clip's format states that +y is up.
    pub(crate) fn measured(clip: &Clip, metres_per_unit: f64, states_y: bool) -> Self {
        let chain = chain(clip.skeleton());
        let mut gauges: Vec<Gauge> = chain.iter().map(|&id| Gauge::new(clip, id)).collect();
        let mut kinematics = ForwardKinematics::new(clip.skeleton());
        let mut stance = StanceGauge::new(clip.skeleton());
        let mut row = vec![[0.0; 3]; clip.skeleton().joint_count()];
        let frames = clip.frame_count();
        let step = frames.div_ceil(MAX_MEASURED_FRAMES).max(1) as usize;
        for frame in (0..frames).step_by(step) {
            let Some(pose) = clip.pose(frame) else {
                continue;
            };
            kinematics.solve(pose, &mut row);
            for gauge in &mut gauges {
                let local = match pose.translations {
                    Some(all) if gauge.joint > 0 => all.get(gauge.joint).copied(),
                    _ => None,
                };
                gauge.measure(&row, local.map(|local| local.map(f64::from)));
            }
            if let [first, .., last] | [first @ last] = gauges.as_slice() {
                stance.measure(&row, &first.is_body, row[last.joint]);
            }
        }
        let in_file = |metres: f64| to_f32(metres / metres_per_unit);
        let links: Vec<Link> = gauges
            .into_iter()
            .map(|gauge| gauge.link(&in_file))
            .collect();
        let size = links.first().map_or(0.0, |link| f64::from(link.size));
        let stance = stance.stance(clip, size * metres_per_unit, states_y);
        let upright = clip.upright_from(stance.up());
        let gait = FootMotion::new(&upright, &chain).unwrap_or_default();
        Self {
            family: family(clip.skeleton(), metres_per_unit),
            links,
            gait_speed: in_file(gait.ground_mps),
            foot_speed: in_file(gait.foot_mps),
            steadiness: to_f32(gait.steadiness),
            up: stance.up(),
            stance,
        }
    }

    /// Returns the same evidence with another up axis.
    #[must_use]
    pub fn with_up(self, up: UpAxis) -> Self {
        Self { up, ..self }
    }

    /// Returns the joint of a candidate.
    pub fn joint(&self, link: usize) -> JointId {
        JointId::new(self.links.get(link).map_or(0, |link| link.joint))
    }

    /// Whether the clip stays in place: the candidate moves at most a quarter of the body's size over the ground, and
    /// at most the body's size along any axis.
    pub fn stays(&self, link: usize) -> bool {
        self.links.get(link).is_none_or(|link| {
            let is_within = link.sides.iter().all(|&side| side <= link.size);
            is_within && link.travel(self.up) <= TRAVEL_SHARE * link.size
        })
    }

    /// Returns whether the body stands and travels by more than its size while its feet move about five times slower
    /// than a person's.
    pub fn is_slow_motion(&self) -> bool {
        let link = self.links.get(travelling_link(&[self]));
        let stands = self.stance.along == Some(self.up);
        link.is_some_and(|link| {
            let is_slow = self.foot_speed < SLOW_SHARE * link.size && self.foot_speed > 0.0;
            stands && is_slow && link.travel(self.up) > link.size
        })
    }

    /// Returns whether the feet walk or run, whether or not the character travels.
    pub fn has_gait(&self, link: usize) -> bool {
        let link = self.links.get(link);
        link.is_some_and(|link| self.gait_speed > GAIT_SHARE * link.size)
    }

    /// Returns whether the body steps in place, over ground that would move below it: it [stays](Self::stays), its feet
    /// [walk or run](Self::has_gait), and standing feet move one way while lifted feet bring them back. The feet of a strike
    /// or a block on the spot move out and back near the ground.
    pub fn steps_in_place(&self, link: usize) -> bool {
        self.stays(link) && self.has_gait(link) && self.steadiness >= MIN_STEADINESS
    }
}

/// Returns the index of the candidate that travels in these clips of one family.
pub fn travelling_link(clips: &[&Evidence]) -> usize {
    let count = clips.iter().map(|clip| clip.links.len()).min().unwrap_or(0);
    let mut at = 0;
    while at + 1 < count {
        match next_link(clips, at, count) {
            Some(next) => at = next,
            None => break,
        }
    }
    at
}

/// Returns the next candidate if the candidate at `at` should be skipped.
fn next_link(clips: &[&Evidence], at: usize, count: usize) -> Option<usize> {
    let on_origin = clips.iter().filter(|clip| {
        let (upper, lower) = (&clip.links[at], &clip.links[at + 1]);
        let below = UpAxis::ALL.iter().position(|up| *up == clip.up);
        let below = below.and_then(|up| upper.below.get(up));
        lower.size > 0.0
            && upper.reach <= ORIGIN_SHARE * lower.size
            && below.is_some_and(|below| *below <= BELOW_SHARE * lower.size)
    });
    if 2 * on_origin.count() >= clips.len() {
        return Some(at + 1);
    }
    (at + 1..count).find(|&next| {
        let travelling = clips.iter().filter(|clip| {
            clip.links[next].travels(clip.up)
                || clip.links[at].travel(clip.up) > TRAVEL_SHARE * clip.links[next].size
        });
        let left_behind = clips.iter().filter(|clip| {
            let (upper, lower) = (&clip.links[at], &clip.links[next]);
            lower.travels(clip.up) && upper.travel(clip.up) < TRAVEL_SHARE * lower.travel(clip.up)
        });
        let left_behind = left_behind.count();
        left_behind > 0 && 10 * left_behind >= travelling.count()
    })
}

/// Returns the size of the body in the clips of one family, in the unit of the file. It is the 90th percentile over the
/// clips, so that a few clips in which the character crawls or a joint strays do not distort the size. 0 if the
/// skeleton has no extent.
pub fn body_size(clips: &[&Evidence], link: usize) -> f64 {
    let sizes = clips.iter().filter_map(|clip| clip.links.get(link));
    percentile(
        sizes.map(|link| f64::from(link.size)).collect(),
        CLIP_PERCENTILE,
    )
}

/// Returns joint 0 and, from each joint on, the child with the most joints below it, without ends and other joints
/// without children. If both hip joints are known, stops at the last joint that is above both. Returns at most
/// [`MAX_LINKS`] joints.
fn chain(skeleton: &Skeleton) -> Vec<JointId> {
    let mut below = vec![1usize; skeleton.joint_count()];
    let joints: Vec<_> = skeleton.iter().collect();
    for (id, joint) in joints.into_iter().rev() {
        if let Some(parent) = joint.parent {
            below[parent.index()] += below[id.index()];
        }
    }
    let role = |role| skeleton.roles().joint(role);
    let hips = role(Role::LeftUpperLeg).zip(role(Role::RightUpperLeg));
    let mut chain = vec![JointId::new(0)];
    while let Some(&last) = chain.last() {
        let children = skeleton.children(last).filter(|&child| {
            let is_end = skeleton.joint(child).is_none_or(|joint| joint.is_end);
            !is_end && below[child.index()] > 1
        });
        // In a tie, the first child wins.
        let next = children.reduce(|a, b| {
            if below[b.index()] > below[a.index()] {
                b
            } else {
                a
            }
        });
        // Below the joint that carries both legs, nothing moves the whole body.
        let carries = |next: &JointId| {
            hips.is_none_or(|(left, right)| {
                let is_hip = *next == left || *next == right;
                !is_hip
                    && [left, right]
                        .iter()
                        .all(|&hip| is_above(skeleton, *next, hip))
            })
        };
        match next.filter(carries).filter(|_| chain.len() < MAX_LINKS) {
            Some(next) => chain.push(next),
            None => break,
        }
    }
    chain
}

/// Whether `upper` is `lower` or a joint above it.
fn is_above(skeleton: &Skeleton, upper: JointId, lower: JointId) -> bool {
    let mut at = Some(lower);
    while at.is_some_and(|joint| joint != upper) {
        at = at.and_then(|joint| skeleton.joint(joint)?.parent);
    }
    at.is_some()
}

/// Collects the measurements of one candidate, in metres.
struct Gauge {
    joint: usize,
    /// For each joint, whether it counts for the size: the candidate and the joints below it count, except arms and
    /// helpers.
    is_body: Vec<bool>,
    places: Extent,
    locals: Extent,
    reach: f64,
    sizes: Vec<f64>,
    below: [Vec<f64>; 6],
}

impl Gauge {
    fn new(clip: &Clip, id: JointId) -> Self {
        let skeleton = clip.skeleton();
        let is_arm = |joint| {
            let role = skeleton.roles().role(joint);
            matches!(role, Some(Role::LeftUpperArm | Role::RightUpperArm))
        };
        let mut is_body = vec![false; skeleton.joint_count()];
        for (joint, at) in skeleton.iter() {
            let of_body = at.parent.is_some_and(|parent| is_body[parent.index()]);
            let is_part = of_body && !is_arm(joint) && !is_helper(&at.name);
            is_body[joint.index()] = joint == id || is_part;
        }
        Self {
            joint: id.index(),
            is_body,
            places: Extent::EMPTY,
            locals: Extent::EMPTY,
            reach: 0.0,
            sizes: Vec::new(),
            below: Default::default(),
        }
    }

    fn measure(&mut self, row: &[[f64; 3]], local: Option<[f64; 3]>) {
        let place = row[self.joint];
        let mut body = Extent::EMPTY;
        for (at, _) in row.iter().zip(&self.is_body).filter(|(_, is)| **is) {
            body.add(*at);
        }
        self.places.add(place);
        if let Some(local) = local {
            self.locals.add(local);
        }
        self.reach = self.reach.max(length(place));
        self.sizes
            .push(body.sides().into_iter().fold(0.0, f64::max));
        for (below, up) in self.below.iter_mut().zip(UpAxis::ALL) {
            let (axis, sign) = up.index_and_sign();
            let lowest = if sign > 0.0 { body.low } else { body.high };
            below.push(sign * (place[axis] - lowest[axis]));
        }
    }

    fn link(self, in_file: &impl Fn(f64) -> f32) -> Link {
        Link {
            joint: u32::try_from(self.joint).unwrap_or(0),
            size: in_file(percentile(self.sizes, SIZE_PERCENTILE)),
            sides: self.places.sides().map(in_file),
            own_travel: match self.joint {
                0 => in_file(length(self.places.sides())),
                _ => in_file(length(self.locals.sides())),
            },
            reach: in_file(self.reach),
            below: self
                .below
                .map(|below| in_file(percentile(below, SIZE_PERCENTILE))),
        }
    }
}

/// The box around some points.
struct Extent {
    low: [f64; 3],
    high: [f64; 3],
}

impl Extent {
    const EMPTY: Self = Self {
        low: [f64::INFINITY; 3],
        high: [f64::NEG_INFINITY; 3],
    };

    fn add(&mut self, point: [f64; 3]) {
        for (axis, x) in point.into_iter().enumerate() {
            self.low[axis] = self.low[axis].min(x);
            self.high[axis] = self.high[axis].max(x);
        }
    }

    /// Returns the length of the box along each axis; 0 if it is empty.
    fn sides(&self) -> [f64; 3] {
        std::array::from_fn(|axis| (self.high[axis] - self.low[axis]).max(0.0))
    }
}

fn distance(a: [f64; 3], b: [f64; 3]) -> f64 {
    length(std::array::from_fn(|axis| a[axis] - b[axis]))
}

fn length([x, y, z]: [f64; 3]) -> f64 {
    (x * x + y * y + z * z).sqrt()
}

/// Returns the value that this share of the values does not exceed; 0 if there are none.
fn percentile(mut values: Vec<f64>, share: f64) -> f64 {
    values.sort_by(f64::total_cmp);
    let last = values.len().saturating_sub(1);
    let at = usize::try_from(crate::number::to_u32(share * last as f64)).unwrap_or(last);
    values.get(at).copied().unwrap_or(0.0)
}

/// Returns a hash of the names, parents and offsets of the joints.
///
/// Offsets are rounded to a thousandth of the power of ten above the longest one, because exporters differ in the last
/// digits. That power is part of the hash, so the same skeleton in centimetres and in metres has two hashes. Offsets of
/// roots are left out, because they only say where the file places the character.
fn family(skeleton: &Skeleton, metres_per_unit: f64) -> u64 {
    let joints = skeleton.joints();
    let inner = joints.iter().filter(|joint| joint.parent.is_some());
    let longest = inner
        .flat_map(|joint| joint.offset)
        .map(|x| (f64::from(x) / metres_per_unit).abs())
        .fold(0.0, f64::max);
    let step = if longest > 0.0 {
        libm::pow(10.0, libm::ceil(libm::log10(longest)) - 3.0)
    } else {
        1.0
    };
    let mut hash = XxHash3_64::with_seed(0);
    hash.write(&libm::round(libm::log10(step)).to_le_bytes());
    for joint in joints {
        hash.write(
            &u64::try_from(joint.name.len())
                .unwrap_or(u64::MAX)
                .to_le_bytes(),
        );
        hash.write(joint.name.as_bytes());
        let parent = joint.parent.map_or(u32::MAX, JointId::number);
        hash.write(&parent.to_le_bytes());
        if joint.parent.is_some() {
            for x in joint.offset {
                // Adding 0 makes a negative zero positive.
                let steps = libm::round(f64::from(x) / metres_per_unit / step) + 0.0;
                hash.write(&steps.to_le_bytes());
            }
        }
    }
    hash.finish()
}
