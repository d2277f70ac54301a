//! The up axis of a clip, found from the body.
//!
//! Files do not state their up axis reliably: many BVH files stand along z. On most frames of most clips, the line from
//! the feet to the head points up. Clips that crawl, lie or hang on all frames break that rule, so a body that stands
//! along another axis than y is turned only if other facts agree: a walk crosses the direction in which the body
//! stands, the lowest joint stays at one height near 0, and a jump falls against that direction at the acceleration of
//! gravity.

use footwork_base::{Id, Role, UpAxis};
use serde::{Deserialize, Serialize};

use crate::clip::Clip;
use crate::number::to_f32;
use crate::skeleton::{JointId, Skeleton};
use crate::upright::upright_rest;

/// The minimum cosine of the angle between a body and the axis along which it stands.
const MIN_COSINE: f64 = 0.8;

/// The minimum share of the frames on which a body stands along its axis.
const MIN_SHARE: f64 = 0.6;

/// The minimum score at which a clip is turned. A body that lies still away from the floor has a score of 1.
const MIN_SCORE: f32 = 1.5;

/// The minimum score at which a clip is turned even if its format or other clips show another axis.
const CLEAR_SCORE: f32 = 2.0;

/// The floor counts as at 0 if the lowest joint is at most this share of the body's size away from 0.
const NEAR_FLOOR: f64 = 0.06;

/// The range of accelerations of a falling body, in sizes per second squared: gravity for bodies of 1.2 to 2.4 m.
const FALLS: std::ops::RangeInclusive<f64> = 4.0..=8.2;

/// The time over which a fall is measured, in seconds.
const FALL_SECS: f64 = 0.25;

/// A front leg reaches down from the hips by more than this share of the legs' reach; an arm does not.
const HAND_DEPTH: f64 = 0.6;

/// The share of the frames on which left and right must be swapped before a body counts as mirrored.
const MIRRORED_SHARE: f64 = 0.8;

/// How the body of one clip stands, relative to the axes of its file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Stance {
    /// The direction in which the body stands on most frames; `None` if no direction has enough frames, or if the feet
    /// or the head are not known.
    pub along: Option<UpAxis>,
    /// How strongly the other facts support `along` over +y or, if `along` is +y, over every perpendicular direction. A
    /// score from 1.5 up is conclusive; if it contradicts a format that states +y, from 2 up.
    pub score: f32,
    /// Whether the format of the file states that +y is up.
    pub states_y: bool,
    /// Whether the joints of the body's left side are on its right on nearly all frames.
    pub is_mirrored: bool,
    /// Whether this is the body of a person: legs, a head, and arms that are not front legs. `None` if the
    /// roles of the joints do not show it.
    pub is_person: Option<bool>,
}

impl Stance {
    /// Returns the up axis that this clip alone shows: the direction in which a person stands if other facts agree,
    /// else +y. An animal gives +y, because its head may be in front of its feet.
    pub fn up(&self) -> UpAxis {
        let person = self.certain_up().filter(|_| self.is_person != Some(false));
        person.unwrap_or_default()
    }

    /// Returns the up axis if the clip alone shows it.
    pub fn certain_up(&self) -> Option<UpAxis> {
        let needed = if self.states_y && self.along != Some(UpAxis::Y) {
            CLEAR_SCORE
        } else {
            MIN_SCORE
        };
        self.along.filter(|_| self.score >= needed)
    }

    /// Returns the up axis if the clip alone shows it so clearly that other clips do not matter.
    pub fn clear_up(&self) -> Option<UpAxis> {
        self.certain_up().filter(|_| self.score >= CLEAR_SCORE)
    }
}

/// The joints that show how a body stands.
struct Marks {
    head: usize,
    feet: Vec<usize>,
    hands: Vec<usize>,
    /// The upper leg, knee, ankle and the end of the toes of the left and the right leg, if all are known.
    legs: Option<[[usize; 4]; 2]>,
}

