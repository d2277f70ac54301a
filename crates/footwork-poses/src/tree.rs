//! The midpoint tree: how the numbers of 16 frames follow from the keys at both ends.
//!
//! Frame 8 of a segment is predicted by the mean of both keys, 4 and 12 by the means of a key and 8, and so on. Only the
//! differences are stored, in multiples of a number that the segment chooses for each track. This is the lifting scheme
//! (W. Sweldens, 1996) with the simplest predictor.

/// The frames of a segment. Frames 0, 16, 32 and so on are keys.
pub(crate) const SEGMENT: usize = 16;
/// The levels of the tree, which have 1, 2, 4 and 8 frames of a segment.
pub(crate) const LEVELS: usize = 4;

/// The multiples in which differences are stored.
pub(crate) const MULTIPLES: [i32; 16] =
    [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256];

/// Returns the level of a frame of a segment other than the key, and its place in the level.
pub(crate) fn place(frame: usize) -> (usize, usize) {
    let zeros = frame.trailing_zeros() as usize;
    (LEVELS - 1 - zeros, frame >> (zeros + 1))
}

/// Returns the predicted number between two others.
#[inline(always)]
pub(crate) fn middle(low: i32, high: i32) -> i32 {
    low.wrapping_add(high) >> 1
}

/// The numbers of a component in a segment: the decoded numbers and the stored differences.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Branch {
    /// The decoded numbers of frames 0 to 16.
    pub(crate) decoded: [i32; SEGMENT + 1],
    /// The differences of frames 1 to 15, in multiples; 0 for the keys.
    pub(crate) differences: [i32; SEGMENT],
}

impl Branch {
    /// Stores numbers in multiples of `multiple`. Keys are exact. Frames from `count` on are free: their differences are 0.
    pub(crate) fn new(numbers: &[i32; SEGMENT + 1], count: usize, multiple: i32) -> Self {
        let mut branch = Self::default();
        branch.decoded[0] = numbers[0];
        branch.decoded[SEGMENT] = numbers[SEGMENT];
        let mut half = SEGMENT / 2;
        while half > 0 {
            for frame in (half..SEGMENT).step_by(2 * half) {
                let [low, high] = [frame - half, frame + half].map(|at| branch.decoded[at]);
                let predicted = middle(low, high);
                let difference = if frame < count {
                    rounded(numbers[frame].wrapping_sub(predicted), multiple)
                } else {
                    0
                };
                branch.differences[frame] = difference;
                branch.decoded[frame] = predicted.wrapping_add(difference.wrapping_mul(multiple));
            }
            half /= 2;
        }
        branch
    }
}

/// Returns the number of multiples nearest to a difference.
fn rounded(difference: i32, multiple: i32) -> i32 {
    let half = multiple / 2;
    difference.wrapping_add(half).div_euclid(multiple)
}

#[cfg(test)]
mod tests {
    use super::{Branch, LEVELS, MULTIPLES, SEGMENT, place};

    #[test]
    fn every_frame_has_a_place() {
        for level in 0..LEVELS {
            let here: Vec<usize> = (1..SEGMENT)
                .filter(|&frame| place(frame).0 == level)
                .map(|frame| place(frame).1)
                .collect();
            assert_eq!(here, (0..1 << level).collect::<Vec<_>>());
        }
    }

    #[test]
    fn decoded_numbers_are_within_half_a_multiple() {
        let mut random = footwork_testkit::Random::for_case("tree", 0);
        for _ in 0..500 {
            let numbers = [0; SEGMENT + 1].map(|_| random.below_32(100_000).cast_signed() - 50_000);
            for multiple in MULTIPLES {
                let branch = Branch::new(&numbers, SEGMENT, multiple);
                for (number, decoded) in numbers.iter().zip(branch.decoded) {
                    assert!(2 * (number - decoded).abs() <= multiple);
                }
            }
        }
    }
}
