//! The solver's tolerance for zero.
//!
//! All tolerances are relative to the sizes of the input: |m|, the largest offset of a half-space, and |d|. None is an
//! absolute length, so the rule is the same for micrometres and kilometres. (An absolute tolerance would freeze a body
//! that slides along a wall at 85°.)

use glam::DVec3;

/// A point at most this share of the sizes outside a half-space counts as inside: some twenty roundings.
pub(super) const ROUNDING: f64 = 4e-15;

/// How far a point may miss the conditions of a nearest point, as a share of the sizes: for planes at an angle of 1e-7,
/// rounding amplifies [`ROUNDING`] to this.
pub(super) const DUAL: f64 = 1e-8;

/// A nearest point farther away than this multiple of the sizes does not count: the planes that meet there are parallel but
/// for rounding.
pub(super) const FAR: f64 = 1e8;

/// How far the squared length of a normal may be from 1.
pub(super) const UNIT: f64 = 2e-4;

/// Returns how far outside a half-space `point` may be.
#[inline]
pub(super) fn tolerance(scale: f64, point: DVec3) -> f64 {
    let point = point.abs();
    ROUNDING * (scale + point.x + point.y + point.z)
}
