//! Jerk, the rate of change of acceleration. N. Hogan and T. Flash, *The Coordination of Arm Movements* (1985), found
//! that people minimise it.

use std::borrow::Cow;

use footwork_base::{FrameRange, Id};
use footwork_clip::Motion;

use super::Found;

/// The time between two samples, so that the value depends little on the rate.
const STEP_SECS: f64 = 1.0 / 30.0;

/// Returns the largest root mean square of a joint's jerk in m/s³, and the frame on which the jerk of that joint is largest.
pub(super) fn jerk(motion: &Motion<'_>, range: FrameRange) -> Result<Found, Cow<'static, str>> {
    let clip = motion.clip();
    let rate = clip.rate().as_f64();
    let step = footwork_base::to_u32(STEP_SECS * rate).max(1);
    if range.frame_count() <= 3 * step {
        return Err("it is too short to have jerk".into());
    }
    let secs = f64::from(step) / rate;
    let joints = clip.skeleton().joint_count();
    let mut sums = vec![0.0; joints];
    // The largest square of each joint, and its frame.
    let mut peaks = vec![(0.0, range.start()); joints];
    let frames = range.start()..range.stop() - 3 * step;
    let count = frames.len() as f64;
    for frame in frames {
        let rows = [0, 1, 2, 3].map(|at| motion.positions().frame(frame + at * step));
        let [Some(a), Some(b), Some(c), Some(d)] = rows else {
            continue;
        };
        for (joint, (sum, peak)) in sums.iter_mut().zip(&mut peaks).enumerate() {
            let changes = [0, 1, 2].map(|axis| {
                d[joint][axis] - a[joint][axis] + 3.0 * (b[joint][axis] - c[joint][axis])
            });
            let square: f64 = changes.iter().map(|change| change * change).sum();
            *sum += square;
            if square > peak.0 {
                *peak = (square, frame + 3 * step / 2);
            }
        }
    }
    let mut worst = Found::number(0.0);
    for ((joint, at), (sum, peak)) in clip.skeleton().iter().zip(sums.iter().zip(&peaks)) {
        if !at.is_end || joint.index() == 0 {
            let jerk = (sum / count).sqrt() / (secs * secs * secs);
            worst.raise(jerk, joint, Some(peak.1));
        }
    }
    Ok(worst)
}
