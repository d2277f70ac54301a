//! The ball's way as the search reads it: a line from knot to knot.

mod bounds;
mod line;

pub(crate) use bounds::{BLOCK, Block, Rest};
pub(crate) use line::Line;
use line::{Knot, velocity};

use crate::ball::prediction::{Prediction, Segment};
use crate::ball::step::BallMotion;
use crate::fnv::Fnv;
use crate::vector::{length, vector};

/// The ball's way as straight lines from knot to knot, in space and time, without jumps.
///
/// Of a [`Prediction`] it takes the joined segments ([`Segment::joined`]), so that every knot is on the truth and a
/// line is off by a quarter of what a sample's velocity is; parabolas are split into lines within a
/// hundredth of a metre. Of dense steps it takes every one, which is nearer and slower.
///
/// A path knows from where on it differs from the one before: what an
/// [`InterceptCache`](crate::InterceptCache) found before that stays found.
///
/// ```
/// use footwork_flight::{BallParams, BallPath, BallPhysics, BallState, Pitch, Prediction, PredictionOptions};
///
/// let physics = BallPhysics::new(BallParams::default(), Pitch::default().statics().unwrap()).unwrap();
/// let kick = BallState::new([0.0, 0.11, 0.0], [12.0, 7.0, 0.0], [0.0; 3]).unwrap();
/// let mut flight = Prediction::new(&physics, &kick, PredictionOptions::default()).unwrap();
/// let mut path = BallPath::default();
/// while flight.end().is_none() {
///     flight.advance_steps(&physics, 300);
///     path.read(&flight);
/// }
/// assert_eq!(path.known_secs(), flight.known_secs());
/// // Only the last line changed with the last slice.
/// assert!(path.changed_secs() > 0.0);
/// ```
#[derive(Clone, Debug)]
pub struct BallPath {
    pub(crate) secs: Vec<f64>,
    pub(crate) x: Vec<f64>,
    pub(crate) y: Vec<f64>,
    pub(crate) z: Vec<f64>,
    /// From each knot on; zeros at the last one.
    pub(crate) velocity: Vec<[f64; 3]>,
    /// What bounds the path from each knot on.
    pub(crate) rest: Vec<Rest>,
    pub(crate) blocks: Vec<Block>,
    /// The knots that are being read.
    next: Vec<Knot>,
    revision: u64,
    /// The revision before the last change.
    before: u64,
    changed_secs: f64,
    /// When the ball comes to lie still for good; infinite for never.
    rest_secs: f64,
}

/// How far a line may be from the parabola that it stands for, in metres.
const PARABOLA_M: f64 = 0.01;

impl Default for BallPath {
    /// No way at all.
    fn default() -> Self {
        Self {
            secs: Vec::new(),
            x: Vec::new(),
            y: Vec::new(),
            z: Vec::new(),
            velocity: Vec::new(),
            rest: Vec::new(),
            blocks: Vec::new(),
            next: Vec::new(),
            revision: revision(&[]),
            before: revision(&[]),
            changed_secs: f64::NEG_INFINITY,
            rest_secs: f64::INFINITY,
        }
    }
}

impl BallPath {
    /// The path of what a prediction knows.
    pub fn from_prediction<S: Clone>(flight: &Prediction<S>) -> Self {
        let mut path = Self::default();
        path.read(flight);
        path
    }

    /// The path through every step, as [`Prediction::dense`] gives them: nearer to the truth, and for
    /// checks rather than for every frame.
    pub fn from_steps(steps: impl Iterator<Item = BallMotion>) -> Self {
        let mut path = Self::default();
        path.next.extend(steps.map(|step| Knot {
            secs: step.secs,
            at: step.position,
        }));
        path.take_over();
        path
    }

    /// Reads a prediction again, after it has gone on or begun anew, in the memory that is there.
    pub fn read<S: Clone>(&mut self, flight: &Prediction<S>) {
        self.next.clear();
        for segment in flight.segments() {
            if self.next.is_empty() {
                self.next.push(Knot {
                    secs: segment.start.secs,
                    at: segment.start.position,
                });
            }
            self.push_segment(&segment);
        }
        if self.next.is_empty()
            && let Some(sample) = flight.samples().first()
        {
            self.next.push(Knot {
                secs: sample.secs,
                at: sample.position,
            });
        }
        self.take_over();
    }

    fn push_segment(&mut self, segment: &Segment) {
        let start = segment.joined();
        let secs = segment.to_secs - start.secs;
        // A chord of the parabola is off by a h² / 8.
        let bend = length(vector(start.acceleration)) * secs * secs / 8.0;
        let parts = libm::ceil((bend / PARABOLA_M).sqrt());
        let parts = if parts > 1.0 { parts } else { 1.0 };
        let mut part = 1.0;
        while part < parts && part < 1000.0 {
            let secs = start.secs + secs * (part / parts);
            self.next.push(Knot {
                secs,
                at: start.position_at(secs),
            });
            part += 1.0;
        }
        self.next.push(Knot {
            secs: segment.to_secs,
            at: segment.to_position,
        });
    }

