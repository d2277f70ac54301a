//! Draws points in a plane as text: the number of each point, or their density if there are many.

use crate::bar;

/// The height of a plot, in lines.
const LINES: usize = 16;

/// The space for the frame and the labels of the vertical axis, in characters.
const LABELS: usize = 16;

/// The largest number of points drawn as numbers.
const MAX_NUMBERED: usize = 60;

/// The characters for cells with points, from few to many.
const DENSITIES: [char; 4] = ['░', '▒', '▓', '█'];

/// The character for the centre of a hole, a part of the plane without points.
const HOLE: &str = "○";

/// A plane of two axes.
pub(super) struct Plane<'a> {
    /// The names of the horizontal and the vertical axis with their units.
    pub(super) names: [&'a str; 2],
    /// The minimum and maximum of each axis.
    pub(super) ends: [(f64, f64); 2],
    pub(super) points: Vec<[f64; 2]>,
    /// The centres of the holes.
    pub(super) holes: Vec<[f64; 2]>,
}

impl Plane<'_> {
    /// Draws the plot with its axes.
    pub(super) fn draw(&self) -> String {
        let width = bar::width(LABELS);
        let mut cells = vec![vec![' '; width]; LINES];
        for hole in &self.holes {
            self.put(&mut cells, *hole, HOLE);
        }
        if self.points.len() <= MAX_NUMBERED {
            self.number(&mut cells)
        } else {
            self.shade(&mut cells)
        }
        let [across, upright] = self.ends;
        let labels = [number(upright.1), number(upright.0)];
        let room = labels.iter().map(String::len).max().unwrap_or(0);
        let mut text = format!("  {:room$}   {}\n", "", self.names[1]);
        for (at, line) in cells.iter().enumerate() {
            let label = match at {
                0 => &labels[0],
                _ if at + 1 == LINES => &labels[1],
                _ => "",
            };
            let line: String = line.iter().collect();
            text += &format!("  {label:>room$} │{}\n", line.trim_end());
        }
        text += &format!("  {:room$} └{}\n", "", "─".repeat(width));
        let (from, to) = (number(across.0), number(across.1));
        let between = width.saturating_sub(from.len() + to.len() + self.names[0].chars().count());
        let (before, behind) = (between / 2, between - between / 2);
        let name = self.names[0];
        text + &format!(
            "  {:room$}  {from}{:before$}{name}{:behind$}{to}\n",
            "", "", ""
        )
    }

    /// Writes the number of each point, unless an earlier point's number is in the way.
    fn number(&self, cells: &mut [Vec<char>]) {
        for (at, point) in self.points.iter().enumerate() {
            self.put(cells, *point, &(at + 1).to_string());
        }
    }

    fn shade(&self, cells: &mut [Vec<char>]) {
        let width = cells.first().map_or(1, Vec::len);
        let mut counts = vec![vec![0usize; width]; LINES];
        for point in &self.points {
            let [column, line] = self.cell(*point, width);
            counts[line][column] += 1;
        }
        let most = counts.iter().flatten().copied().max().unwrap_or(0).max(1);
        for (line, counts) in cells.iter_mut().zip(counts) {
            for (cell, count) in line.iter_mut().zip(counts).filter(|(_, count)| *count > 0) {
                *cell = DENSITIES[(count * DENSITIES.len()).div_ceil(most).max(1) - 1];
            }
        }
    }

    /// Writes a word at a place if it covers only spaces and holes. At the right edge, the word moves to the left until
    /// it fits.
    fn put(&self, cells: &mut [Vec<char>], place: [f64; 2], word: &str) {
        let width = cells.first().map_or(0, Vec::len);
        let length = word.chars().count();
        let [column, line] = self.cell(place, width);
        let column = column.min(width.saturating_sub(length));
        let free = |cell: &char| *cell == ' ' || HOLE.contains(*cell);
        let target = &mut cells[line][column..(column + length).min(width)];
        if target.iter().all(free) {
            target
                .iter_mut()
                .zip(word.chars())
                .for_each(|(cell, c)| *cell = c);
        }
    }

    /// Returns the column and the line of a place in the plane.
    fn cell(&self, place: [f64; 2], width: usize) -> [usize; 2] {
        let along = |axis: usize, cells: usize| {
            let (low, high) = self.ends[axis];
            let part = if high > low {
                (place[axis] - low) / (high - low)
            } else {
                0.5
            };
            let last = cells.saturating_sub(1);
            (0..last)
                .find(|&at| part * last as f64 <= at as f64 + 0.5)
                .unwrap_or(last)
        };
        [along(0, width), LINES - 1 - along(1, LINES)]
    }
}

/// Formats a number with at most three decimals, or at most one from 100 on. Numbers of 10 million and more, and
/// numbers below 0.0005, have an exponent.
pub(super) fn number(value: f64) -> String {
    let size = value.abs();
    let text = match size {
        0.0 => return "0".to_owned(),
        _ if !(0.0005..1e7).contains(&size) => return format!("{value:.2e}"),
        _ if size < 100.0 => format!("{value:.3}"),
        _ => format!("{value:.1}"),
    };
    let text = text.trim_end_matches('0').trim_end_matches('.');
    text.to_owned()
}
