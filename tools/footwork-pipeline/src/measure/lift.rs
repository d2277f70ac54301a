//! The phase of the lifted feet: the moment at which the first harmonic of the left foot's height above the right foot
//! peaks.
//!
//! Noise moves a strike, which is a single moment, but hardly the harmonic, which sums all frames. If the motion plays
//! backwards, a phase p becomes 1 - p.

use std::borrow::Cow;
use std::f64::consts::TAU;

use footwork_base::{FrameRange, to_u32};
use footwork_clip::{JointId, Motion, Side};

use super::seam_gap::place;

/// The minimum amplitude of the difference in height between the feet, in metres, at which they count as lifted one
/// after the other.
const MIN_LIFT_M: f64 = 0.005;

/// Returns the phase over whole cycles from the start of a range, at least 0 and below 1.
pub(super) fn lift_phase(
    motion: &Motion<'_>,
    range: FrameRange,
    cycle_frames: f64,
) -> Result<f64, Cow<'static, str>> {
    let feet = motion.clip().skeleton().feet();
    let joints_of = |side: Side| -> Vec<JointId> {
        let of_side = feet.iter().filter(|foot| foot.side == side);
        of_side.flat_map(|foot| foot.joints.clone()).collect()
    };
    let (left, right) = (joints_of(Side::Left), joints_of(Side::Right));
    if left.is_empty() || right.is_empty() {
        return Err("only one foot is known".into());
    }
    let frames = f64::from(range.frame_count());
    let rounds = libm::floor(frames / cycle_frames);
    if rounds < 1.0 {
        return Err("it is shorter than one cycle".into());
    }
    let height = |joints: &[JointId], frame: u32| -> f64 {
        let heights = joints.iter().map(|&joint| place(motion, frame, joint).y);
        heights.sum::<f64>() / joints.len() as f64
    };
    let count = to_u32(libm::round(rounds * cycle_frames)).min(range.frame_count());
    let (mut along, mut across) = (0.0, 0.0);
    for at in 0..count {
        let frame = range.start() + at;
        let lift = height(&left, frame) - height(&right, frame);
        let (sin, cos) = libm::sincos(TAU * f64::from(at) / cycle_frames);
        along += lift * cos;
        across += lift * sin;
    }
    let amplitude = 2.0 * (along * along + across * across).sqrt() / f64::from(count);
    if amplitude < MIN_LIFT_M {
        return Err("no foot is lifted above the other once per cycle".into());
    }
    let phase = libm::atan2(across, along) / TAU;
    // Adding 1 to a tiny negative phase gives 1, so the remainder is taken.
    Ok((phase + 1.0) % 1.0)
}
