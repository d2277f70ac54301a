//! Points on a circle, single or several at once.

/// The number of values computed at once.
pub(super) const LANES: usize = 16;

/// The number of frames in [`LANES`] values, at two values per frame.
pub(super) const FRAMES: usize = LANES / 2;

/// A point at an angle, with any length: a complex number.
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

    /// Returns the sine and the cosine, in the order of a signal.
    pub(super) fn along(self) -> [f64; 2] {
        [self.sine, self.cosine]
    }

    /// Returns the sine and the cosine of the point turned by a quarter turn.
    pub(super) fn across(self) -> [f64; 2] {
        [self.cosine, -self.sine]
    }

    /// Returns the point turned by the angle of `other` and scaled by the length of `other`.
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

/// Multiplies points by `by`. `along` alternates the sines and cosines of the points, as a signal does. `across`
/// alternates those of the points turned by a quarter turn. Each result then needs only two products.
#[inline(always)]
pub(super) fn products(along: &[f64; LANES], across: &[f64; LANES], by: Point) -> [f64; LANES] {
    std::array::from_fn(|lane| by.cosine * along[lane] + by.sine * across[lane])
}
