//! Rotations as quaternions `[x, y, z, w]` of unit length.

use crate::number::to_f32;

/// The identity rotation.
pub(crate) const NO_ROTATION: [f32; 4] = [0.0, 0.0, 0.0, 1.0];

/// The largest error of a unit quaternion's squared length after rounding to f32: twice the relative error of
/// 2^-24, with some margin.
const ROUNDING: f64 = 2.5e-7;

/// Scales the quaternion to unit length. A quaternion that already has unit length, up to rounding, keeps its bits.
/// `None` if it has no direction or is not finite.
pub(crate) fn unit_length(quaternion: [f32; 4]) -> Option<[f32; 4]> {
    let wide = quaternion.map(f64::from);
    let square: f64 = wide.iter().map(|x| x * x).sum();
    if !(square.is_finite() && square > 1e-12) {
        return None;
    }
    if (square - 1.0).abs() < ROUNDING {
        return Some(quaternion);
    }
    let scale = 1.0 / square.sqrt();
    Some(wide.map(|x| to_f32(x * scale)))
}
