//! Whether the end of a range meets its beginning, so that it can be played again and again.
//!
//! A pose is where all joints are, seen from the root's place on the ground and turned to the
//! heading, as two poses are compared in L. Kovar, M. Gleicher, F. Pighin, *Motion Graphs* (2002). The
//! distance of two poses is the root mean square of the distances of their joints.
//!
//! That the last pose is near the first says little by itself: of two or three frames, and of slow motion,
//! every pose is near every other. So a loop must be long enough to be a movement at all, and in it the pose must
//! have gone away, much farther than it is from where it began when it ends: a pose that drifts without
//! coming back ends where it is farthest. What does not change its pose at all can be repeated.

use footwork_base::{FrameRange, FrameRate};
use footwork_clip::Motion;

/// Poses this near are the same to the eye, in metres.
const SAME_M: f64 = 0.02;

/// From the last frame of a loop to its first the pose changes as it does from any frame to the next:
/// at most this many times the mean.
const MAX_STEPS: f64 = 2.0;

/// The least length of a loop, in seconds: a step of a fast run takes about as long.
const MIN_SECS: f64 = 0.25;

/// The least length of a loop, in frames, for the slowest rates.
const MIN_FRAMES: u32 = 4;

/// How far the last pose of a loop may be from its first, as a part of how far any pose of it is; and
/// a step further, as the first follows on the last.
const MAX_SHARE_OF_REACH: f64 = 0.25;

/// How the last pose of a range follows on its first.
pub(super) struct Seam {
    /// How far they are from each other, in metres.
    pub(super) gap_m: f64,
    /// How far a pose of the range is from the next, in metres on the mean; 0 for one frame.
    step_m: f64,
    /// How far the pose is from the first where it is farthest, in metres.
    reach_m: f64,
    /// How many frames the range has, and how many there are in a second.
    frames: u32,
    rate: FrameRate,
}

impl Seam {
    pub(super) fn is_closed(&self) -> bool {
        let secs = f64::from(self.frames) / self.rate.as_f64();
        secs >= MIN_SECS
            && self.frames >= MIN_FRAMES
            && self.gap_m <= SAME_M.max(MAX_STEPS * self.step_m)
            && self.gap_m <= MAX_SHARE_OF_REACH * self.reach_m + self.step_m
    }
}

/// The poses of a clip.
pub(super) struct Seams<'a> {
    /// The joints of a frame after those of the one before.
    poses: Vec<[f64; 3]>,
    joints: usize,
    motion: &'a Motion<'a>,
}

impl<'a> Seams<'a> {
    pub(super) fn new(motion: &'a Motion<'a>) -> Self {
        Self {
            poses: Vec::new(),
            joints: 1,
            motion,
        }
    }

    /// The seam of a range, which must lie in the clip.
    pub(super) fn of(&mut self, range: FrameRange) -> Seam {
        if self.poses.is_empty() {
            self.solve();
        }
        let steps = (range.start() + 1..range.stop()).map(|frame| self.distance(frame - 1, frame));
        let count = f64::from(range.frame_count() - 1);
        let frames = range.start()..range.stop();
        let away = frames.map(|frame| self.distance(range.start(), frame));
        Seam {
            gap_m: self.distance(range.start(), range.stop() - 1),
            step_m: steps.sum::<f64>() / count.max(1.0),
            reach_m: away.fold(0.0, f64::max),
            frames: range.frame_count(),
            rate: self.motion.clip().rate(),
        }
    }

    fn solve(&mut self) {
        let frames = self.motion.positions().frames();
        for (row, heading) in frames.zip(self.motion.headings_rad()) {
            let (sin, cos) = libm::sincos(*heading);
            let root = row.first().copied().unwrap_or_default();
            self.joints = row.len().max(1);
            self.poses.extend(row.iter().map(|at| {
                let [x, z] = [at[0] - root[0], at[2] - root[2]];
                [x * cos - z * sin, at[1], x * sin + z * cos]
            }));
        }
    }

    fn pose(&self, frame: u32) -> &[[f64; 3]] {
        let start = frame as usize * self.joints;
        self.poses.get(start..start + self.joints).unwrap_or(&[])
    }

    fn distance(&self, a: u32, b: u32) -> f64 {
        let pairs = self.pose(a).iter().zip(self.pose(b));
        let squares =
            pairs.map(|(a, b)| (0..3).map(|i| (a[i] - b[i]) * (a[i] - b[i])).sum::<f64>());
        (squares.sum::<f64>() / self.joints as f64).sqrt()
    }
}