impl Marks {
    fn new(skeleton: &Skeleton) -> Option<Self> {
        let role = |role| skeleton.roles().joint(role).map(Id::index);
        let first = |roles: &[Role]| roles.iter().find_map(|&one| role(one));
        let head = first(&[Role::Head, Role::Neck, Role::Chest, Role::Spine]);
        let feet = [
            [Role::LeftFoot, Role::LeftToe, Role::LeftLowerLeg],
            [Role::RightFoot, Role::RightToe, Role::RightLowerLeg],
        ];
        let feet: Vec<usize> = feet.iter().filter_map(|roles| first(roles)).collect();
        let hands = [Role::LeftHand, Role::RightHand];
        let leg = |upper, lower, foot, toe| {
            let foot = role(foot)?;
            Some([
                role(upper)?,
                role(lower)?,
                foot,
                toe_end(skeleton, foot, role(toe)),
            ])
        };
        let left = leg(
            Role::LeftUpperLeg,
            Role::LeftLowerLeg,
            Role::LeftFoot,
            Role::LeftToe,
        );
        let right = leg(
            Role::RightUpperLeg,
            Role::RightLowerLeg,
            Role::RightFoot,
            Role::RightToe,
        );
        Some(Self {
            head: head.filter(|_| !feet.is_empty())?,
            feet,
            hands: hands.into_iter().filter_map(role).collect(),
            legs: left.zip(right).map(|(left, right)| [left, right]),
        })
    }
}

impl Marks {
    /// Finds the joints by their shape in a rest pose that stands along another axis than +y.
    fn of_turned(skeleton: &Skeleton) -> Option<Self> {
        let others = UpAxis::ALL.into_iter().filter(|up| *up != UpAxis::Y);
        let mut turned = others.map(|up| upright_rest(skeleton, up));
        turned.find_map(|skeleton| Self::new(&skeleton))
    }
}

/// Returns the toe; if it is not known, the child of the foot that is farthest from it; if the foot has no child, the
/// foot.
fn toe_end(skeleton: &Skeleton, foot: usize, toe: Option<usize>) -> usize {
    let far = |joint: &JointId| {
        let offset = skeleton
            .joint(*joint)
            .map_or([0.0; 3], |joint| joint.offset);
        length(offset.map(f64::from))
    };
    let at = skeleton.iter().map(|(id, _)| id).nth(foot);
    let children = at.into_iter().flat_map(|foot| skeleton.children(foot));
    let end = || children.max_by(|a, b| far(a).total_cmp(&far(b)));
    toe.or_else(|| end().map(Id::index)).unwrap_or(foot)
}

/// Collects the facts about one clip, frame by frame.
pub(crate) struct StanceGauge {
    marks: Option<Marks>,
    frames: usize,
    /// The number of frames on which the body stands along each direction.
    along: [usize; 6],
    /// The greatest distance from the feet to the head.
    reach: f64,
    /// The position of the lowest joint along each direction, by frame.
    lows: [Vec<f64>; 6],
    low: [f64; 3],
    high: [f64; 3],
    mirrored: usize,
    unmirrored: usize,
    /// The number of frames on which a hand is too high to be a front foot.
    hands_up: usize,
}

impl StanceGauge {
    pub(crate) fn new(skeleton: &Skeleton) -> Self {
        Self {
            marks: Marks::new(skeleton).or_else(|| Marks::of_turned(skeleton)),
            frames: 0,
            along: [0; 6],
            reach: 0.0,
            lows: Default::default(),
            low: [f64::INFINITY; 3],
            high: [f64::NEG_INFINITY; 3],
            mirrored: 0,
            unmirrored: 0,
            hands_up: 0,
        }
    }

    /// Adds a frame: the world positions of all joints, and the position of the travelling joint. `is_body` marks the
    /// joints that count.
    pub(crate) fn measure(&mut self, row: &[[f64; 3]], is_body: &[bool], root: [f64; 3]) {
        let Some(marks) = &self.marks else {
            return;
        };
        self.frames += 1;
        let feet = middle(row, &marks.feet);
        let line = minus(row[marks.head], feet);
        let reach = length(line);
        self.reach = self.reach.max(reach);
        for (at, up) in UpAxis::ALL.into_iter().enumerate() {
            let (axis, sign) = up.index_and_sign();
            self.along[at] += usize::from(reach > 0.0 && sign * line[axis] >= MIN_COSINE * reach);
            let body = row.iter().zip(is_body).filter(|(_, is)| **is);
            let low = body.map(|(place, _)| sign * place[axis]);
            self.lows[at].push(low.fold(f64::INFINITY, f64::min));
        }
        for (axis, at) in root.into_iter().enumerate() {
            self.low[axis] = self.low[axis].min(at);
            self.high[axis] = self.high[axis].max(at);
        }
        if let Some(legs) = &marks.legs {
            let turn = handedness(row, legs, line);
            self.mirrored += usize::from(turn < -0.3);
            self.unmirrored += usize::from(turn > 0.3);
        }
        if let Some([left, right]) = &marks.legs {
            let hips = middle(row, &[left[0], right[0]]);
            let down = minus(feet, hips);
            let depth = |&hand: &usize| dot(minus(row[hand], hips), down);
            let highest = marks.hands.iter().map(depth).fold(f64::INFINITY, f64::min);
            self.hands_up += usize::from(highest < HAND_DEPTH * dot(down, down));
        }
    }

