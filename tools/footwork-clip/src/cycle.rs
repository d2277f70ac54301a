//! Cycles: finds the two frames of a clip between which the motion repeats, and closes the seam between them.
//!
//! Two poses are compared relative to the body: joint positions and velocities, with the hips' place on the ground and
//! the heading taken out. The frames with the nearest poses are the ends of the cycle. The difference left at the seam is
//! shared by both ends, and fades out over some frames on either side along a cubic that also closes the difference of
//! the velocities, in the manner of inertialisation (D. Bollo, *Inertialization*, GDC 2018).

use std::sync::Arc;

use footwork_base::{FrameRange, Id};
use glam::{DQuat, DVec3};

use crate::channel::Motion;
use crate::clip::{Clip, ClipParts};
use crate::number::{to_f32, to_f32x3, to_u32};

/// A velocity difference of 1 m/s counts as much as this distance, in metres: the way in a tenth of a second.
const VELOCITY_SECS: f64 = 0.1;

/// Pairs of frames are first compared at this many frames per second.
const COARSE_HZ: f64 = 30.0;

/// The largest number of frames in the first comparison, which takes time in proportion to its square.
const MAX_COARSE: usize = 3000;

/// A cycle leaves its first pose by at least this many times the distance at its seam. Otherwise the body only stands.
const MIN_DEPARTURE: f64 = 3.0;

/// The largest root mean square of the distances between the joints of two poses that a blend can close, in metres.
const MAX_GAP_M: f64 = 0.15;

/// How to find a cycle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CycleSearch {
    /// The frames to search.
    pub frames: FrameRange,
    /// The minimum length in seconds.
    pub min_secs: f64,
    /// The maximum length in seconds; may be infinite.
    pub max_secs: f64,
}

/// Two frames of a clip with nearly the same pose.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cycle {
    /// The frames from the first to the last of the two, which is included.
    pub frames: FrameRange,
    /// The root mean square of the distances between the joints of the two poses, in metres.
    pub gap_m: f64,
    /// The root mean square of the differences of the joints' velocities, in m/s.
    pub gap_mps: f64,
}

impl Clip {
    /// Returns the cycle with the nearest first and last pose; `None` if the frames do not return to a pose that they have
    /// left, up to 15 cm as the root mean square of the joints' distances.
    pub fn best_cycle(&self, search: CycleSearch) -> Option<Cycle> {
        let rate = self.rate().as_f64();
        let frames = FrameRange::new(0, self.frame_count())?.intersection(search.frames)?;
        let features = Features::new(self);
        let stride = (rate / COARSE_HZ).round().max(1.0);
        let count = f64::from(frames.frame_count());
        let stride = to_u32(stride.max((count / MAX_COARSE as f64).ceil()));
        let min = to_u32((search.min_secs * rate).ceil()).max(2);
        let max = to_u32((search.max_secs * rate).floor().min(f64::from(u32::MAX)));
        let last = frames.stop() - 1;
        let mut best: Option<(f64, u32, u32)> = None;
        let is_better = |best: Option<(f64, u32, u32)>, square: f64| {
            best.is_none_or(|(least, ..)| square < least)
        };
        for start in (frames.start()..=last).step_by(stride as usize) {
            let first = start.saturating_add(min);
            let stops = first..=last.min(start.saturating_add(max));
            let mut departure = Departure::new(start, stride);
            for stop in stops.step_by(stride as usize) {
                let limit = best.map_or(f64::INFINITY, |(least, ..)| least);
                let square = features.square(start, stop, limit);
                if is_better(best, square) && departure.is_enough(&features, stop, square) {
                    best = Some((square, start, stop));
                }
            }
        }
        let (_, coarse_start, coarse_stop) = best?;
        let near =
            |at: u32| at.saturating_sub(stride).max(frames.start())..=(at + stride).min(last);
        for start in near(coarse_start) {
            for stop in near(coarse_stop) {
                let length = stop.saturating_sub(start);
                let square = features.square(start, stop, f64::INFINITY);
                if (min..=max).contains(&length) && is_better(best, square) {
                    best = Some((square, start, stop));
                }
            }
        }
        let (_, start, stop) = best?;
        let (gap_m, gap_mps) = features.gaps(start, stop);
        (gap_m <= MAX_GAP_M).then_some(Cycle {
            frames: FrameRange::new(start, stop + 1)?,
            gap_m,
            gap_mps,
        })
    }

