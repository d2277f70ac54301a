//! What smoothing makes of the frames around a change of course.

use super::frames::place;
use super::kernel::Kernel;
use super::point::{FRAMES, LANES, Point, products};

/// From standing still to turning, or back.
#[derive(Clone, Copy, Debug)]
pub(super) struct Change {
    /// The first frame of what comes.
    frame: i64,
    /// What comes there less what would have come: of the point that turns, and of the cosine of the
    /// one that stands still.
    turning: Point,
    still: f64,
}

impl Change {
    /// From standing still to turning, which is at a point on that frame.
    pub(super) fn to_turning(frame: i64, point: Point) -> Self {
        Self {
            frame,
            turning: point,
            still: 1.0,
        }
    }

    /// From turning, which would be at a point on that frame, to standing still.
    pub(super) fn to_still(frame: i64, point: Point) -> Self {
        Self {
            frame,
            turning: point.scaled(-1.0),
            still: -1.0,
        }
    }
}

/// By how much smoothing differs around a change from what it would be without.
///
/// Smoothing adds up frames by their weights. Where some of them are beyond a change, what is there
/// counts, less what would be there without the change. The difference of two points that turn alike
/// turns as they do, so the same table holds for all changes.
#[derive(Debug)]
pub(super) struct Changes {
    /// How many frames before and after a change see it.
    radius: usize,
    /// For a difference of one on the frame of the change, from `radius` frames before it on.
    chunks: Vec<Chunk>,
}

/// As many frames as are worked out side by side; those of no effect are zero.
#[derive(Clone, Copy, Debug, Default)]
struct Chunk {
    along: [f64; LANES],
    across: [f64; LANES],
    still: [f64; LANES],
}

impl Changes {
    /// For points that turn back by this angle from frame to frame.
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
        // The sum of all weights from this offset outwards.
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

    /// Adds what a change does to pairs of which the first one is for the frame `first`.
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
