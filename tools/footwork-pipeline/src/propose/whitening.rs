//! Coordinates in which all directions of a logistic loss curve about equally, so that few steps suffice.

/// The Cholesky factor L of a symmetric positive matrix A = L Lᵀ.
pub(crate) struct Whitening {
    width: usize,
    /// The rows of L; entries above the diagonal are 0.
    factor: Vec<f64>,
}

impl Whitening {
    /// Factors the matrix, given by rows. A diagonal that rounding made too small is raised.
    pub(crate) fn new(mut matrix: Vec<f64>, width: usize) -> Self {
        for row in 0..width {
            for column in 0..=row {
                let terms =
                    (0..column).map(|k| matrix[row * width + k] * matrix[column * width + k]);
                let rest = matrix[row * width + column] - terms.sum::<f64>();
                matrix[row * width + column] = if row == column {
                    rest.max(1e-12).sqrt()
                } else {
                    rest / matrix[column * width + column]
                };
            }
            matrix[row * width + row + 1..(row + 1) * width].fill(0.0);
        }
        Self {
            width,
            factor: matrix,
        }
    }

    /// Returns the weights of a point: solves Lᵀ w = v.
    pub(crate) fn weights(&self, point: &[f64]) -> Vec<f64> {
        let mut weights = point.to_vec();
        for row in (0..self.width).rev() {
            let value = weights[row] / self.factor[row * self.width + row];
            weights[row] = value;
            let factors = &self.factor[row * self.width..row * self.width + row];
            for (weight, factor) in weights.iter_mut().zip(factors) {
                *weight -= factor * value;
            }
        }
        weights
    }

    /// Returns the point of weights: v = Lᵀ w.
    pub(crate) fn point(&self, weights: &[f64]) -> Vec<f64> {
        let mut point = vec![0.0; self.width];
        for (row, weight) in weights.iter().enumerate() {
            let factors = &self.factor[row * self.width..=row * self.width + row];
            for (value, factor) in point.iter_mut().zip(factors) {
                *value += factor * weight;
            }
        }
        point
    }

    /// Returns a gradient by weights as a gradient by points: solves L v = g.
    pub(crate) fn gradient(&self, by_weights: &[f64]) -> Vec<f64> {
        let mut gradient = by_weights.to_vec();
        for row in 0..self.width {
            let (done, rest) = gradient.split_at_mut(row);
            let factors = &self.factor[row * self.width..row * self.width + row];
            let terms = factors.iter().zip(done.iter()).map(|(a, b)| a * b);
            rest[0] = (rest[0] - terms.sum::<f64>()) / self.factor[row * self.width + row];
        }
        gradient
    }
}

#[cfg(test)]
mod tests {
    use super::Whitening;

    #[test]
    fn points_and_weights_are_inverse() {
        let matrix = vec![4.0, 2.0, 0.6, 2.0, 5.0, 1.0, 0.6, 1.0, 3.0];
        let whitening = Whitening::new(matrix.clone(), 3);
        let weights = [0.3, -2.0, 1.0];
        let back = whitening.weights(&whitening.point(&weights));
        assert!(
            back.iter()
                .zip(&weights)
                .all(|(a, b)| (a - b).abs() < 1e-12)
        );
        // A w as a gradient is the point of w, because A = L Lᵀ.
        let rows = matrix.chunks(3);
        let product: Vec<f64> = rows
            .map(|row| row.iter().zip(&weights).map(|(a, b)| a * b).sum())
            .collect();
        let point = whitening.point(&weights);
        let gradient = whitening.gradient(&product);
        assert!(
            gradient
                .iter()
                .zip(&point)
                .all(|(a, b)| (a - b).abs() < 1e-12)
        );
    }
}
