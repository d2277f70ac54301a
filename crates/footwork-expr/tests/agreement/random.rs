//! Random numbers that repeat in every run, for the tests of the stack machine and the evaluator.

/// SplitMix64 (Steele, Lea, Flood 2014).
pub(crate) struct Random(pub(crate) u64);

impl Random {
    /// Creates the random numbers of one case of a test. They differ for every test, case and [`seed`].
    pub(crate) fn of_case(test: &str, case: u64) -> Self {
        let start = test.bytes().fold(mix(seed()), |start, byte| {
            mix(start.wrapping_add(u64::from(byte)))
        });
        Self(start.wrapping_add(case))
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mix(self.0)
    }

    pub(crate) fn bits(&mut self) -> u32 {
        u32::try_from(self.next() >> 32).unwrap()
    }

    /// Returns a whole number below `end`.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        self.bits() as usize % end
    }

    pub(crate) fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }
}

fn mix(z: u64) -> u64 {
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// Returns the number of random cases: `soak` in `cargo xtask soak`, otherwise `everyday`.
pub(crate) fn cases(everyday: u64, soak: u64) -> u64 {
    match std::env::var_os("FOOTWORK_SOAK") {
        Some(_) => soak,
        None => everyday,
    }
}

/// Returns the seed of random cases: 1, or the value of `FOOTWORK_SEED`.
pub(crate) fn seed() -> u64 {
    match std::env::var("FOOTWORK_SEED") {
        Ok(seed) => seed.parse().expect("FOOTWORK_SEED is a whole number"),
        Err(_) => 1,
    }
}
