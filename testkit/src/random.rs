//! Seeded random numbers for tests: SplitMix64 (Steele, Lea and Flood, *Fast splittable pseudorandom number
//! generators*, 2014).

use std::env;

/// A sequence of random numbers that depends only on its seed.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// Returns the sequence of the seed `seed`.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Returns the sequence of one case of a test. To change the sequences of all cases, set the environment variable
    /// `FOOTWORK_SEED` to a whole number.
    ///
    /// # Panics
    /// If `FOOTWORK_SEED` is set to anything but a whole number.
    pub fn for_case(test: &str, case: u64) -> Self {
        let seed = env::var("FOOTWORK_SEED").map_or(0, |seed| match seed.parse() {
            Ok(seed) => seed,
            Err(_) => panic!("FOOTWORK_SEED is {seed:?}, not a whole number"),
        });
        let add = |state: u64, byte| mix(state.wrapping_add(u64::from(byte)));
        Self(test.bytes().fold(mix(seed), add).wrapping_add(case))
    }

    /// Returns 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mix(self.0)
    }

    /// Returns a whole number in `0..end`. The bias is below `end` / 2^64.
    ///
    /// # Panics
    /// If `end` is 0.
    pub fn below(&mut self, end: usize) -> usize {
        let below = self.bits() % end as u64;
        #[allow(clippy::unwrap_used, reason = "it is below a `usize`")]
        usize::try_from(below).unwrap()
    }

    /// Does the same as [`below`](Self::below), for a `u32`.
    ///
    /// # Panics
    /// If `end` is 0.
    pub fn below_32(&mut self, end: u32) -> u32 {
        let below = self.bits() % u64::from(end);
        #[allow(clippy::unwrap_used, reason = "it is below a `u32`")]
        u32::try_from(below).unwrap()
    }

    /// Returns a number in `[0, 1)`, a multiple of 2^-53.
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Returns a number in `[low, high)`.
    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.unit()
    }

    /// Returns a number in `[-1, 1)`.
    pub fn signed(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    }

    /// Returns a vector with each component in `[-size, size)`.
    pub fn vector(&mut self, size: f64) -> [f64; 3] {
        [0; 3].map(|_| self.between(-size, size))
    }

    /// Returns true in one of `count` calls on average.
    pub fn one_in(&mut self, count: usize) -> bool {
        self.below(count) == 0
    }

    /// Returns one of the items.
    ///
    /// # Panics
    /// If there are no items.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }

    /// Puts the items into a random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

/// The last step of SplitMix64, which mixes all bits.
const fn mix(bits: u64) -> u64 {
    let bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}

#[cfg(test)]
mod tests {
    use super::Random;

    /// The first values of the reference implementation for this seed.
    #[test]
    fn the_sequence_is_splitmix64() {
        let mut random = Random::new(1_234_567);
        let first = [(); 3].map(|()| random.bits());
        let published = [
            6_457_827_717_110_365_317,
            3_203_168_211_198_807_973,
            9_817_491_932_198_370_423,
        ];
        assert_eq!(first, published);
    }

    #[test]
    fn numbers_are_within_their_bounds() {
        let mut random = Random::for_case("bounds", 7);
        for _ in 0..10_000 {
            assert!((0.0..1.0).contains(&random.unit()));
            assert!((-1.0..1.0).contains(&random.signed()));
            assert!((2.0..3.0).contains(&random.between(2.0, 3.0)));
            assert!(random.below(3) < 3);
        }
        let mut items = [0, 1, 2, 3, 4, 5, 6, 7];
        random.shuffle(&mut items);
        items.sort_unstable();
        assert_eq!(items, [0, 1, 2, 3, 4, 5, 6, 7]);
    }
}
