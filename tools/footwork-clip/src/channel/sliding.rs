//! Combines the samples in a sliding window, in time that does not depend on the width of the window.
//!
//! M. van Herk, *A fast algorithm for local minimum and maximum filters on rectangular and octagonal kernels*, 1992; J.
//! Gil and M. Werman, *Computing 2-D min, median, and max filters*, 1993. The samples are cut into blocks as wide as
//! the window. Every window is then the end of one block and the start of the next, and one pass forwards and one
//! backwards compute both. Unlike running and prefix sums, this method never subtracts, so sums neither drift nor lose
//! precision to samples outside the window.

/// Combines, for each sample, the samples at most `reach` before and after it, cut off at both ends.
///
/// `combine` must be associative up to rounding.
pub(super) fn sliding<T: Copy>(samples: &[T], reach: usize, combine: impl Fn(T, T) -> T) -> Vec<T> {
    let Some(last) = samples.len().checked_sub(1) else {
        return Vec::new();
    };
    let reach = reach.min(last);
    let width = 2 * reach + 1;
    // `from_start` combines the samples of a block up to each index, `to_end` the samples from each index on.
    let mut from_start = samples.to_vec();
    let mut to_end = samples.to_vec();
    for index in 1..samples.len() {
        if index % width != 0 {
            from_start[index] = combine(from_start[index - 1], samples[index]);
        }
        let back = last - index;
        if (back + 1) % width != 0 {
            to_end[back] = combine(samples[back], to_end[back + 1]);
        }
    }
    (0..samples.len())
        .map(|index| {
            let first = index.saturating_sub(reach);
            let stop = (index + reach).min(last);
            if first / width != stop / width {
                combine(to_end[first], from_start[stop])
            } else if first % width == 0 {
                from_start[stop]
            } else {
                // The last sample cuts off the window, and ends the block.
                to_end[first]
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_window_of_every_width_has_all_its_samples_in_order() {
        for count in 0..20usize {
            // Each sample is its index range, so that a wrong order or a gap shows in the result.
            let samples: Vec<_> = (0..count).map(|index| (index, index + 1)).collect();
            for reach in [0, 1, 2, 3, 7, 18, 19, 20, usize::MAX] {
                let joined = |a: (usize, usize), b: (usize, usize)| {
                    assert_eq!(a.1, b.0, "neighbours are combined, in order");
                    (a.0, b.1)
                };
                let found = sliding(&samples, reach, joined);
                let expected = (0..count).map(|index| {
                    let stop = index.saturating_add(reach).min(count - 1);
                    (index.saturating_sub(reach), stop + 1)
                });
                assert!(found.iter().copied().eq(expected), "{count} {reach}");
            }
        }
    }
}
