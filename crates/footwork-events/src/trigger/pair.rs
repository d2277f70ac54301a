//! A sine and a cosine, of any length.

/// A point in the plane, whose angle measures the time to an event.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Pair {
    pub(super) sine: f64,
    pub(super) cosine: f64,
}

impl Pair {
    pub(super) fn at(angle: f64) -> Self {
        let (sine, cosine) = libm::sincos(angle);
        Self { sine, cosine }
    }

    pub(super) fn angle(self) -> f64 {
        libm::atan2(self.sine, self.cosine)
    }

    pub(super) fn squared(self) -> f64 {
        self.sine * self.sine + self.cosine * self.cosine
    }

    pub(super) fn norm(self) -> f64 {
        libm::sqrt(self.squared())
    }

    /// Returns whether the shorter turn from this pair to `other` decreases the angle. `false` if either pair has
    /// length 0.
    pub(super) fn is_turning_down_to(self, other: Self) -> bool {
        self.sine * other.cosine > self.cosine * other.sine
    }

    /// Returns the pair with its angle decreased by the angle of `other`, which has length 1.
    pub(super) fn less(self, other: Self) -> Self {
        Self {
            sine: self.sine * other.cosine - self.cosine * other.sine,
            cosine: self.cosine * other.cosine + self.sine * other.sine,
        }
    }

    /// Returns the pair with its angle increased by the angle of `other`, which has length 1.
    pub(super) fn more(self, other: Self) -> Self {
        Self {
            sine: self.sine * other.cosine + self.cosine * other.sine,
            cosine: self.cosine * other.cosine - self.sine * other.sine,
        }
    }
}
