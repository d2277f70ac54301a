//! The effect of smoothing around a frame on which a point starts or stops turning.

use super::frames::place;
use super::kernel::Kernel;
use super::point::{FRAMES, LANES, Point, products};

/// A frame on which the point of a signal starts or stops turning.
#[derive(Clone, Copy, Debug)]
pub(super) struct Change {
    /// The first frame after the change.
    frame: i64,
    /// The difference that the change makes to the turning point on `frame`.
    turning: Point,
    /// The difference that the change makes to the cosine of the still point on `frame`.
    still: f64,
}

impl Change {
    /// Creates a change from still to turning. `point` is the turning point on `frame`.
    pub(super) fn to_turning(frame: i64, point: Point) -> Self {
        Self {
            frame,
            turning: point,
            still: 1.0,
        }
    }

    /// Creates a change from turning to still. `point` is where the turning point would be on `frame`.
    pub(super) fn to_still(frame: i64, point: Point) -> Self {
        Self {
            frame,
            turning: point.scaled(-1.0),
            still: -1.0,
        }
    }
}

/// The effect of a change on the smoothed frames around it.
///
/// Smoothing is a weighted sum of frames. The effect of a change adds the values of the frames beyond the change, and
/// subtracts the values that these frames would have without the change. The difference of two points that turn at the
/// same rate also turns at that rate, so one table serves all changes.
#[derive(Debug)]
pub(super) struct Changes {
    /// The number of affected frames on each side of a change.
    radius: usize,
    /// The effect on each frame of a change by 1, starting `radius` frames before the change.
    chunks: Vec<Chunk>,
}

/// The frames of one SIMD step. Frames without an effect are zero.
#[derive(Clone, Copy, Debug, Default)]
struct Chunk {
    along: [f64; LANES],
    across: [f64; LANES],
    still: [f64; LANES],
}

impl Changes {
    /// Builds the table for points whose angle decreases by `radians` per frame.
    pub(super) fn new(kernel: &Kernel, radians: f64) -> Self {
        let radius = kernel.radius();
        let mut chunks = vec![Chunk::default(); (2 * radius).div_ceil(FRAMES)];
        let mut put = |frame: usize, turning: Point, still: f64| {
            let (chunk, at) = (&mut chunks[frame / FRAMES], 2 * (frame % FRAMES));
            chunk.along[at..at + 2].copy_from_slice(&turning.along());
            chunk.across[at..at + 2].copy_from_slice(&turning.across());
            chunk.still[at + 1] = still;
        };
        let turn = |frames: usize| Point::at(-radians * frames as f64);
        // The sum of all weights from the current offset outwards.
        let (mut turning, mut still) = (Point::default(), 0.0);
        for (offset, weight) in kernel.sides().rev() {
            turning = turning.plus(turn(offset).scaled(weight));
            still += weight;
            let before = turning.times(turn(offset).mirrored());
            let after = turning.mirrored().times(turn(offset - 1));
            put(radius - offset, before, still);
            put(radius + offset - 1, after.scaled(-1.0), -still);
        }
        Self { radius, chunks }
    }

    /// Adds the effect of a change to pairs. The first pair is that of frame `first`.
    #[inline(always)]
    pub(super) fn add(&self, change: &Change, first: i64, pairs: &mut [f64]) {
        let start = place(change.frame - first) - self.radius;
        let to = pairs[2 * start..].as_chunks_mut::<LANES>().0;
        for (to, chunk) in to.iter_mut().zip(&self.chunks) {
            let turning = products(&chunk.along, &chunk.across, change.turning);
            *to = std::array::from_fn(|lane| {
                to[lane] + (turning[lane] + change.still * chunk.still[lane])
            });
        }
    }
}
