//! Random numbers that are the same in every run, and numbers at which functions change.

use std::f32::consts::{FRAC_PI_2, PI};

/// SplitMix64 (Steele, Lea, Flood 2014).
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub(crate) fn bits(&mut self) -> u32 {
        u32::try_from(self.next() >> 32).unwrap()
    }

    pub(crate) fn below(&mut self, end: usize) -> usize {
        self.bits() as usize % end
    }

    pub(crate) fn percent(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    pub(crate) fn of<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }

    /// Special ones, usual ones, and any bits at all.
    pub(crate) fn number(&mut self) -> f32 {
        match self.below(10) {
            0..4 => self.of(SPECIAL),
            4..9 => (self.bits() as f32 / 4.0e9 - 0.5) * self.of(&[1.0, 8.0, 100.0, 1e5]),
            _ => f32::from_bits(self.bits()),
        }
    }
}

/// NaNs, infinities, zeros, subnormal, huge and whole numbers, and what is around bounds.
pub(crate) const SPECIAL: &[f32] = &[
    f32::NAN,
    f32::from_bits(0xffc0_1234),
    f32::from_bits(0x7f80_0001),
    f32::INFINITY,
    f32::NEG_INFINITY,
    0.0,
    -0.0,
    f32::from_bits(1),
    f32::from_bits(0x8000_0001),
    1e-40,
    -1e-40,
    f32::MIN_POSITIVE,
    -f32::MIN_POSITIVE,
    1e-20,
    -1e-20,
    0.25,
    0.499_999_97,
    0.5,
    -0.5,
    0.999_999_94,
    1.0,
    -1.0,
    1.000_000_1,
    1.5,
    -1.5,
    2.0,
    2.5,
    -2.5,
    3.0,
    -3.0,
    7.0,
    10.0,
    FRAC_PI_2,
    PI,
    -PI,
    88.722_83,
    88.722_84,
    -87.336_54,
    -103.97,
    127.999,
    360.0,
    -1000.0,
    4_194_303.5,
    8_388_607.5,
    8_388_608.0,
    16_777_217.0,
    -16_777_216.0,
    1e9,
    2_147_483_648.0,
    1e20,
    -1e20,
    1e30,
    f32::MAX,
    f32::MIN,
];

/// Whether a longer run is wanted.
pub(crate) fn soak() -> bool {
    std::env::var_os("FOOTWORK_SOAK").is_some()
}
