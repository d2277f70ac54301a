//! Terrain as a grid of heights, each of two or four bytes, without stored triangles.
//!
//! Triangles, their neighbours and the bends at their edges are computed when a query comes near. Each block of 8 × 8
//! cells stores the range of its heights, which speeds up long queries and queries from far above. The triangles and
//! their numbers are the same as those of [`Mesh::from_heights`](super::Mesh::from_heights).

use glam::DVec3;

use super::edge::{Bend, Edge, bend};
use crate::bounds::{Bounds, Outer};
use crate::vector::{larger, smaller};

/// Heights over a level grid, row by row.
#[derive(Clone, Debug, PartialEq)]
pub enum HeightSamples {
    /// Heights in metres; NaN leaves a hole in the cells around it.
    Metres(Vec<f32>),
    /// Heights in whole steps above a base. [`HeightSamples::HOLE`] leaves a hole in the cells around it.
    Steps {
        /// The numbers of steps.
        steps: Vec<u16>,
        /// The height of a step, in metres.
        step_m: f32,
        /// The height of step number 0, in metres.
        base_m: f32,
    },
}

impl HeightSamples {
    /// The step number that marks a hole.
    pub const HOLE: u16 = u16::MAX;

    /// Returns the number of heights.
    #[must_use]
    pub fn len(&self) -> usize {
        match self {
            Self::Metres(heights) => heights.len(),
            Self::Steps { steps, .. } => steps.len(),
        }
    }

    /// Returns whether there are no heights.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns a height in metres, NaN for a hole.
    ///
    /// # Panics
    ///
    /// Panics if there is no such height.
    #[inline]
    #[must_use]
    pub fn height_m(&self, index: usize) -> f64 {
        match self {
            Self::Metres(heights) => f64::from(heights[index]),
            Self::Steps {
                steps,
                step_m,
                base_m,
            } => match steps[index] {
                Self::HOLE => f64::NAN,
                step => f64::from(*base_m) + f64::from(*step_m) * f64::from(step),
            },
        }
    }

    fn memory_bytes(&self) -> usize {
        match self {
            Self::Metres(heights) => heights.capacity() * size_of::<f32>(),
            Self::Steps { steps, .. } => steps.capacity() * size_of::<u16>(),
        }
    }
}

/// The number of cells along a side of a block.
const BLOCK: usize = 8;

/// The relative margin by which a query looks beyond its bounds, for rounding.
const ROUNDING: f64 = 1.0e-9;

/// Terrain.
#[derive(Clone, Debug)]
pub(super) struct Grid {
    samples: HeightSamples,
    columns: usize,
    /// The number of cells in a row, and the number of rows of cells.
    cells: [usize; 2],
    cell: f64,
    /// The point that vertices are relative to. It is also the origin of a mesh of the same triangles, so contacts with
    /// both have the same bits.
    origin: DVec3,
    /// The lowest and the highest height of each block, row by row.
    blocks: Vec<[f32; 2]>,
    has_holes: bool,
}

impl Grid {
    /// Creates terrain. `columns` is at least one and divides the number of samples.
    pub(super) fn new(samples: HeightSamples, columns: usize, cell: f64) -> Self {
        let rows = samples.len() / columns;
        let mut grid = Self {
            has_holes: (0..samples.len()).any(|index| samples.height_m(index).is_nan()),
            samples,
            columns,
            cells: [columns - 1, rows.saturating_sub(1)],
            cell,
            origin: DVec3::ZERO,
            blocks: Vec::new(),
        };
        let all = grid.bounds();
        if all != Bounds::EMPTY {
            grid.origin = all.centre();
        }
        let [across, along] = grid.cells.map(|cells| cells.div_ceil(BLOCK));
        let blocks = (0..along).flat_map(|z| (0..across).map(move |x| [x, z]));
        grid.blocks = blocks.map(|block| grid.range(block)).collect();
        grid
    }

    /// Returns the lowest and the highest height of a block, rounded outwards.
    fn range(&self, [x, z]: [usize; 2]) -> [f32; 2] {
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        let [across, along] = self.cells;
        for row in z * BLOCK..=((z + 1) * BLOCK).min(along) {
            for column in x * BLOCK..=((x + 1) * BLOCK).min(across) {
                let height = self.samples.height_m(row * self.columns + column);
                (low, high) = (smaller(height, low), larger(height, high));
            }
        }
        let range = Outer::from_bounds(&Bounds {
            min: DVec3::splat(low),
            max: DVec3::splat(high),
        });
        [range.min.x, range.max.x]
    }

    /// Returns the number of triangles, including those in holes.
    pub(super) fn len(&self) -> usize {
        2 * self.cells[0] * self.cells[1]
    }

    /// Returns the number of triangles in holes.
    pub(super) fn missing(&self) -> usize {
        if self.has_holes {
            (0..number(self.len()))
                .filter(|at| !self.exists(*at))
                .count()
        } else {
            0
        }
    }

    pub(super) fn origin(&self) -> DVec3 {
        self.origin
    }

    /// Returns the bounds of all triangles, relative to the origin.
    pub(super) fn bounds(&self) -> Bounds {
        let all = (0..number(self.len())).filter(|at| self.exists(*at));
        all.fold(Bounds::EMPTY, |all, at| {
            all.join(&Bounds::around(&self.vertices(at)))
        })
    }

    pub(super) fn memory_bytes(&self) -> usize {
        size_of::<Self>()
            + self.samples.memory_bytes()
            + self.blocks.capacity() * size_of::<[f32; 2]>()
    }