    /// Returns the frames of a cycle as a loop. The two poses at the seam meet in their middle, and so do their
    /// velocities; the change fades out over `blend_frames` on either side, at most half of the cycle. The last frame is
    /// the first one, moved over the ground and turned by one round. `None` if the clip does not have the frames, or if
    /// they are fewer than three.
    pub fn closed_cycle(&self, frames: FrameRange, blend_frames: u32) -> Option<Self> {
        let cut = self.slice(frames).ok()?;
        let last = cut.frame_count().checked_sub(1).filter(|&last| last >= 2)?;
        let blend = blend_frames.clamp(1, last / 2);
        let round = Round::new(&cut, last);
        let joints = cut.skeleton().joints();
        let mut places: Vec<DVec3> = cut
            .root_positions()
            .iter()
            .map(|place| DVec3::from_array(*place))
            .collect();
        close_places(&mut places, blend, Some(&round));
        let mut rotations = cut.rotations().to_vec();
        let mut translations = cut.translations().map(<[_]>::to_vec);
        for (index, joint) in joints.iter().enumerate() {
            let own = joint.parent.is_none().then_some(&round);
            let turn = own.map_or(DQuat::IDENTITY, |round| round.turn);
            change_column(&mut rotations, index, joints.len(), |column| {
                let mut turns: Vec<DQuat> = column
                    .iter()
                    .map(|turn| DQuat::from_array(turn.map(f64::from)))
                    .collect();
                close_turns(&mut turns, blend, turn);
                turns
                    .into_iter()
                    .map(|turn| turn.to_array().map(to_f32))
                    .collect()
            });
            let Some(moved) = translations.as_mut().filter(|_| index > 0) else {
                continue;
            };
            change_column(moved, index, joints.len(), |column| {
                let mut places: Vec<DVec3> = column
                    .iter()
                    .map(|place| DVec3::from_array(place.map(f64::from)))
                    .collect();
                close_places(&mut places, blend, own);
                places
                    .into_iter()
                    .map(|place| to_f32x3(place.to_array()))
                    .collect()
            });
        }
        let closed = Self::new(ClipParts {
            skeleton: Arc::clone(cut.skeleton()),
            rate: cut.rate(),
            looping: true,
            root_positions: places.iter().map(DVec3::to_array).collect(),
            rotations,
            translations,
        });
        Some(closed.ok()?.measured_like(&cut))
    }
}

/// Replaces the values of one joint on every frame.
fn change_column<T: Copy>(
    values: &mut [T],
    joint: usize,
    joints: usize,
    change: impl FnOnce(Vec<T>) -> Vec<T>,
) {
    let column = values.iter().skip(joint).step_by(joints).copied().collect();
    let changed = change(column);
    for (value, changed) in values.iter_mut().skip(joint).step_by(joints).zip(changed) {
        *value = changed;
    }
}

/// Closes the seam between the last and the first of these places. The last one becomes the first one after a round;
/// without a round, the first one itself.
fn close_places(places: &mut [DVec3], blend: u32, round: Option<&Round>) {
    let old = places.to_vec();
    let last = old.len() - 1;
    let to_start = |place: DVec3| round.map_or(place, |round| round.to_start(place));
    let seam = Seam::of_places([old[0], old[1]], [old[last - 1], old[last]].map(to_start));
    for (step, offset) in seam.offsets(blend) {
        places[step] = old[step] + offset.at_start;
        if step > 0 {
            let turned = round.map_or(offset.at_end, |round| round.turn * offset.at_end);
            places[last - step] = old[last - step] + turned;
        }
    }
    places[last] = round.map_or(places[0], |round| round.to_end(places[0]));
}

