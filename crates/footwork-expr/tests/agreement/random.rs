//! Random numbers (splitmix64), the same for the same seed.

pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        // Neighbouring seeds begin far from each other.
        Self(mix(mix(seed).wrapping_add(seed)))
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mix(self.0)
    }

    /// A whole number below `count`.
    pub(crate) fn below(&mut self, count: usize) -> usize {
        let number = self.next() % count as u64;
        usize::try_from(number).unwrap()
    }

    pub(crate) fn one_in(&mut self, count: usize) -> bool {
        self.below(count) == 0
    }

    pub(crate) fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    /// A number in [-1, 1).
    fn around_zero(&mut self) -> f32 {
        let bits = u16::try_from(self.next() >> 48).unwrap();
        let low = u16::try_from(self.next() >> 48).unwrap();
        (f32::from(bits) + f32::from(low) / 65_536.0) / 32_768.0 - 1.0
    }

    /// Mostly an everyday number, now and then a very large or small one, or none.
    pub(crate) fn number(&mut self) -> f32 {
        match self.below(60) {
            0..12 | 40.. => self.around_zero() * 10.0,
            12..20 => self.around_zero(),
            20..26 => (self.around_zero() * 8.0).round(),
            26..30 => self.pick(&[0.5, 1.0, 2.0, -1.0, 0.25, 3.0]),
            30..33 => self.around_zero() * 1000.0,
            33 => self.around_zero() * 1e20,
            34 => self.around_zero() * 1e-20,
            35 => self.pick(&[1e38, -3e38, f32::MAX, 1e-38, 1e-44]),
            36 | 37 => self.pick(&[0.0, -0.0]),
            38 => self.pick(&[f32::INFINITY, f32::NEG_INFINITY]),
            _ => f32::NAN,
        }
    }
}

fn mix(z: u64) -> u64 {
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
