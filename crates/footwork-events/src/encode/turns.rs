//! Points that turn by a constant angle per frame.

use footwork_base::FrameRate;

use super::clock::Clock;
use super::frames::place;
use super::point::{LANES, Point, products};
use super::segments::Segment;
use crate::encoding::Encoding;

/// The reach of an anchor on each side, in frames.
const REACH: i64 = 128;

/// Computes the signal of an event before smoothing, with a point that turns on every frame.
#[derive(Debug)]
pub(super) struct Turns {
    clock: Clock,
    radians_per_sec: f64,
    /// The turns from an anchor by -[`REACH`] to [`REACH`] frames, as sine and cosine.
    along: Vec<f64>,
    /// The same turns, each turned by a further quarter turn.
    across: Vec<f64>,
}

/// The signal of an event on one frame, from which nearby frames are computed.
///
/// Anchors are at multiples of twice the reach, counted from the frame of the event. So results do not depend on the
/// frame at which the computation begins.
#[derive(Clone, Copy, Debug)]
pub(super) struct Anchor {
    frame: i64,
    point: Point,
}

impl Turns {
    /// Computes the tables. Each turn is the product of two turns of about half its length, so its error is at most
    /// that of seven products, each below 2^-51.
    pub(super) fn new(encoding: &Encoding, rate: FrameRate) -> Self {
        let radians = encoding.angle(rate.period_secs());
        // Angles fall from frame to frame.
        let mut turns = vec![Point::at(0.0), Point::at(-radians)];
        for frames in 2..=place(REACH) {
            turns.push(turns[frames / 2].times(turns[frames - frames / 2]));
        }
        let back = turns[1..].iter().rev().map(|turn| turn.mirrored());
        let all: Vec<Point> = back.chain(turns.iter().copied()).collect();
        // The last chunk may extend beyond the last turn.
        let numbers = |numbers: fn(Point) -> [f64; 2]| {
            let numbers = all.iter().flat_map(move |point| numbers(*point));
            numbers.chain([0.0; LANES]).collect()
        };
        Self {
            clock: Clock::new(rate),
            radians_per_sec: encoding.angle(1.0),
            along: numbers(Point::along),
            across: numbers(Point::across),
        }
    }

    /// Returns the anchor in a segment whose reach contains `frame`.
    #[inline(always)]
    pub(super) fn anchor(&self, segment: &Segment, frame: i64) -> Anchor {
        let (origin, point) = segment.origin;
        let steps = (frame - origin + REACH).div_euclid(2 * REACH);
        let frame = origin + steps * (2 * REACH);
        let point = match steps {
            0 => point,
            _ => {
                let signed_secs = segment.event - self.clock.time(frame as f64);
                Point::at(self.radians_per_sec * signed_secs)
            }
        };
        Anchor { frame, point }
    }

    /// Returns the point on a frame in the reach of an anchor.
    #[inline(always)]
    pub(super) fn point(&self, anchor: &Anchor, frame: i64) -> Point {
        let place = 2 * anchor.place(frame);
        anchor.point.times(Point {
            sine: self.along[place],
            cosine: self.along[place + 1],
        })
    }

    /// Returns the points in chunks, starting at `frame`, which must be within the anchor's reach.
    #[inline(always)]
    pub(super) fn points(
        &self,
        anchor: &Anchor,
        frame: i64,
    ) -> impl Iterator<Item = [f64; LANES]> + '_ {
        let place = 2 * anchor.place(frame);
        let along = self.along[place..].as_chunks().0;
        let across = self.across[place..].as_chunks().0;
        let by = anchor.point;
        let chunks = along.iter().zip(across);
        chunks.map(move |(along, across)| products(along, across, by))
    }
}

impl Anchor {
    /// Returns the anchor with its signal scaled by a factor.
    pub(super) fn scaled(self, by: f64) -> Self {
        Self {
            point: self.point.scaled(by),
            ..self
        }
    }

    /// Returns the frame after the last frame in the anchor's reach. [`Turns::point`] accepts this frame too.
    pub(super) fn end(&self) -> i64 {
        self.frame + REACH
    }

    #[inline(always)]
    fn place(&self, frame: i64) -> usize {
        place(frame - self.frame + REACH)
    }
}