/// Closes the seam between the last and the first of these rotations. The last one becomes the first one followed by
/// `turn`.
fn close_turns(turns: &mut [DQuat], blend: u32, turn: DQuat) {
    let old = turns.to_vec();
    let last = old.len() - 1;
    let back = turn.conjugate();
    let seam = Seam::of_turns([old[0], old[1]], [back * old[last - 1], back * old[last]]);
    for (step, offset) in seam.offsets(blend) {
        turns[step] = DQuat::from_scaled_axis(offset.at_start) * old[step];
        if step > 0 {
            let there = turn * DQuat::from_scaled_axis(offset.at_end) * back;
            turns[last - step] = there * old[last - step];
        }
    }
    turns[last] = turn * turns[0];
}

/// The motion of one round over the ground: a turn about the vertical axis, and a way.
struct Round {
    turn: DQuat,
    start: DVec3,
    end: DVec3,
}

impl Round {
    fn new(clip: &Clip, last: u32) -> Self {
        let motion = Motion::new(clip);
        let headings = motion.headings_rad();
        let turn_rad = headings[last as usize] - headings[0];
        let (sin, cos) = libm::sincos(0.5 * turn_rad);
        let travelling = clip.travelling_joint();
        let on_ground = |frame: u32| {
            let row = motion.positions().frame(frame).unwrap_or_default();
            let [x, _, z] = row.get(travelling.index()).copied().unwrap_or_default();
            DVec3::new(x, 0.0, z)
        };
        Self {
            turn: DQuat::from_xyzw(0.0, sin, 0.0, cos),
            start: on_ground(0),
            end: on_ground(last),
        }
    }

    /// Moves a point from the end of the round to its start.
    fn to_start(&self, point: DVec3) -> DVec3 {
        self.start + self.turn.conjugate() * (point - self.end)
    }

    /// Moves a point from the start of the round to its end.
    fn to_end(&self, point: DVec3) -> DVec3 {
        self.end + self.turn * (point - self.start)
    }
}

/// The difference at a seam, in the space of its start: of values, and of their changes per frame.
struct Seam {
    gap: DVec3,
    change_gap: DVec3,
}

/// What is added a number of frames after the start and before the end.
struct Offset {
    at_start: DVec3,
    at_end: DVec3,
}

impl Seam {
    fn of_places(start: [DVec3; 2], end: [DVec3; 2]) -> Self {
        Self {
            gap: end[1] - start[0],
            change_gap: (end[1] - end[0]) - (start[1] - start[0]),
        }
    }

    fn of_turns(start: [DQuat; 2], end: [DQuat; 2]) -> Self {
        let between = |from: DQuat, to: DQuat| {
            let turn = to * from.conjugate();
            let turn = if turn.w < 0.0 { -turn } else { turn };
            turn.to_scaled_axis()
        };
        Self {
            gap: between(start[0], end[1]),
            change_gap: between(end[0], end[1]) - between(start[0], start[1]),
        }
    }

    /// Returns the offsets for each number of frames from the seam. They are half of the gap at the seam and change at
    /// half of the gap of changes there; after `blend` frames both are 0.
    fn offsets(&self, blend: u32) -> impl Iterator<Item = (usize, Offset)> {
        let (gap, change_gap) = (0.5 * self.gap, 0.5 * self.change_gap);
        let length = f64::from(blend);
        (0..blend).map(move |step| {
            let t = f64::from(step) / length;
            let left = 1.0 - t;
            let value = left * left * (1.0 + 2.0 * t);
            let slope = left * left * t * length;
            let offset = Offset {
                at_start: gap * value + change_gap * slope,
                at_end: change_gap * slope - gap * value,
            };
            (step as usize, offset)
        })
    }
}

