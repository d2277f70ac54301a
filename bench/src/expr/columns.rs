//! The numbers that formulas are given.

use crate::random::Random;

/// How many elements an array has.
pub(crate) const ELEMENTS: usize = 4096;

/// The values of x, y, z and t: positive, positive, around zero, and the seconds of a minute.
pub(crate) struct Columns {
    pub(crate) single: [Vec<f32>; 4],
    pub(crate) double: [Vec<f64>; 4],
}

impl Columns {
    pub(crate) fn new() -> Self {
        let mut random = Random::new(0xe49);
        let ranges = [(2.1, 2.0), (2.1, 2.0), (0.0, 2.0), (30.0, 30.0)];
        #[allow(
            clippy::cast_possible_truncation,
            reason = "the nearest f32 is what is wanted"
        )]
        let single = ranges.map(|(middle, size)| {
            let value = |_| (middle + random.around_zero(size)) as f32;
            (0..ELEMENTS).map(value).collect::<Vec<_>>()
        });
        let double = [0, 1, 2, 3].map(|column: usize| {
            let wide = single[column].iter().copied().map(f64::from);
            wide.collect()
        });
        Self { single, double }
    }

    pub(crate) fn slices(&self) -> [&[f32]; 4] {
        let [x, y, z, t] = &self.single;
        [x, y, z, t]
    }

    #[inline(always)]
    pub(crate) fn row(&self, row: usize) -> [f32; 4] {
        let [x, y, z, t] = &self.single;
        [x[row], y[row], z[row], t[row]]
    }

    #[inline(always)]
    pub(crate) fn wide_row(&self, row: usize) -> [f64; 4] {
        let [x, y, z, t] = &self.double;
        [x[row], y[row], z[row], t[row]]
    }
}
