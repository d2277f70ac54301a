//! Points on a circle, alone and side by side.

/// The number of values computed side by side.
pub(super) const LANES: usize = 16;

/// The number of frames in [`LANES`] values.
pub(super) const FRAMES: usize = LANES / 2;

/// The sine and cosine of an angle, times any length: a complex number.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Point {
    pub(super) sine: f64,
    pub(super) cosine: f64,
}

impl Point {
    pub(super) fn at(angle: f64) -> Self {
        let (sine, cosine) = libm::sincos(angle);
        Self { sine, cosine }
    }

    /// Returns the sine and the cosine, as in a signal.
    pub(super) fn along(self) -> [f64; 2] {
        [self.sine, self.cosine]
    }

    /// Returns the sine and the cosine after a quarter turn.
    pub(super) fn across(self) -> [f64; 2] {
        [self.cosine, -self.sine]
    }

    /// Returns the point turned by the angle of another one and scaled by its length.
    #[inline(always)]
    pub(super) fn times(self, other: Self) -> Self {
        Self {
            sine: self.sine * other.cosine + self.cosine * other.sine,
            cosine: self.cosine * other.cosine - self.sine * other.sine,
        }
    }

    #[inline(always)]
    pub(super) fn scaled(self, by: f64) -> Self {
        Self {
            sine: self.sine * by,
            cosine: self.cosine * by,
        }
    }

    pub(super) fn plus(self, other: Self) -> Self {
        Self {
            sine: self.sine + other.sine,
            cosine: self.cosine + other.cosine,
        }
    }

    /// Returns the point at the negated angle.
    pub(super) fn mirrored(self) -> Self {
        Self {
            sine: -self.sine,
            ..self
        }
    }
}

/// Multiplies points by another one. `along` has the sines and cosines in turn, as a signal does. `across` has the
/// sines and cosines of the same points after a quarter turn. So each result needs only two products.
#[inline(always)]
pub(super) fn products(along: &[f64; LANES], across: &[f64; LANES], by: Point) -> [f64; LANES] {
    std::array::from_fn(|lane| by.cosine * along[lane] + by.sine * across[lane])
}
