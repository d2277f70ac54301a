//! Numbers at which functions change their behaviour, and random numbers.

use std::f32::consts::{FRAC_PI_2, PI};

use crate::random::Random;

impl Random {
    pub(crate) fn percent(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// Returns a special number, an ordinary number, or random bits.
    pub(crate) fn number(&mut self) -> f32 {
        match self.below(10) {
            0..4 => self.pick(SPECIAL),
            4..9 => (self.bits() as f32 / 4.0e9 - 0.5) * self.pick(&[1.0, 8.0, 100.0, 1e5]),
            _ => f32::from_bits(self.bits()),
        }
    }
}

/// NaNs, infinities, zeros, subnormal, huge and whole numbers, and numbers next to bounds.
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