    #[inline]
    fn vertex(&self, column: usize, row: usize) -> DVec3 {
        let height = self.samples.height_m(row * self.columns + column);
        let at = DVec3::new(metres(column) * self.cell, height, metres(row) * self.cell);
        at - self.origin
    }

    /// Returns the column and the row of a triangle's cell.
    #[inline]
    fn cell_of(&self, triangle: u32) -> [usize; 2] {
        let cell = triangle as usize / 2;
        [cell % self.cells[0], cell / self.cells[0]]
    }

    #[inline]
    pub(super) fn vertices(&self, triangle: u32) -> [DVec3; 3] {
        let [column, row] = self.cell_of(triangle);
        let b = self.vertex(column + 1, row);
        let c = self.vertex(column, row + 1);
        if triangle & 1 == 0 {
            [self.vertex(column, row), c, b]
        } else {
            [b, c, self.vertex(column + 1, row + 1)]
        }
    }

    fn exists(&self, triangle: u32) -> bool {
        !self.has_holes || !self.vertices(triangle).iter().any(|at| at.y.is_nan())
    }

    #[inline]
    pub(super) fn normal(&self, triangle: u32) -> DVec3 {
        let [a, b, c] = self.vertices(triangle);
        (b - a).cross(c - a).normalize_or_zero()
    }

    /// Returns the neighbour across edge 0, 1 or 2 of a triangle.
    pub(super) fn edge(&self, triangle: u32, edge: usize) -> Edge {
        let Some(other) = self.neighbour(triangle, edge) else {
            return Edge::Border;
        };
        let vertices = self.vertices(triangle);
        let along = (vertices[(edge + 1) % 3] - vertices[edge]).normalize_or_zero();
        let normal = self.normal(other);
        match bend(self.normal(triangle), normal, along) {
            Bend::Flat => Edge::Flat,
            Bend::Convex => Edge::Convex { normal },
            Bend::Concave => Edge::Concave { normal },
            Bend::Fold => Edge::Border,
        }
    }

    fn neighbour(&self, triangle: u32, edge: usize) -> Option<u32> {
        let [column, row] = self.cell_of(triangle);
        let is_first = triangle & 1 == 0;
        let [x, z] = match (is_first, edge) {
            (true, 0) => [column.checked_sub(1)?, row],
            (true, 2) => [column, row.checked_sub(1)?],
            (false, 1) => [column, row + 1],
            (false, 2) => [column + 1, row],
            _ => [column, row],
        };
        if x >= self.cells[0] || z >= self.cells[1] {
            return None;
        }
        let other = number(2 * (z * self.cells[0] + x)) + u32::from(is_first);
        self.exists(other).then_some(other)
    }

    /// Calls `found` with runs of triangles: the first triangle and the number of triangles. The runs contain every
    /// triangle whose bounds touch `near`.
    #[inline]
    pub(super) fn visit(&self, near: &Bounds, mut found: impl FnMut(u32, u32)) {
        let near = near.moved(self.origin);
        let (low, high) = (near.min / self.cell, near.max / self.cell);
        let beside = ROUNDING * (1.0 + near.min.y.abs() + near.max.y.abs());
        let [Some(columns), Some(rows)] = [
            cells([low.x, high.x], self.cells[0]),
            cells([low.z, high.z], self.cells[1]),
        ] else {
            return;
        };
        let across = self.cells[0].div_ceil(BLOCK);
        for z in rows[0] / BLOCK..=rows[1] / BLOCK {
            for x in columns[0] / BLOCK..=columns[1] / BLOCK {
                let [min, max] = self.blocks[z * across + x].map(f64::from);
                // This also skips blocks with an empty range.
                if min > near.max.y + beside || max < near.min.y - beside {
                    continue;
                }
                let first = columns[0].max(x * BLOCK);
                let last = columns[1].min((x + 1) * BLOCK - 1);
                for row in rows[0].max(z * BLOCK)..=rows[1].min((z + 1) * BLOCK - 1) {
                    let start = number(2 * (row * self.cells[0] + first));
                    self.visit_run(start, number(2 * (last + 1 - first)), &mut found);
                }
            }
        }
    }

    #[inline]
    fn visit_run(&self, first: u32, count: u32, found: &mut impl FnMut(u32, u32)) {
        if !self.has_holes {
            return found(first, count);
        }
        for triangle in (first..first + count).filter(|at| self.exists(*at)) {
            found(triangle, 1);
        }
    }
}

/// Returns the first and the last of `count` cells that the range `[low, high]`, in cells, touches; `None` if it
/// touches none.
#[inline]
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "limited to the number of cells, rounded down"
)]
fn cells([low, high]: [f64; 2], count: usize) -> Option<[usize; 2]> {
    let low = low - ROUNDING * (1.0 + low.abs());
    let high = high + ROUNDING * (1.0 + high.abs());
    let end = metres(count);
    // `touches` is false for NaN.
    let touches = count > 0 && high >= 0.0 && low <= end;
    let limited = |place: f64| (larger(smaller(place, end), 0.0) as usize).min(count - 1);
    touches.then(|| [limited(low), limited(high)])
}

#[inline]
#[expect(
    clippy::cast_precision_loss,
    reason = "there are fewer than 2^31 rows and columns"
)]
fn metres(index: usize) -> f64 {
    index as f64
}

#[inline]
#[expect(
    clippy::cast_possible_truncation,
    reason = "a mesh has fewer than 2^30 triangles"
)]
fn number(index: usize) -> u32 {
    index as u32
}
