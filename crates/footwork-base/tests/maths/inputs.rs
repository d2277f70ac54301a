//! Test inputs: numbers of every exponent, special numbers, and random numbers that repeat in every
//! run.

/// Numbers at which some function changes its behaviour.
pub(crate) const SPECIALS: [f32; 30] = [
    0.0,
    -0.0,
    f32::from_bits(1),
    -f32::MIN_POSITIVE / 2.0,
    f32::MIN_POSITIVE,
    -1e-20,
    0.25,
    0.499_999_97,
    0.5,
    -0.5,
    std::f32::consts::FRAC_1_SQRT_2,
    1.0,
    -1.0,
    std::f32::consts::SQRT_2,
    1.5,
    -2.5,
    3.0,
    std::f32::consts::PI,
    -std::f32::consts::FRAC_PI_2,
    10.0,
    -88.722_84,
    128.0,
    -149.5,
    8_388_607.5,
    16_777_216.0,
    -1e20,
    f32::MAX,
    f32::INFINITY,
    f32::NEG_INFINITY,
    f32::NAN,
];

/// Returns `per_exponent` numbers of every exponent and either sign, including every kind of NaN.
pub(crate) fn all_exponents(per_exponent: u32) -> impl Iterator<Item = f32> {
    (0..512u32).flat_map(move |upper| {
        (0..per_exponent).map(move |i| {
            // Uses both ends of the mantissa, and between them numbers spread evenly by the golden
            // ratio.
            let mantissa = match i {
                0 => 0,
                1 => 0x007f_ffff,
                i => i.wrapping_mul(0x9e37_79b9) >> 9,
            };
            f32::from_bits(upper << 23 | mantissa)
        })
    })
}

/// Random bits from a 64-bit xorshift (Marsaglia 2003).
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn bits(&mut self) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        u32::try_from(self.0 >> 32).expect("32 bits")
    }

    /// Returns any f32.
    pub(crate) fn any(&mut self) -> f32 {
        f32::from_bits(self.bits())
    }

    /// Returns a uniformly distributed number from `lo` to `hi`.
    pub(crate) fn between(&mut self, lo: f32, hi: f32) -> f32 {
        lo + (hi - lo) * ((self.bits() >> 8) as f32 / 16_777_216.0)
    }
}
