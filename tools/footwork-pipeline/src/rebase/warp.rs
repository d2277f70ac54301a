//! Monotone maps with varying speed, by dynamic time warping with free ends.
//!
//! Rows are frames of one clip and columns are frames of the other. A path through the cells that never goes back is a
//! monotone map (H. Sakoe, S. Chiba, *Dynamic Programming Algorithm Optimization for Spoken Word Recognition*, 1978).
//! The alignment is local, as in T. F. Smith, M. S. Waterman, *Identification of Common Molecular Subsequences*, 1981:
//! a pair of near poses scores a gain, a pair of distant poses a loss, and the path with the largest total may begin
//! and end anywhere, so either clip may be trimmed. Invariant: the total of a path is never below 0; a path whose total
//! would be begins again at the current cell.
//!
//! Time and memory grow with the number of cells. So the first search uses few poses of each clip, and each later
//! search uses more poses but only looks at a band around the previous path.

use super::number::{of_index, to_index};
use super::track::{Track, square};
use footwork_base::to_f32;

/// The maximum number of rows and columns of the first search.
const MAX_CELLS: f64 = 2400.0;
/// The interval between poses in the last search, in seconds. If the clips have fewer frames, the interval is one
/// frame.
const FINEST_SECS: f64 = 1.0 / 30.0;
/// The half width of the band around the path, in poses of the previous search.
const BESIDE: f64 = 4.0;
/// The numbers of poses by which a step of the path advances in the two clips.
const STEPS: [(usize, usize); 5] = [(1, 1), (1, 2), (2, 1), (1, 3), (3, 1)];
/// The loss for a step that advances one clip more than the other, as a share of the gain of a perfect pair.
const CROOKED: f32 = 0.04;
/// The stored step of a cell at which a path begins. Other stored steps are indices of [`STEPS`] plus 1.
const BEGIN: u8 = 0;

/// A path: pairs of frames, one of each clip. Both frames ascend from pair to pair.
pub(super) struct Path {
    pub(super) points: Vec<(f64, f64)>,
}

/// Returns the best path; `None` if no path has a gain. `scale` is the approximate number of frames of `b` per frame of
/// `a`.
pub(super) fn path(a: &Track, b: &Track, scale: f64) -> Option<Path> {
    let near = (0.3 * a.spread().min(b.spread())).max(0.02);
    // The number of frames of `a` from one compared pose to the next.
    let finest = (FINEST_SECS * a.rate).max(1.0).max(1.0 / scale);
    let longest = of_index(a.frames()).max(of_index(b.frames()) / scale);
    let mut step = finest.max(longest / MAX_CELLS);
    let mut found: Option<Path> = None;
    loop {
        let (rows, columns) = (a.every(step), b.every(step * scale));
        let band = match &found {
            None => Band::whole(rows.frames(), columns.frames()),
            Some(path) => Band::around(
                path,
                &rows,
                &columns,
                &Steps {
                    row: step,
                    column: step * scale,
                },
            ),
        };
        let cells = search(&rows, &columns, &band, near);
        let points = cells?;
        let in_frames =
            |(row, column): (usize, usize)| (of_index(row) * step, of_index(column) * step * scale);
        found = Some(Path {
            points: points.into_iter().map(in_frames).collect(),
        });
        if step <= finest {
            return found;
        }
        step = (step / 3.0).max(finest);
    }
}

/// The numbers of frames from one compared pose to the next.
struct Steps {
    row: f64,
    column: f64,
}

/// The columns to search in each row.
struct Band {
    /// The first column of each row, and the index of its first cell.
    rows: Vec<(usize, usize)>,
    cells: usize,
}

impl Band {
    fn whole(rows: usize, columns: usize) -> Self {
        Self::from_ranges((0..rows).map(|_| (0, columns)))
    }

    fn around(path: &Path, rows: &Track, columns: &Track, steps: &Steps) -> Self {
        let coarse = match path.points.as_slice() {
            [(a, _), .., (b, _)] => (b - a) / of_index(path.points.len()) / steps.row,
            _ => 3.0,
        };
        let beside = BESIDE * coarse.max(1.0);
        let last = columns.last();
        let map = Piecewise::new(&path.points);
        let ranges = (0..rows.frames()).map(|row| {
            let centre = map.at(of_index(row) * steps.row) / steps.column;
            let from = to_index((centre - beside).clamp(0.0, last));
            let to = to_index((centre + beside).clamp(0.0, last)) + 1;
            (from, to)
        });
        Self::from_ranges(ranges)
    }

