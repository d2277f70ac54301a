//! Cycles: finds the two frames of a clip between which the motion repeats.
//!
//! Two poses are compared by joint positions and velocities relative to the body: the hips' place on the ground and the
//! heading are removed. The frames with the nearest poses are the ends of the cycle.

use footwork_base::{FrameRange, Id};

use crate::channel::Motion;
use crate::clip::Clip;
use crate::closed_cycle::carriers;
use crate::number::{to_f32, to_u32};

/// The time, in seconds, that converts a difference of velocities to a distance.
const VELOCITY_SECS: f64 = 0.1;

/// The rate, in frames per second, at which pairs of frames are first compared.
const COARSE_HZ: f64 = 30.0;

/// The maximum number of frames in the first comparison, whose time grows with the square of that number.
const MAX_COARSE: usize = 3000;

/// The minimum ratio by which some pose of a cycle must be farther from the first pose than the last pose is. Below it,
/// the body merely stands.
const MIN_DEPARTURE: f64 = 3.0;

/// The largest gap between two poses that a blend can close, in metres: the root mean square of the distances between
/// their joints.
const MAX_GAP_M: f64 = 0.15;

/// Options for finding a cycle.
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
    /// The frames from the first of the two frames to the second, including both.
    pub frames: FrameRange,
    /// The root mean square of the distances between the joints of the two poses, in metres.
    pub gap_m: f64,
    /// The root mean square of the differences of the joints' velocities, in m/s.
    pub gap_mps: f64,
}

impl Clip {
    /// Returns the cycle whose first and last poses are nearest to each other. `None` if no pose is left and reached
    /// again within the searched lengths, or if [`Cycle::gap_m`] would exceed 15 cm.
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
        let mut above = carriers(clip);
        above[travelling] = false;
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
                // Joints above the hips do not count, because they may be anywhere, such as a root that stays behind.
                if above[joint] {
                    values.extend([0.0; 6]);
                    continue;
                }
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

    /// Returns the squared distance of two poses. If it exceeds `limit`, the result may be any number above `limit`.
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

/// How far the poses after a start frame depart from the start pose. Each pose is compared only once, however many ends
/// of the cycle are tried.
struct Departure {
    start: u32,
    stride: u32,
    /// The first frame that has not been compared yet.
    next: u32,
    /// The largest squared distance found so far.
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

    /// Returns whether a pose before `stop` is far enough from the start pose: more than [`MIN_DEPARTURE`] times as far
    /// as the pose at `stop`, whose squared distance is `square`. From call to call, `stop` must not decrease.
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