    /// Returns the result over all frames. `size` is the size of the body, and `states_y` is true if the format states
    /// +y up.
    pub(crate) fn stance(self, clip: &Clip, size: f64, states_y: bool) -> Stance {
        let Some(marks) = self.marks.as_ref().filter(|_| self.frames > 0) else {
            return Stance {
                states_y,
                ..Stance::default()
            };
        };
        let is_most = |count: usize, share: f64| count as f64 >= share * self.frames as f64;
        let along = (0..6).max_by_key(|&at| self.along[at]);
        let along = along.filter(|&at| is_most(self.along[at], MIN_SHARE));
        let score = along.map_or(0.0, |at| self.score(clip, at, size));
        let has_arms = marks.hands.len() == 2 && marks.legs.is_some();
        Stance {
            along: along.and_then(|at| UpAxis::ALL.get(at).copied()),
            score: to_f32(score),
            states_y,
            is_mirrored: is_most(self.mirrored, MIRRORED_SHARE)
                && 10 * self.unmirrored < self.frames,
            is_person: has_arms.then(|| is_most(self.hands_up, 0.5)),
        }
    }

    /// Returns how strongly the facts support a direction over +y or, if the direction is +y, over every perpendicular
    /// direction.
    fn score(&self, clip: &Clip, at: usize, size: f64) -> f64 {
        if size <= 0.0 {
            return 0.0;
        }
        if UpAxis::ALL[at] != UpAxis::Y {
            let y = UpAxis::ALL.iter().position(|up| *up == UpAxis::Y);
            return y.map_or(0.0, |y| self.score_against(clip, at, y, size));
        }
        let axis = |at: usize| UpAxis::ALL[at].index_and_sign().0;
        let across = (0..UpAxis::ALL.len()).filter(|&other| axis(other) != axis(at));
        let scores = across.map(|other| self.score_against(clip, at, other, size));
        scores.reduce(f64::min).unwrap_or(0.0)
    }

    /// Returns how strongly the facts support one direction over another.
    fn score_against(&self, clip: &Clip, at: usize, other: usize, size: f64) -> f64 {
        let [axis, across] = [at, other].map(|at| UpAxis::ALL[at].index_and_sign().0);
        let sides: [f64; 3] = std::array::from_fn(|axis| self.high[axis] - self.low[axis]);
        let travel = sides.into_iter().fold(0.0, f64::max);
        let mut score = 0.0;
        if axis != across && travel > 0.5 * size {
            // A walk is perpendicular to the line from the feet to the head, and a crawl follows it.
            score += match sides[axis] / travel {
                share if share < 0.35 => 1.0,
                share if share > 0.7 => -2.0,
                _ => 0.0,
            };
            let is_across = sides[across] > size && sides[axis] < 0.5 * sides[across];
            score += f64::from(u8::from(is_across));
        }
        let [own, its] = [at, other].map(|at| Floor::new(&self.lows[at]));
        let near = |floor: &Floor| floor.middle.abs() < NEAR_FLOOR * size;
        score += match (near(&own), near(&its)) {
            (true, false) => 1.0,
            // A body that lies on the floor or stands on its hands.
            (false, true) => -2.0,
            _ => 0.0,
        };
        score += f64::from(u8::from(own.spread < 0.15 * size)) / 2.0;
        score += f64::from(u8::from(its.spread > 0.5 * size));
        score += 3.0 * falls(clip, at, other, size);
        // Legs are bent in a crawl, and straight in most walks.
        let lows = self.along[at] as f64;
        score
            + f64::from(u8::from(
                lows >= 0.9 * self.frames as f64 && self.reach > 0.75 * size,
            )) / 2.0
    }
}

