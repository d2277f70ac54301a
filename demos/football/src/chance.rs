//! Seeded random numbers. A copy of a match draws the same numbers as the original.

/// A sequence of numbers; SplitMix64 of S. Vigna.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Chance {
    state: u64,
}

impl Chance {
    pub(crate) fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    /// Returns the whole state.
    pub(crate) fn state(self) -> u64 {
        self.state
    }

    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Returns a number from 0 to just below 1.
    pub(crate) fn part(&mut self) -> f64 {
        // An `f64` represents 53 bits exactly.
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Returns an index into a list of this length; `None` for an empty one.
    pub(crate) fn below(&mut self, count: usize) -> Option<usize> {
        let place = (self.part() * count as f64).floor();
        (0..count).find(|each| *each as f64 == place)
    }

    /// Returns a number from -1 to just below 1, more often close to 0.
    pub(crate) fn error(&mut self) -> f64 {
        self.part() + self.part() - 1.0
    }
}