/// The poses of a clip relative to the body: the position of each joint, and the velocity in metres per
/// [`VELOCITY_SECS`].
struct Features {
    values: Vec<f32>,
    width: usize,
}

impl Features {
    fn new(clip: &Clip) -> Self {
        let motion = Motion::new(clip);
        let joints = clip.skeleton().joint_count();
        let width = 6 * joints;
        let count = clip.frame_count();
        let travelling = clip.travelling_joint().index();
        let mut values = Vec::with_capacity(width * count as usize);
        for (frame, heading) in (0..count).zip(motion.headings_rad()) {
            let (before, after) = (frame.saturating_sub(1), (frame + 1).min(count - 1));
            let rows = [before, frame, after].map(|frame| motion.positions().frame(frame));
            let [before_row, row, after_row] = rows.map(Option::unwrap_or_default);
            let (sin, cos) = libm::sincos(*heading);
            let turned = |[x, y, z]: [f64; 3]| [x * cos - z * sin, y, z * cos + x * sin];
            let secs = f64::from((after - before).max(1)) * clip.rate().period_secs();
            let [hips_x, _, hips_z] = row[travelling];
            for joint in 0..joints {
                let [x, y, z] = row[joint];
                values.extend(turned([x - hips_x, y, z - hips_z]).map(to_f32));
                let way = [0, 1, 2].map(|axis| after_row[joint][axis] - before_row[joint][axis]);
                values.extend(turned(way.map(|way| way * VELOCITY_SECS / secs)).map(to_f32));
            }
        }
        Self { values, width }
    }

    fn row(&self, frame: u32) -> &[f32] {
        let start = frame as usize * self.width;
        &self.values[start..start + self.width]
    }

    /// Returns the squared distance of two poses, or a larger number than `limit` once it is above that.
    fn square(&self, a: u32, b: u32, limit: f64) -> f64 {
        let mut sum = 0.0;
        let parts = self.row(a).chunks(48).zip(self.row(b).chunks(48));
        for (a, b) in parts {
            let part: f32 = a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum();
            sum += f64::from(part);
            if sum > limit {
                break;
            }
        }
        sum
    }

    /// Returns the root mean squares of the distances and of the differences in velocity.
    fn gaps(&self, a: u32, b: u32) -> (f64, f64) {
        let (mut places, mut velocities) = (0.0, 0.0);
        let joints = self.width / 6;
        for (index, (a, b)) in self.row(a).iter().zip(self.row(b)).enumerate() {
            let gap = f64::from(a - b);
            match index % 6 {
                0..=2 => places += gap * gap,
                _ => velocities += gap * gap,
            }
        }
        let mean = |sum: f64| (sum / joints as f64).sqrt();
        (mean(places), mean(velocities) / VELOCITY_SECS)
    }
}

/// How far the poses after a frame get away from it. Each is compared only once, however many stops are asked for.
struct Departure {
    start: u32,
    stride: u32,
    /// The first frame that is not compared yet.
    next: u32,
    /// The largest squared distance so far.
    square: f64,
}

impl Departure {
    fn new(start: u32, stride: u32) -> Self {
        Self {
            start,
            stride,
            next: start,
            square: 0.0,
        }
    }

    /// Returns whether the poses before `stop` get away from the start, if that of `stop` is at this squared distance. The
    /// stops must not decrease.
    fn is_enough(&mut self, features: &Features, stop: u32, square: f64) -> bool {
        let away = (MIN_DEPARTURE * MIN_DEPARTURE * square).max(1e-9);
        while self.square <= away && self.next < stop {
            let farther = features.square(self.start, self.next, f64::INFINITY);
            self.square = self.square.max(farther);
            self.next = self.next.saturating_add(self.stride);
        }
        self.square > away
    }
}