    /// Makes the knots that were read those of the path, and finds from where on they are others.
    fn take_over(&mut self) {
        let first = self.next.first().map_or(f64::INFINITY, |knot| knot.secs);
        let passed = self.secs.partition_point(|&secs| secs < first);
        let knots = self.next.iter().enumerate();
        let kept = knots
            .take_while(|(index, knot)| self.knot(passed + index) == Some(**knot))
            .count();
        let is_rest = kept == self.next.len() && passed + kept == self.secs.len();
        if is_rest && passed == 0 {
            return;
        }
        self.before = self.revision;
        self.revision = revision(&self.next);
        // The line that leads to the first changed knot is another one too.
        self.changed_secs = match kept.checked_sub(1).and_then(|at| self.next.get(at)) {
            Some(_) if is_rest => f64::INFINITY,
            Some(knot) => knot.secs,
            None => f64::NEG_INFINITY,
        };
        for list in [&mut self.secs, &mut self.x, &mut self.y, &mut self.z] {
            list.clear();
        }
        self.secs.extend(self.next.iter().map(|knot| knot.secs));
        self.x.extend(self.next.iter().map(|knot| knot.at[0]));
        self.y.extend(self.next.iter().map(|knot| knot.at[1]));
        self.z.extend(self.next.iter().map(|knot| knot.at[2]));
        self.velocity.clear();
        let pairs = self.next.windows(2);
        self.velocity
            .extend(pairs.map(|pair| velocity(&pair[0], &pair[1])));
        self.velocity.push([0.0; 3]);
        self.find_rest();
        bounds::rests(&self.next, &mut self.rest);
        bounds::blocks(&self.next, &mut self.blocks);
    }

    fn find_rest(&mut self) {
        self.rest_secs = f64::INFINITY;
        let lines = self.secs.len().saturating_sub(1);
        for index in (0..lines).rev() {
            match self.line(index) {
                Some(line) if line.velocity == [0.0; 3] => self.rest_secs = line.from_secs,
                _ => break,
            }
        }
    }

    fn knot(&self, index: usize) -> Option<Knot> {
        Some(Knot {
            secs: *self.secs.get(index)?,
            at: [
                *self.x.get(index)?,
                *self.y.get(index)?,
                *self.z.get(index)?,
            ],
        })
    }

    /// The line from this knot on.
    pub(crate) fn line(&self, index: usize) -> Option<Line> {
        if index + 1 >= self.secs.len() {
            return None;
        }
        let from = self.knot(index)?;
        Some(Line {
            from_secs: from.secs,
            from: from.at,
            velocity: *self.velocity.get(index)?,
        })
    }

    /// When the line from this knot on ends; minus infinity if there is none.
    pub(crate) fn end_secs(&self, index: usize) -> f64 {
        let end = self.secs.get(index + 1);
        end.copied().unwrap_or(f64::NEG_INFINITY)
    }

    /// The line that holds at this time: the first one before the path begins, `None` from its end on.
    pub(crate) fn line_index(&self, secs: f64) -> usize {
        self.line_index_near(secs, 0)
    }

    /// The same, looked for from this line on first.
    pub(crate) fn line_index_near(&self, secs: f64, line: usize) -> usize {
        let starts_by = |knot: Option<&f64>| knot.is_some_and(|&knot| knot <= secs);
        if line == 0 || starts_by(self.secs.get(line)) {
            let mut near = self.secs.iter().skip(line + 1).take(4);
            if let Some(after) = near.position(|&knot| knot > secs) {
                return line + after;
            }
        }
        self.secs
            .partition_point(|&knot| knot <= secs)
            .saturating_sub(1)
    }

    /// Where the ball is on the path; `None` before its first knot and after its last.
    pub fn position_at(&self, secs: f64) -> Option<[f64; 3]> {
        if !(self.secs.first()? <= &secs && &secs <= self.secs.last()?) {
            return None;
        }
        let index = self.line_index(secs);
        match self.line(index) {
            Some(line) => Some(line.at(secs)),
            None => self.knot(index).map(|knot| knot.at),
        }
    }

    /// When the path begins; infinity when it is empty.
    pub(crate) fn begin_secs(&self) -> f64 {
        self.secs.first().copied().unwrap_or(f64::INFINITY)
    }

    /// Until when the path goes, in seconds; minus infinity when it is empty.
    pub fn known_secs(&self) -> f64 {
        self.secs.last().copied().unwrap_or(f64::NEG_INFINITY)
    }

    /// From when on the ball lies still; infinite if it does not.
    pub fn rest_secs(&self) -> f64 {
        self.rest_secs
    }

    /// From when on the path differs from the one before the last [`BallPath::read`] that changed something, in
    /// seconds: minus infinity when all of it does, as after a touch; infinity when it only begins later.
    pub fn changed_secs(&self) -> f64 {
        self.changed_secs
    }

    /// A hash of all knots: the same number for the same way, whichever path it is and whenever it was read, and
    /// another one for any other, but for one in 2^64.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// From when on this path may differ from the one of that revision: infinity if it does not, minus infinity if all of
    /// it may. What has passed of the other one may be missing here.
    pub(crate) fn differs_secs(&self, revision: u64) -> f64 {
        match revision {
            revision if revision == self.revision => f64::INFINITY,
            revision if revision == self.before => self.changed_secs,
            _ => f64::NEG_INFINITY,
        }
    }
}

fn revision(knots: &[Knot]) -> u64 {
    let mut hash = Fnv::new();
    for knot in knots {
        hash.number(knot.secs);
        knot.at.iter().for_each(|&x| hash.number(x));
    }
    hash.finish()
}
