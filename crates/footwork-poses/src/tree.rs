//! The midpoint tree: computes the numbers of 16 frames from the keys at both ends and stored differences.
//!
//! Frame 8 of a segment is predicted by the mean of both keys, frames 4 and 12 by the mean of a key and frame 8, and so
//! on. Only the differences from the predictions are stored, in multiples of a step that the segment chooses for each
//! track. This is the lifting scheme (W. Sweldens, 1996) with the simplest predictor.
//!
//! A difference also moves the numbers of the frames around its own frame. Its share there is a hat function, 1 at its
//! frame and 0 at the two neighbours on the levels above (G. Faber, 1910; J. Schauder, 1928). So a number at any time,
//! even between frames, is the straight line between the keys, plus one difference of each of the four levels, times
//! its hat.

/// The number of frames in a segment. Frames 0, 16, 32 and so on are keys.
pub(crate) const SEGMENT: usize = 16;
/// The number of levels of the tree. They have 1, 2, 4 and 8 frames of a segment.
pub(crate) const LEVELS: usize = 4;
/// The number of parts of a frame. Times are rounded to parts.
pub(crate) const PARTS: i64 = 1 << 16;
/// The length of a segment, in parts of a frame.
const LENGTH: i64 = 1 << LENGTH_BITS;
const LENGTH_BITS: usize = 20;
/// The height of a hat function.
const HAT: i64 = LENGTH / 2;

/// The number of steps from which a track chooses.
pub(crate) const STEPS: usize = 32;
/// The first four steps of differences, relative to the step of keys. Every four steps, the step doubles.
const FIRST_STEPS: [f32; 4] = [1.0, 1.189_207_1, core::f32::consts::SQRT_2, 1.681_792_9];

/// Returns the step with a number, divided by the height of a hat.
const fn step(number: usize) -> f32 {
    FIRST_STEPS[number % 4] * (1u32 << (number / 4)) as f32 / HAT as f32
}

const SCALED_STEPS: [f32; STEPS] = {
    let mut steps = [0.0; STEPS];
    let mut number = 0;
    while number < STEPS {
        steps[number] = step(number);
        number += 1;
    }
    steps
};

/// A time in a segment.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Moment {
    /// The time in parts of a frame, from 0 to [`LENGTH`].
    time: i64,
    /// For each level, the share of its difference at this time.
    pub(crate) hats: [i64; LEVELS],
}

impl Moment {
    /// Creates the moment `parts` after the frame `frame` of a segment. Both may be up to the end of their range.
    #[inline(always)]
    pub(crate) fn new(frame: usize, parts: i64) -> Self {
        let time = i64::try_from(frame).unwrap_or(0) * PARTS + parts;
        let hat = |level: usize| {
            let half = HAT >> level;
            let from_top = (time & (2 * half - 1)) - half;
            (half - from_top.abs()) << level
        };
        Self {
            time,
            hats: [hat(0), hat(1), hat(2), hat(3)],
        }
    }

    /// Returns the number at this time on the straight line between two keys, times the length of a segment.
    #[inline(always)]
    pub(crate) fn line(&self, [from, to]: [i64; 2]) -> i64 {
        from * LENGTH + (to - from) * self.time
    }

    /// Returns a number. `line` is the number on the line between the keys, `differences` the sum over all levels of
    /// difference times hat, and `step` the number of the step.
    #[inline(always)]
    pub(crate) fn number(line: i64, differences: i64, step: usize) -> f32 {
        line as f32 * (1.0 / LENGTH as f32) + differences as f32 * SCALED_STEPS[step % STEPS]
    }
}

/// Returns the level of a frame of a segment, and the frame's place in the level. The frame must not be a key.
pub(crate) fn place(frame: usize) -> (usize, usize) {
    let zeros = frame.trailing_zeros() as usize;
    (LEVELS - 1 - zeros, frame >> (zeros + 1))
}