/// The height of the lowest joint over the frames.
struct Floor {
    middle: f64,
    spread: f64,
}

impl Floor {
    fn new(lows: &[f64]) -> Self {
        let mut sorted = lows.to_vec();
        sorted.sort_by(f64::total_cmp);
        let at = |share: usize| sorted.get(share * (sorted.len() - 1) / 100).copied();
        let at = |share| at(share).unwrap_or(0.0);
        Self {
            middle: at(50),
            spread: at(90) - at(10),
        }
    }
}

/// Returns 1 if joint 0 falls against direction `own` on more frames than against `other`, -1 if on fewer, else 0. A
/// fall is a path that is a parabola over a quarter of a second, with the acceleration of gravity.
///
/// A fall is a path that is a parabola over a quarter of a second, with the acceleration of gravity.
fn falls(clip: &Clip, own: usize, other: usize, size: f64) -> f64 {
    let rate = 1.0 / clip.rate().period_secs();
    let path = clip.root_positions();
    let half = (FALL_SECS / 2.0 * rate).round();
    if !(half >= 2.0 && half < path.len() as f64 / 2.0) {
        return 0.0;
    }
    let half = usize::try_from(crate::number::to_u32(half)).unwrap_or(2);
    let step = path.len().div_ceil(512).max(1);
    let mut counts = [0i32; 2];
    for middle in (half..path.len() - half).step_by(step) {
        let around = [
            middle - half,
            middle - half / 2,
            middle,
            middle + half / 2,
            middle + half,
        ];
        let secs = half as f64 / rate;
        let [first, early, at, late, last] = around.map(|frame| path[frame]);
        let fall: [f64; 3] =
            std::array::from_fn(|axis| (first[axis] - 2.0 * at[axis] + last[axis]) / (secs * secs));
        // On a parabola, the second difference over half the time is a quarter of the whole one.
        let near = (half / 2) as f64 / rate;
        let bend: [f64; 3] =
            std::array::from_fn(|axis| (early[axis] - 2.0 * at[axis] + late[axis]) / (near * near));
        let strength = length(fall);
        let is_fall =
            FALLS.contains(&(strength / size)) && length(minus(fall, bend)) < 0.15 * strength;
        for (count, direction) in counts.iter_mut().zip([own, other]) {
            let up = UpAxis::ALL[direction].direction();
            *count += i32::from(is_fall && -dot(fall, up) > 0.95 * strength);
        }
    }
    f64::from((counts[0] - counts[1]).signum())
}

/// Returns how far the left side is to the left of the direction in which the feet point, from -1 to 1; 0 if unknown.
fn handedness(row: &[[f64; 3]], legs: &[[usize; 4]; 2], up: [f64; 3]) -> f64 {
    let left = minus(row[legs[0][0]], row[legs[1][0]]);
    let scale = legs
        .iter()
        .map(|leg| length(minus(row[leg[0]], row[leg[2]])));
    let scale = scale.fold(0.0, f64::max);
    let mut front = [0.0; 3];
    for [upper, knee, foot, toe] in legs {
        let toe = minus(row[*toe], row[*foot]);
        let bent = minus(row[*knee], middle(row, &[*upper, *foot]));
        let forward = if length(toe) > 0.05 * scale {
            toe
        } else {
            bent
        };
        front = std::array::from_fn(|axis| front[axis] + forward[axis]);
    }
    let across = cross(up, front);
    let most = length(across) * length(left);
    if length(across) < 0.02 * scale * length(up) || most <= 0.0 {
        return 0.0;
    }
    dot(across, left) / most
}

fn middle(row: &[[f64; 3]], joints: &[usize]) -> [f64; 3] {
    let count = joints.len().max(1) as f64;
    std::array::from_fn(|axis| joints.iter().map(|&joint| row[joint][axis]).sum::<f64>() / count)
}

fn minus(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    std::array::from_fn(|axis| a[axis] - b[axis])
}

fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a.into_iter().zip(b).map(|(a, b)| a * b).sum()
}

fn cross([a, b, c]: [f64; 3], [x, y, z]: [f64; 3]) -> [f64; 3] {
    [b * z - c * y, c * x - a * z, a * y - b * x]
}

fn length(vector: [f64; 3]) -> f64 {
    dot(vector, vector).sqrt()
}
