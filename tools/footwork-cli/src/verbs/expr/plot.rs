//! Plots an expression over a range of one variable, in Braille characters.

use footwork::base::Name;
use footwork::expr::shortest_decimal;
use serde::Serialize;

use crate::bar;
use crate::table::{Table, cells};

/// The number of values in CSV and JSON: one at each end of the range, and 99 in between.
const SAMPLES: u16 = 101;

/// The height of a plot, in lines.
const LINES: usize = 12;

/// The largest width of the labels next to the dots, in characters.
const LABELS: usize = 16;

/// Returns a number as JSON. Infinities and NaN become strings, because JSON has no such numbers.
pub(super) fn to_json(value: f32) -> serde_json::Value {
    // The shortest decimal that identifies the `f32` is shorter than that of the `f64` with the same value.
    match value.to_string().parse::<f64>() {
        Ok(decimal) if value.is_finite() => decimal.into(),
        _ => value.to_string().into(),
    }
}

/// A function of one variable, and the range over which it is plotted.
pub(super) struct Curve<'a> {
    variable: String,
    from: f32,
    to: f32,
    function: Box<dyn FnMut(f32) -> f32 + 'a>,
}

/// A value of the variable, and the value of the function there.
#[derive(Clone, Copy)]
struct Sample {
    x: f32,
    value: f32,
}

/// A plot as JSON.
#[derive(Serialize)]
pub(super) struct Json {
    variable: String,
    at: Vec<serde_json::Value>,
    values: Vec<serde_json::Value>,
}

impl<'a> Curve<'a> {
    pub(super) fn new(
        variable: &Name,
        from: f32,
        to: f32,
        function: impl FnMut(f32) -> f32 + 'a,
    ) -> Self {
        Self {
            variable: variable.to_string(),
            from,
            to,
            function: Box::new(function),
        }
    }

    /// Returns evenly spaced samples from one end of the range to the other.
    fn samples(&mut self, count: u16) -> Vec<Sample> {
        let last = f32::from(count - 1);
        let sample = |number: u16| {
            let part = f32::from(number) / last;
            let x = self.from * (1.0 - part) + self.to * part;
            Sample {
                x,
                value: (self.function)(x),
            }
        };
        (0..count).map(sample).collect()
    }

    /// Returns whether the curve runs from one sample to the next without a jump, as at a pole. This is so if the value
    /// halfway lies between the values of both samples.
    fn joins(&mut self, a: Sample, b: Sample) -> bool {
        let between = (self.function)(a.x * 0.5 + b.x * 0.5);
        a.value.min(b.value) <= between && between <= a.value.max(b.value)
    }

    pub(super) fn json(&mut self) -> Json {
        let samples = self.samples(SAMPLES).into_iter();
        let (at, values) = samples
            .map(|sample| (to_json(sample.x), to_json(sample.value)))
            .unzip();
        Json {
            variable: self.variable.clone(),
            at,
            values,
        }
    }

    pub(super) fn csv(&mut self) -> String {
        let mut table = Table::new([self.variable.as_str(), "value"]);
        for Sample { x, value } in self.samples(SAMPLES) {
            table.row(cells![shortest_decimal(x), shortest_decimal(value)]);
        }
        table.csv()
    }

    /// Draws the curve with the dots of Braille characters, which have two columns and four rows, and labels the ends
    /// of both axes.
    pub(super) fn draw(&mut self) -> String {
        let width = bar::width(LABELS);
        // With an odd number of columns, one is exactly in the middle of the range.
        let columns = u16::try_from(2 * width - 1).unwrap_or(u16::MAX);
        let samples = self.samples(columns);
        let finite = samples.iter().map(|sample| sample.value);
        let finite = finite.filter(|value| value.is_finite());
        let missing = samples.len() - finite.clone().count();
        let Some((low, high)) = ends(finite) else {
            let Self {
                variable, from, to, ..
            } = self;
            return format!("no value from {variable} = {from} to {to} is finite\n");
        };
        let mut dots = Dots::new(width);
        let mut last: Option<(Sample, usize)> = None;
        for (column, sample) in samples.iter().enumerate() {
            let row = sample
                .value
                .is_finite()
                .then(|| row(sample.value, low, high));
            if let Some(row) = row {
                let near = |last: usize| row.abs_diff(last) < 2 * LINES;
                let joined = last.filter(|&(from, at)| near(at) || self.joins(from, *sample));
                dots.line(column, joined.map_or(row, |(_, at)| at), row);
            }
            last = row.map(|row| (*sample, row));
        }
        let text = self.frame(&dots, low, high, width);
        match missing {
            0 => text,
            missing => text + &format!("not finite at {missing} of {columns} places\n"),
        }
    }