    fn from_ranges(ranges: impl Iterator<Item = (usize, usize)>) -> Self {
        let mut cells = 0;
        let rows = ranges.map(|(from, to)| {
            let start = cells;
            cells += to - from;
            (from, start)
        });
        let rows = rows.collect();
        Self { rows, cells }
    }

    /// Returns the index of a cell; `None` if it is outside the band.
    fn cell(&self, row: usize, column: usize) -> Option<usize> {
        let (from, start) = *self.rows.get(row)?;
        let stop = self.rows.get(row + 1).map_or(self.cells, |next| next.1);
        let cell = start + column.checked_sub(from)?;
        (cell < stop).then_some(cell)
    }
}

/// Returns the cells of the best path.
fn search(a: &Track, b: &Track, band: &Band, near: f64) -> Option<Vec<(usize, usize)>> {
    let near = to_f32(near);
    let mut steps = vec![BEGIN; band.cells];
    // Only the last four rows are kept, because steps reach back at most three rows.
    let mut gains: [Vec<f32>; 4] = Default::default();
    let mut best: (f32, Option<(usize, usize)>) = (0.0, None);
    for row in 0..a.frames() {
        let (from, start) = band.rows[row];
        let stop = band.rows.get(row + 1).map_or(band.cells, |next| next.1);
        let cells = steps[start..stop].iter_mut();
        let mut own = std::mem::take(&mut gains[row % 4]);
        own.clear();
        for (column, step) in (from..).zip(cells) {
            let gain = (near - square(a.row(row), b.row(column)).sqrt()).max(-near);
            let mut total = gain;
            for (number, (rows, columns)) in (1..).zip(STEPS) {
                let (Some(row), Some(column)) =
                    (row.checked_sub(rows), column.checked_sub(columns))
                else {
                    continue;
                };
                let before = band.rows[row].0;
                let Some(before) = column.checked_sub(before) else {
                    continue;
                };
                let Some(before) = gains[row % 4].get(before) else {
                    continue;
                };
                let length = to_f32(0.5 * of_index(rows + columns));
                let crooked = if rows == columns { 0.0 } else { CROOKED * near };
                let through = before + gain * length - crooked;
                if through > total {
                    total = through;
                    *step = number;
                }
            }
            if total <= 0.0 {
                (total, *step) = (0.0, BEGIN);
            }
            own.push(total);
            if total > best.0 {
                best = (total, Some((row, column)));
            }
        }
        gains[row % 4] = own;
    }
    let mut points = vec![best.1?];
    while let Some(&(row, column)) = points.last() {
        let step = band.cell(row, column).map_or(BEGIN, |cell| steps[cell]);
        let Some((rows, columns)) = usize::from(step).checked_sub(1).map(|step| STEPS[step]) else {
            break;
        };
        points.push((row - rows, column - columns));
    }
    points.reverse();
    Some(points)
}

/// Points joined by straight lines that continue past the ends.
pub(super) struct Piecewise<'a> {
    points: &'a [(f64, f64)],
    /// The slope past the ends.
    slope: f64,
}

impl<'a> Piecewise<'a> {
    /// Returns the map through the given points. There must be at least one, and both coordinates must
    /// ascend.
    pub(super) fn new(points: &'a [(f64, f64)]) -> Self {
        let slope = match points {
            [(a, x), .., (b, y)] => (y - x) / (b - a),
            _ => 1.0,
        };
        Self { points, slope }
    }

    pub(super) fn at(&self, x: f64) -> f64 {
        let after = self.points.partition_point(|point| point.0 <= x);
        let (before, next) = (after.checked_sub(1), self.points.get(after));
        match (before.map(|index| self.points[index]), next) {
            (Some((a, u)), Some((b, v))) => u + (v - u) * (x - a) / (b - a),
            (Some((a, u)), None) => u + self.slope * (x - a),
            (None, Some((b, v))) => v + self.slope * (x - b),
            (None, None) => x,
        }
    }
}
