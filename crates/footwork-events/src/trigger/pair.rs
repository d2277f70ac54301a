//! A sine and a cosine, of any length.

/// A point of the plane; its angle says how far an event is.
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

    /// Whether the shorter way to the other is towards smaller angles. A pair of length 0 has no direction.
    pub(super) fn is_turning_down_to(self, other: Self) -> bool {
        self.sine * other.cosine > self.cosine * other.sine
    }

    /// With an angle that is less by that of a pair of length one.
    pub(super) fn less(self, other: Self) -> Self {
        Self {
            sine: self.sine * other.cosine - self.cosine * other.sine,
            cosine: self.cosine * other.cosine + self.sine * other.sine,
        }
    }

    /// With an angle that is more by that of a pair of length one.
    pub(super) fn more(self, other: Self) -> Self {
        Self {
            sine: self.sine * other.cosine + self.cosine * other.sine,
            cosine: self.cosine * other.cosine - self.sine * other.sine,
        }
    }
}