/// The numbers of one component in a segment: as decoded, and as stored differences.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Branch {
    /// The decoded numbers of frames 0 to 16.
    pub(crate) decoded: [f32; SEGMENT + 1],
    /// The differences of frames 1 to 15, in steps; 0 for the keys.
    pub(crate) differences: [i32; SEGMENT],
}

impl Branch {
    /// Stores numbers as differences in steps of `step`, with at most `widths` bits on each level. Frames from `count`
    /// on do not exist in the clip, so their differences are 0.
    pub(crate) fn new(
        numbers: &[f64; SEGMENT + 1],
        count: usize,
        step: usize,
        widths: [u8; LEVELS],
    ) -> Self {
        let mut branch = Self::default();
        let keys = [numbers[0], numbers[SEGMENT]].map(key);
        let size = f64::from(SCALED_STEPS[step]) * HAT as f64;
        let mut above = [0.0; SEGMENT + 1];
        above[0] = keys[0] as f64;
        above[SEGMENT] = keys[1] as f64;
        let mut half = SEGMENT / 2;
        for width in widths {
            let limit = if width == 0 { 0 } else { 1i32 << (width - 1) };
            for frame in (half..SEGMENT).step_by(2 * half) {
                let predicted = (above[frame - half] + above[frame + half]) / 2.0;
                if frame < count && limit > 0 {
                    let wanted = (numbers[frame] - predicted) / size;
                    branch.differences[frame] = whole(wanted.round()).clamp(-limit, limit - 1);
                }
                above[frame] = predicted + f64::from(branch.differences[frame]) * size;
            }
            half /= 2;
        }
        for (frame, decoded) in branch.decoded.iter_mut().enumerate() {
            let at = |level: usize| {
                let place = frame.min(SEGMENT - 1) >> (LEVELS - level);
                i64::from(branch.differences[(2 * place + 1) << (LEVELS - 1 - level)])
            };
            let moment = Moment::new(frame, 0);
            let hats = moment.hats.iter().enumerate();
            let sum = hats.map(|(level, hat)| at(level) * hat).sum();
            *decoded = Moment::number(moment.line(keys), sum, step);
        }
        branch
    }
}

/// Returns the stored number of a key: the nearest whole number.
pub(crate) fn key(number: f64) -> i64 {
    i64::from(whole(number.round()))
}

#[allow(
    clippy::cast_possible_truncation,
    reason = "the number is far below the limit"
)]
fn whole(number: f64) -> i32 {
    number as i32
}

#[cfg(test)]
mod tests {
    use super::{Branch, HAT, LEVELS, Moment, PARTS, SCALED_STEPS, SEGMENT, place};

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
    fn decoded_numbers_are_within_half_a_step() {
        let mut random = footwork_testkit::Random::for_case("tree", 0);
        for _ in 0..500 {
            let numbers = [0; SEGMENT + 1].map(|_| random.between(-5e4, 5e4));
            for (step, scaled) in SCALED_STEPS.into_iter().enumerate() {
                let branch = Branch::new(&numbers, SEGMENT, step, [31; LEVELS]);
                // Keys are rounded to whole numbers, and every step is at least 1.
                let half = 0.501 * f64::from(scaled) * HAT as f64 + 0.01;
                for (number, decoded) in numbers.iter().zip(branch.decoded) {
                    assert!((number - f64::from(decoded)).abs() <= half);
                }
            }
        }
    }

    /// Hats are straight lines between frames.
    #[test]
    fn moments_between_frames_are_means() {
        let between = Moment::new(5, PARTS / 2);
        let sides = [Moment::new(5, 0), Moment::new(6, 0)];
        for level in 0..LEVELS {
            assert_eq!(
                2 * between.hats[level],
                sides[0].hats[level] + sides[1].hats[level]
            );
        }
        assert_eq!(sides[0].hats, [HAT * 5 / 8, HAT * 3 / 4, HAT / 2, HAT]);
    }
}
