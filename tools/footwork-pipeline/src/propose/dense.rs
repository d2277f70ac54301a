//! The two products that training and prediction spend their time in, for eight tags at a time.
//!
//! All sums are made in one fixed order, and compilers do not reorder sums of floats, so every machine gives the same bits.

/// The number of tags of a block.
pub(crate) const LANES: usize = 8;

/// One number for each tag of a block.
pub(crate) type Lane = [f32; LANES];

/// The number of rows whose products are summed in f32 before they are added in f64.
const BLOCK_ROWS: usize = 128;

/// Writes the product of each row of `rows`, as wide as `weights` is long, with the weights of each tag.
pub(crate) fn products(rows: &[f32], weights: &[Lane], out: &mut [Lane]) {
    let width = weights.len();
    let mut four = rows.chunks_exact(4 * width);
    let mut outs = out.chunks_exact_mut(4);
    for (rows, out) in four.by_ref().zip(outs.by_ref()) {
        let (a, rest) = rows.split_at(width);
        let (b, rest) = rest.split_at(width);
        let (c, d) = rest.split_at(width);
        let mut sums = [[0.0_f32; LANES]; 4];
        for ((((weight, a), b), c), d) in weights.iter().zip(a).zip(b).zip(c).zip(d) {
            for lane in 0..LANES {
                sums[0][lane] += a * weight[lane];
                sums[1][lane] += b * weight[lane];
                sums[2][lane] += c * weight[lane];
                sums[3][lane] += d * weight[lane];
            }
        }
        out.copy_from_slice(&sums);
    }
    let rows = four.remainder().chunks_exact(width);
    for (row, out) in rows.zip(outs.into_remainder()) {
        let mut sum = [0.0_f32; LANES];
        for (weight, value) in weights.iter().zip(row) {
            for lane in 0..LANES {
                sum[lane] += value * weight[lane];
            }
        }
        *out = sum;
    }
}

/// Adds to `sums`, one entry per column, each row times its number for each tag.
pub(crate) fn add_outer(rows: &[f32], factors: &[Lane], sums: &mut [[f64; LANES]]) {
    let width = sums.len();
    let mut block = vec![[0.0_f32; LANES]; width];
    let blocks = rows
        .chunks(BLOCK_ROWS * width)
        .zip(factors.chunks(BLOCK_ROWS));
    for (rows, factors) in blocks {
        block.fill([0.0; LANES]);
        let mut four = rows.chunks_exact(4 * width);
        let mut fours = factors.chunks_exact(4);
        for (rows, factor) in four.by_ref().zip(fours.by_ref()) {
            let (a, rest) = rows.split_at(width);
            let (b, rest) = rest.split_at(width);
            let (c, d) = rest.split_at(width);
            for ((((sum, a), b), c), d) in block.iter_mut().zip(a).zip(b).zip(c).zip(d) {
                for lane in 0..LANES {
                    sum[lane] += (a * factor[0][lane] + b * factor[1][lane])
                        + (c * factor[2][lane] + d * factor[3][lane]);
                }
            }
        }
        let rows = four.remainder().chunks_exact(width);
        for (row, factor) in rows.zip(fours.remainder()) {
            for (sum, value) in block.iter_mut().zip(row) {
                for lane in 0..LANES {
                    sum[lane] += value * factor[lane];
                }
            }
        }
        for (sum, block) in sums.iter_mut().zip(&block) {
            for lane in 0..LANES {
                sum[lane] += f64::from(block[lane]);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use footwork_testkit::Random;

    use super::{LANES, add_outer, products};

    #[test]
    fn products_are_those_of_plain_loops() {
        let mut random = Random::for_case("dense", 0);
        let (count, width) = (263, 7);
        let mut numbers = |count| -> Vec<f32> {
            (0..count)
                .map(|_| footwork_base::to_f32(random.signed()))
                .collect()
        };
        let rows = numbers(count * width);
        let weights: Vec<[f32; LANES]> = (0..width)
            .map(|_| numbers(LANES).try_into().unwrap())
            .collect();
        let factors: Vec<[f32; LANES]> = (0..count)
            .map(|_| numbers(LANES).try_into().unwrap())
            .collect();
        let mut out = vec![[0.0; LANES]; count];
        products(&rows, &weights, &mut out);
        let mut sums = vec![[0.0; LANES]; width];
        add_outer(&rows, &factors, &mut sums);
        for lane in 0..LANES {
            for row in 0..count {
                let terms = (0..width).map(|c| rows[row * width + c] * weights[c][lane]);
                assert!((terms.sum::<f32>() - out[row][lane]).abs() < 1e-5);
            }
            for column in 0..width {
                let terms = (0..count)
                    .map(|r| f64::from(rows[r * width + column]) * f64::from(factors[r][lane]));
                assert!((terms.sum::<f64>() - sums[column][lane]).abs() < 1e-3);
            }
        }
    }
}
