//! The probability that a line was moved to the right frame.

use super::align::Alignment;
use super::time_map::MappedFrame;

/// The confidence below which a move should be reviewed.
pub const MIN_CONFIDENCE: f64 = 0.9;

/// The maximum gap between two poses of the same moment, as a share of the spread of the clip's poses.
const SAME_SHARE: f64 = 0.1;
/// The lower bound of that maximum gap, in metres.
const SAME_M: f64 = 0.02;
/// The factor on the confidence for positions outside the other clip.
const BEYOND: f64 = 0.5;
/// The factor on the confidence if other frames fit equally well.
const AGAIN: f64 = 0.5;

impl MappedFrame {
    /// Returns the probability that the frame is right to within one, from 0 to 1. It is derived from the deviation,
    /// which is large if nothing moves and many frames look the same. If the matched poses differ, the probability is
    /// lower. `spread_m` is the root mean square distance of the clip's poses from their mean, in metres.
    ///
    /// ```
    /// use footwork_pipeline::MappedFrame;
    ///
    /// let place = |deviation_frames, gap_m| MappedFrame { frame: 7.0, deviation_frames, gap_m };
    /// assert!(place(0.1, Some(0.001)).confidence(0.3) > 0.99);
    /// assert!(place(3.0, Some(0.001)).confidence(0.3) < 0.3, "nothing moves");
    /// assert!(place(0.1, Some(0.1)).confidence(0.3) < 0.4, "other poses");
    /// assert!(place(0.1, None).confidence(0.3) <= 0.5, "no poses");
    /// ```
    pub fn confidence(&self, spread_m: f64) -> f64 {
        let deviation = self.deviation_frames.max(1e-6);
        let within = libm::erf(1.0 / (deviation * 2.0_f64.sqrt()));
        let same = (SAME_SHARE * spread_m).max(SAME_M);
        within
            * match self.gap_m {
                Some(gap) => (same / gap.max(1e-9)).min(1.0),
                None => BEYOND,
            }
    }
}

impl Alignment {
    /// Returns the probability that an old frame was mapped to within one frame of the right new frame, from 0 to 1:
    /// [`MappedFrame::confidence`], halved if the motion repeats itself.
    pub fn confidence(&self, old: f64) -> f64 {
        let of_place = self.map.place(old).confidence(self.spread_m);
        if self.is_ambiguous {
            AGAIN * of_place
        } else {
            of_place
        }
    }
}
