//! Random numbers that are equal in every run: SplitMix64 (Steele, Lea, Flood 2014).

/// A seeded stream of random numbers.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Returns a number uniform in `0..end` up to a bias below 2^-32; 0 if `end` is 0.
    pub(crate) fn below(&mut self, end: u32) -> u32 {
        let wide = (self.next() >> 32) * u64::from(end);
        u32::try_from(wide >> 32).unwrap_or(0)
    }

    /// Returns a number uniform in `first..=last`.
    pub(crate) fn between(&mut self, first: u32, last: u32) -> u32 {
        first + self.below(last - first + 1)
    }

    /// Returns true with a probability of `percent` %.
    pub(crate) fn percent(&mut self, percent: u32) -> bool {
        self.below(100) < percent
    }

    /// Returns a number uniform in `[-size, size)`.
    pub(crate) fn around_zero(&mut self, size: f64) -> f64 {
        let unit = f64::from(self.below(u32::MAX)) / f64::from(u32::MAX);
        (2.0 * unit - 1.0) * size
    }

    /// Returns a number uniform from `low` up to `high`.
    pub(crate) fn uniform(&mut self, low: f64, high: f64) -> f64 {
        0.5 * (low + high) + self.around_zero(0.5 * (high - low))
    }
}
