//! The values of the formulas' variables.

use std::ops::AddAssign;

use crate::random::Random;
use crate::slide::vector::single;

/// The number of elements in an array.
pub(crate) const ELEMENTS: usize = 4096;

/// The values of x, y, z and t: x and y are positive, z is around zero, and t is the seconds of a minute.
pub(crate) struct Columns {
    pub(crate) single: [Vec<f32>; 4],
    pub(crate) double: [Vec<f64>; 4],
}

impl Columns {
    pub(crate) fn new(elements: usize) -> Self {
        let mut random = Random::new(0xe49);
        let ranges = [(2.1, 2.0), (2.1, 2.0), (0.0, 2.0), (30.0, 30.0)];
        let single = ranges.map(|(middle, size)| {
            let value = |_| single(middle + random.around_zero(size));
            (0..elements).map(value).collect::<Vec<_>>()
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
}

/// The type of number that a contender computes with.
pub(crate) trait Number: Copy + Default + Into<f64> + AddAssign + 'static {
    /// Returns the values of x, y, z and t in a row.
    fn row(columns: &Columns, row: usize) -> [Self; 4];
}

impl Number for f32 {
    #[inline(always)]
    fn row(columns: &Columns, row: usize) -> [f32; 4] {
        let [x, y, z, t] = &columns.single;
        [x[row], y[row], z[row], t[row]]
    }
}

impl Number for f64 {
    #[inline(always)]
    fn row(columns: &Columns, row: usize) -> [f64; 4] {
        let [x, y, z, t] = &columns.double;
        [x[row], y[row], z[row], t[row]]
    }
}
