//! Makes terrain from heights over a level grid, stored as triangles or as heights.

use super::grid::{Grid, HeightSamples};
use super::{Mesh, MeshError};

impl Mesh {
    /// Makes a mesh from heights over a level grid, in metres. A height that is NaN leaves a hole in the cells around
    /// it. For large terrain, [`Mesh::from_height_samples`] takes a thirtieth of the memory.
    ///
    /// Rows follow one another along z and columns along x, `cell_m` apart. Both start at the origin. Each cell has
    /// two triangles, wound upwards. The triangles are in the order of the cells, row by row. Within a cell, the
    /// triangle at the corner nearest to the origin comes first.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Mesh::from_triangles`]. Returns [`MeshError::Grid`] if there are no columns, if the
    /// heights do not fill a whole number of rows, or if `cell_m` is not above zero or is beyond
    /// [`Mesh::MAX_COORDINATE_M`].
    ///
    /// ```
    /// use footwork_slide::Mesh;
    ///
    /// let hill = [0.0, 0.0, 0.0, 0.0, 1.5, 0.0, 0.0, 0.0, f64::NAN];
    /// let mesh = Mesh::from_heights(&hill, 3, 2.0)?;
    /// assert_eq!(mesh.len(), 7);
    /// # Ok::<(), footwork_slide::MeshError>(())
    /// ```
    pub fn from_heights(heights: &[f64], columns: usize, cell_m: f64) -> Result<Self, MeshError> {
        let is_grid = columns > 0 && heights.len().is_multiple_of(columns);
        // False for NaN.
        let is_cell = cell_m > 0.0 && cell_m <= Self::MAX_COORDINATE_M;
        if !(is_grid && is_cell) {
            return Err(MeshError::Grid {
                heights: heights.len(),
                columns,
                cell_m,
            });
        }
        if heights.len() > Self::MAX_TRIANGLES {
            return Err(MeshError::TooMany {
                triangles: heights.len().saturating_mul(2),
            });
        }
        let rows = heights.len() / columns;
        let at = |row: usize, column: usize| {
            let [x, z] = [column, row].map(|index| metres(index) * cell_m);
            [x, heights[row * columns + column], z]
        };
        let is_there = |triangle: &[[f64; 3]; 3]| !triangle.iter().any(|at| at[1].is_nan());
        let cells = (1..rows).flat_map(|row| (1..columns).map(move |column| (row, column)));
        let triangles: Vec<_> = cells
            .flat_map(|(row, column)| {
                let [a, b] = [at(row - 1, column - 1), at(row - 1, column)];
                let [c, d] = [at(row, column - 1), at(row, column)];
                [[a, c, b], [b, c, d]]
            })
            .filter(is_there)
            .collect();
        Self::from_triangles(&triangles)
    }

    /// Makes terrain from heights over a level grid, like [`Mesh::from_heights`], but stores the heights instead of
    /// triangles. A cell takes about 2.2 bytes with steps, and 4.2 with metres. Equal heights give the same terrain and
    /// the same contacts with both functions, except for the indices of triangles: here, cell c has the triangles 2c
    /// and 2c+1, even if cells before it have holes.
    ///
    /// # Errors
    ///
    /// Returns the [`MeshError::Grid`] errors of [`Mesh::from_heights`], and [`MeshError::Grid`] if the number of
    /// columns or rows times `cell_m` is beyond [`Mesh::MAX_COORDINATE_M`]. Returns [`MeshError::TooMany`] if the
    /// number of heights is above half of [`Mesh::MAX_TRIANGLES`]. Returns [`MeshError::Height`] for the first height
    /// that is infinite or beyond [`Mesh::MAX_COORDINATE_M`], or that is NaN because of `step_m` or `base_m`.
    ///
    /// ```
    /// use footwork_slide::{HeightSamples, Mesh};
    ///
    /// let samples = HeightSamples::Steps { steps: vec![0; 1_000_000], step_m: 0.01, base_m: -20.0 };
    /// let mesh = Mesh::from_height_samples(samples, 1000, 0.5)?;
    /// assert!(mesh.memory_bytes() < 2_200_000);
    /// # Ok::<(), footwork_slide::MeshError>(())
    /// ```
    pub fn from_height_samples(
        samples: HeightSamples,
        columns: usize,
        cell_m: f64,
    ) -> Result<Self, MeshError> {
        let heights = samples.len();
        let is_grid = columns > 0 && heights.is_multiple_of(columns);
        // False for NaN.
        let is_cell = cell_m > 0.0 && cell_m <= Self::MAX_COORDINATE_M;
        let is_near = |count: usize| metres(count) * cell_m <= Self::MAX_COORDINATE_M;
        if !(is_grid && is_cell && is_near(columns) && is_near(heights / columns)) {
            return Err(MeshError::Grid {
                heights,
                columns,
                cell_m,
            });
        }
        if heights > Self::MAX_TRIANGLES / 2 {
            return Err(MeshError::TooMany {
                triangles: heights.saturating_mul(2),
            });
        }
        let is_far = |index: &usize| {
            let height = samples.height_m(*index);
            // If `step_m` or `base_m` is NaN, all heights are NaN. That is an error and not a hole.
            let is_hole = match &samples {
                HeightSamples::Metres(_) => height.is_nan(),
                HeightSamples::Steps { steps, .. } => steps[*index] == HeightSamples::HOLE,
            };
            !is_hole && (height.is_nan() || height.abs() > Self::MAX_COORDINATE_M)
        };
        if let Some(index) = (0..heights).find(is_far) {
            return Err(MeshError::Height { index });
        }
        let grid = Grid::new(samples, columns, cell_m);
        Ok(Self {
            origin: grid.origin(),
            bounds: grid.bounds(),
            given: grid.len(),
            grid: Some(Box::new(grid)),
            ..Self::from_triangles(&[])?
        })
    }
}

#[expect(
    clippy::cast_precision_loss,
    reason = "there are fewer than 2^31 rows and columns"
)]
fn metres(index: usize) -> f64 {
    index as f64
}
