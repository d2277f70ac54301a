//! Whether the end of a range meets its beginning, so that it can be played in a loop.
//!
//! A pose is the positions of all joints, relative to the root's position on the ground and
//! heading, as in L. Kovar, M. Gleicher, F. Pighin, *Motion Graphs* (2002). The distance of two
//! poses is the root mean square distance of their joints.
//!
//! A small distance from the last pose to the first proves little by itself: in a range of two or three frames, or in
//! slow motion, every pose is near every other. So a loop must have a minimum length, and the largest distance of any
//! pose from the first must be much larger than the distance of the last pose. A pose that drifts without coming back
//! fails this test, because it is farthest at the end. A range whose pose does not change at all can be looped.

use footwork_base::{FrameRange, FrameRate, Id};
use footwork_clip::Motion;

/// The distance up to which two poses look the same, in metres.
const SAME_M: f64 = 0.02;

/// The maximum distance from the last pose to the first, as a multiple of the mean change from
/// frame to frame.
const MAX_STEPS: f64 = 2.0;

/// The minimum length of a loop, in seconds: about one step of a fast run.
const MIN_SECS: f64 = 0.25;

/// The minimum length of a loop, in frames; it matters at low rates.
const MIN_FRAMES: u32 = 4;

/// The maximum distance from the last pose to the first, as a share of the reach plus one mean step. The reach is the
/// largest distance of any pose from the first. The step counts because, in a loop, the first pose follows one step
/// after the last.
const MAX_SHARE_OF_REACH: f64 = 0.25;

/// A comparison of the last pose of a range with its first.
pub(crate) struct Seam {
    /// The distance between the two poses, in metres.
    pub(crate) gap_m: f64,
    /// The mean distance from one pose to the next, in metres; 0 for one frame.
    step_m: f64,
    /// The largest distance of a pose from the first, in metres.
    reach_m: f64,
    /// The number of frames in the range.
    frames: u32,
    rate: FrameRate,
}

impl Seam {
    pub(crate) fn is_closed(&self) -> bool {
        let secs = f64::from(self.frames) / self.rate.as_f64();
        secs >= MIN_SECS
            && self.frames >= MIN_FRAMES
            && self.gap_m <= SAME_M.max(MAX_STEPS * self.step_m)
            && self.gap_m <= MAX_SHARE_OF_REACH * self.reach_m + self.step_m
    }
}

/// The poses of a clip.
pub(crate) struct Seams<'a> {
    /// The joint positions of all frames, frame by frame.
    poses: Vec<[f64; 3]>,
    joints: usize,
    motion: &'a Motion<'a>,
}

impl<'a> Seams<'a> {
    pub(crate) fn new(motion: &'a Motion<'a>) -> Self {
        Self {
            poses: Vec::new(),
            joints: 1,
            motion,
        }
    }

    /// Returns the seam of a range, which must lie within the clip.
    pub(crate) fn seam(&mut self, range: FrameRange) -> Seam {
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
        let root = self.motion.clip().travelling_joint().index();
        let frames = self.motion.positions().frames();
        for (row, heading) in frames.zip(self.motion.hip_headings_rad()) {
            let (sin, cos) = libm::sincos(*heading);
            let root = row.get(root).copied().unwrap_or_default();
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
