//! The tolerances of the solver.
//!
//! All tolerances are relative to the sizes of the input: |m|, the largest offset of a half-space, and |d|. No
//! tolerance is an absolute length, so the same rule applies at micrometres and kilometres. An absolute tolerance would
//! freeze a body that slides along a wall at 85°.

use glam::DVec3;

/// A point outside a half-space by at most this share of the sizes counts as inside: some twenty roundings.
pub(super) const ROUNDING: f64 = 4e-15;

/// The share of the sizes by which a point may miss the conditions of a nearest point. For planes at an angle of 1e-7,
/// rounding amplifies [`ROUNDING`] to this share.
pub(super) const DUAL: f64 = 1e-8;

/// The multiple of the sizes beyond which a nearest point does not count. The planes that meet there are parallel
/// except for rounding.
pub(super) const FAR: f64 = 1e8;

/// The largest difference of a normal's squared length from 1.
pub(super) const UNIT: f64 = 2e-4;

/// Returns the distance by which `point` may be outside a half-space.
#[inline]
pub(super) fn tolerance(scale: f64, point: DVec3) -> f64 {
    let point = point.abs();
    ROUNDING * (scale + point.x + point.y + point.z)
}
