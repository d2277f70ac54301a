//! The part of a clip in which the body moves, without still frames before and after it.

use footwork_base::FrameRange;

use crate::clip::Clip;
use crate::kinematics::WorldPositions;
use crate::number::to_u32;

/// The speed, in m/s, up to which the fastest joint counts as still.
const STILL_MPS: f64 = 0.15;

/// The time over which speeds are measured, in seconds, so that the noise of single frames does not count as motion.
const OVER_SECS: f64 = 0.1;

impl Clip {
    /// Returns the frames from the first motion to the last; `None` if the body never moves. A body is still while no
    /// joint moves faster than 0.15 m/s, measured over 0.1 s.
    ///
    /// ```
    /// use footwork_base::FrameRange;
    /// # use footwork_clip::{Limits, read_clip};
    /// # let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../samples/deepmimic/walk.txt");
    /// # let bytes = std::fs::read(path).unwrap();
    /// # let walk = read_clip("walk.txt", &bytes, None, &Limits::default()).unwrap().clip;
    /// assert_eq!(walk.moving_frames(), FrameRange::new(0, walk.frame_count()));
    /// let first = walk.slice(FrameRange::new(0, 1).unwrap()).unwrap();
    /// assert_eq!(first.moving_frames(), None);
    /// ```
    pub fn moving_frames(&self) -> Option<FrameRange> {
        let positions = WorldPositions::from_clip(self);
        let reach = to_u32((OVER_SECS * self.rate().as_f64()).round()).max(1);
        let reach = reach.min(self.frame_count().checked_sub(2)? + 1);
        let limit_m = STILL_MPS * f64::from(reach) * self.rate().period_secs();
        let moves = |frame: &u32| {
            let both = positions.frame(*frame).zip(positions.frame(*frame + reach));
            both.is_some_and(|(from, to)| {
                from.iter().zip(to).any(|(a, b)| {
                    let square: f64 = a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum();
                    square > limit_m * limit_m
                })
            })
        };
        let mut starts = 0..self.frame_count() - reach;
        let first = starts.find(moves)?;
        let last = starts.rfind(moves).unwrap_or(first);
        FrameRange::new(first, last + reach + 1)
    }
}
