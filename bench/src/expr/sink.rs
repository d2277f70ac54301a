//! What is done with contenders that work out one value after the other.

use super::columns::{Columns, ELEMENTS};
use crate::measure::Contender;

/// Takes contenders as closures of their own types, so that no call is between.
pub(crate) trait Sink<'a> {
    fn single(&mut self, name: &'static str, value: impl FnMut([f32; 4]) -> f32 + 'a);
    fn double(&mut self, name: &'static str, value: impl FnMut([f64; 4]) -> f64 + 'a);
}

/// How many values a call works out.
pub(crate) const ROWS: usize = 256;

/// Sums values.
pub(crate) struct Scalars<'a> {
    pub(crate) columns: &'a Columns,
    pub(crate) contenders: Vec<Contender<'a>>,
}

impl<'a> Sink<'a> for Scalars<'a> {
    fn single(&mut self, name: &'static str, mut value: impl FnMut([f32; 4]) -> f32 + 'a) {
        let columns = self.columns;
        self.contenders.push(Contender::new(name, move || {
            let mut sum = 0.0;
            for row in 0..ROWS {
                sum += value(columns.row(row));
            }
            sum
        }));
    }

    fn double(&mut self, name: &'static str, mut value: impl FnMut([f64; 4]) -> f64 + 'a) {
        let columns = self.columns;
        self.contenders.push(Contender::new(name, move || {
            let mut sum = 0.0;
            for row in 0..ROWS {
                sum += value(columns.wide_row(row));
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
    fn single(&mut self, name: &'static str, mut value: impl FnMut([f32; 4]) -> f32 + 'a) {
        let columns = self.columns;
        let mut out = vec![0.0; ELEMENTS];
        self.contenders.push(Contender::new(name, move || {
            for (row, out) in out.iter_mut().enumerate() {
                *out = value(columns.row(row));
            }
            out[0]
        }));
    }

    fn double(&mut self, name: &'static str, mut value: impl FnMut([f64; 4]) -> f64 + 'a) {
        let columns = self.columns;
        let mut out = vec![0.0; ELEMENTS];
        self.contenders.push(Contender::new(name, move || {
            for (row, out) in out.iter_mut().enumerate() {
                *out = value(columns.wide_row(row));
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
    /// The f32 engines lose what their arguments lose, such as 10 t of a minute.
    pub(crate) fn value(&mut self, name: &str, row: usize, found: f64) {
        let expected = f64::from(self.expected[row]);
        let near = (found - expected).abs() <= 2e-4 * (1.0 + expected.abs());
        if !near {
            let values = self.columns.row(row);
            let problem = format!("{name} gives {found} for {values:?}, ours gives {expected}");
            self.problems.push(problem);
        }
    }
}

impl<'a> Sink<'a> for Checks<'_> {
    fn single(&mut self, name: &'static str, mut value: impl FnMut([f32; 4]) -> f32 + 'a) {
        for row in 0..ELEMENTS {
            self.value(name, row, value(self.columns.row(row)).into());
        }
    }

    fn double(&mut self, name: &'static str, mut value: impl FnMut([f64; 4]) -> f64 + 'a) {
        for row in 0..ELEMENTS {
            self.value(name, row, value(self.columns.wide_row(row)));
        }
    }
}
