//! Uses the values of contenders that compute one value at a time: sums, stores or checks them.

use super::columns::{Columns, ELEMENTS, Number};
use crate::measure::Contender;

/// Takes contenders as closures of their own types, so that they are inlined.
pub(crate) trait Sink<'a> {
    fn take<T: Number>(&mut self, name: &'static str, value: impl FnMut([T; 4]) -> T + 'a);
}

/// The number of values that a call computes.
pub(crate) const ROWS: usize = 256;

/// Sums values.
pub(crate) struct Scalars<'a> {
    pub(crate) columns: &'a Columns,
    pub(crate) contenders: Vec<Contender<'a>>,
}

impl<'a> Sink<'a> for Scalars<'a> {
    fn take<T: Number>(&mut self, name: &'static str, mut value: impl FnMut([T; 4]) -> T + 'a) {
        let columns = self.columns;
        self.contenders.push(Contender::new(name, move || {
            let mut sum = T::default();
            for row in 0..ROWS {
                sum += value(T::row(columns, row));
            }
            sum
        }));
    }
}

/// Writes values to an array.
pub(crate) struct Arrays<'a> {
    pub(crate) columns: &'a Columns,
    pub(crate) contenders: Vec<Contender<'a>>,
}

impl<'a> Sink<'a> for Arrays<'a> {
    fn take<T: Number>(&mut self, name: &'static str, mut value: impl FnMut([T; 4]) -> T + 'a) {
        let columns = self.columns;
        let mut out: Vec<T> = std::iter::repeat_n(T::default(), ELEMENTS).collect();
        self.contenders.push(Contender::new(name, move || {
            for (row, out) in out.iter_mut().enumerate() {
                *out = value(T::row(columns, row));
            }
            out[0]
        }));
    }
}

/// Compares values with those expected.
pub(crate) struct Checks<'a> {
    pub(crate) columns: &'a Columns,
    pub(crate) expected: &'a [f32],
    pub(crate) problems: Vec<String>,
}

impl Checks<'_> {
    /// Compares a value with the expected one. The tolerance allows for arguments rounded to f32, such as `10 * t` for t up to
    /// 60 s.
    pub(crate) fn value(&mut self, name: &str, row: usize, found: f64) {
        let expected = f64::from(self.expected[row]);
        let near = (found - expected).abs() <= 2e-4 * (1.0 + expected.abs());
        if !near {
            let values = f32::row(self.columns, row);
            let problem = format!("{name} gives {found} for {values:?}, ours gives {expected}");
            self.problems.push(problem);
        }
    }
}

impl<'a> Sink<'a> for Checks<'_> {
    fn take<T: Number>(&mut self, name: &'static str, mut value: impl FnMut([T; 4]) -> T + 'a) {
        for row in 0..ELEMENTS {
            self.value(name, row, value(T::row(self.columns, row)).into());
        }
    }
}