    /// Returns the lines of the plot: the dots, with the labels of both axes.
    fn frame(&self, dots: &Dots, low: f32, high: f32, width: usize) -> String {
        let labels = [short(high), short(low)];
        let room = labels.iter().map(String::len).max().unwrap_or(0);
        let mut text = String::new();
        for (number, line) in dots.lines().enumerate() {
            let label = match number {
                _ if low == high && number == LINES / 2 - 1 => &labels[0],
                _ if low == high => "",
                0 => &labels[0],
                _ if number + 1 == LINES => &labels[1],
                _ => "",
            };
            text += &format!("{label:>room$} │{line}\n");
        }
        let mut ends = [short(self.from), short(self.to)];
        if ends[0] == ends[1] {
            ends = [shortest_decimal(self.from), shortest_decimal(self.to)];
        }
        let [from, to] = ends;
        let from = format!("{} = {from}", self.variable);
        let between = width.saturating_sub(to.len());
        text + &format!("{:room$}  {from:<between$}{to}\n", "")
    }
}

/// Returns the smallest and the largest value; `None` if there is no value.
fn ends(mut values: impl Iterator<Item = f32>) -> Option<(f32, f32)> {
    let first = values.next()?;
    let wider = |(low, high): (f32, f32), value: f32| (low.min(value), high.max(value));
    Some(values.fold((first, first), wider))
}

/// Returns the row of dots for a value, counted from the top. If all values are equal, this is the middle row.
fn row(value: f32, low: f32, high: f32) -> usize {
    let rows = 4 * LINES - 1;
    // In `f64`, the difference of two finite `f32` is always finite.
    let [value, low, high] = [value, low, high].map(f64::from);
    let part = match high - low {
        0.0 => 0.5,
        span => (high - value) / span,
    };
    (0..rows)
        .find(|&row| part * rows as f64 <= row as f64 + 0.5)
        .unwrap_or(rows)
}

/// Formats a number as a label with few digits.
fn short(value: f32) -> String {
    let size = value.abs();
    let text = match size {
        0.0 => return "0".to_owned(),
        _ if (1e-3..1e5).contains(&size) => format!("{value:.3}"),
        _ => return format!("{value:.3e}"),
    };
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// A grid of dots, stored as the bits of Braille characters.
struct Dots {
    width: usize,
    cells: Vec<u8>,
}

impl Dots {
    fn new(width: usize) -> Self {
        Self {
            width,
            cells: vec![0; width * LINES],
        }
    }

    /// Sets the dots of a column from one row to another, including both.
    fn line(&mut self, column: usize, from: usize, to: usize) {
        /// The bits of the left and of the right dots in a character, from top to bottom.
        const BITS: [[u8; 4]; 2] = [[0x01, 0x02, 0x04, 0x40], [0x08, 0x10, 0x20, 0x80]];
        for row in from.min(to)..=from.max(to) {
            let cell = row / 4 * self.width + column / 2;
            if let Some(cell) = self.cells.get_mut(cell) {
                *cell |= BITS[column % 2][row % 4];
            }
        }
    }

    /// Returns the lines without trailing blanks.
    fn lines(&self) -> impl Iterator<Item = String> {
        let braille = |&bits: &u8| match bits {
            0 => ' ',
            bits => char::from_u32(0x2800 + u32::from(bits)).unwrap_or(' '),
        };
        let lines = self.cells.chunks(self.width);
        lines.map(move |cells| {
            let line: String = cells.iter().map(braille).collect();
            line.trim_end().to_owned()
        })
    }
}
