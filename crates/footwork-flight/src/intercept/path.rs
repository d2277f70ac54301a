//! The path of the ball as the search reads it: a chain of straight lines in space and time.

mod bounds;
mod line;

pub(crate) use bounds::{BLOCK, Block, Rest};
use line::Knot;
pub(crate) use line::Line;

use crate::ball::prediction::{FlightEnd, Prediction, Segment};
use crate::ball::step::BallMotion;
use crate::fnv::Fnv;
use crate::vector::{length, vector};

/// The path of the ball as straight lines between knots in space and time, without jumps.
///
/// The path joins the segments of a [`Prediction`] ([`Segment::joined`]), so every knot is on the stepped flight. A
/// joined line has about a quarter of the error of a line along a sample's velocity. Parabolas are split into lines
/// with an error of at most 0.01 m. A path of all steps is more accurate and slower to search.
///
/// The path knows the height of the ball above the ground if the prediction's world knows the ground
/// ([`StaticWorld::ground_m`](crate::StaticWorld::ground_m)). Between samples, the height of the ground is interpolated
/// linearly.
///
/// A path records the time from which it differs from the path before the last change. So an
/// [`InterceptCache`](crate::InterceptCache) keeps its results from before that time.
///
/// ```
/// use footwork_flight::{BallParams, BallPath, BallPhysics, BallState, Pitch, Prediction, PredictionOptions};
///
/// let physics = BallPhysics::new(BallParams::default(), Pitch::default().statics().unwrap()).unwrap();
/// let kick = BallState::new(0.0, [0.0, 0.11, 0.0], [12.0, 7.0, 0.0]).unwrap();
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
    pub(crate) z: Vec<f64>,
    /// The height above the ground at each knot; y if the ground is not known.
    pub(crate) height: Vec<f64>,
    /// The lines from each knot to the next.
    lines: Vec<Line>,
    last: Option<Knot>,
    /// Whether the ground is known.
    has_ground: bool,
    /// For each knot, the bounds of the path from there to its end.
    pub(crate) rest: Vec<Rest>,
    pub(crate) blocks: Vec<Block>,
    /// The knots that are being read.
    next: Vec<Knot>,
    revision: u64,
    /// The revision before the last change.
    before: u64,
    changed_secs: f64,
    /// The time from which the ball rests until the path ends; infinite if it does not rest there.
    rest_secs: f64,
    after: After,
}

/// What follows the last knot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum After {
    /// A part that is not predicted yet.
    Unpredicted,
    /// The time beyond the horizon of a complete prediction: the ball still exists.
    Horizon,
    /// Nothing, because the ball is out or lost.
    Gone,
}

/// The largest distance in metres between a line and the parabola it replaces.
const PARABOLA_M: f64 = 0.01;

impl Default for BallPath {
    /// Returns an empty path.
    fn default() -> Self {
        Self {
            secs: Vec::new(),
            x: Vec::new(),
            z: Vec::new(),
            height: Vec::new(),
            lines: Vec::new(),
            last: None,
            has_ground: false,
            rest: Vec::new(),
            blocks: Vec::new(),
            next: Vec::new(),
            revision: revision(&[]),
            before: revision(&[]),
            changed_secs: f64::NEG_INFINITY,
            rest_secs: f64::INFINITY,
            after: After::Unpredicted,
        }
    }
}

impl BallPath {
    /// Returns the path of the flight predicted so far.
    pub fn from_prediction<S: Clone>(flight: &Prediction<S>) -> Self {
        let mut path = Self::default();
        path.read(flight);
        path
    }

    /// Returns the path through every step, such as those of [`Prediction::dense`]. This path is more accurate but
    /// slower; use it for checks.
    ///
    /// `ground_m` returns the height of the ground under a place, as [`BallStep::ground_m`](crate::BallStep::ground_m)
    /// does.
    pub fn from_steps(
        steps: impl Iterator<Item = BallMotion>,
        ground_m: impl Fn([f64; 3]) -> Option<f64>,
    ) -> Self {
        let mut path = Self::default();
        for step in steps {
            path.push(step.secs, step.position, ground_m(step.position));
        }
        path.replace_knots();
        path.after = After::Horizon;
        path
    }

    /// Reads a prediction again after it has advanced or restarted. Reuses memory.
    pub fn read<S: Clone>(&mut self, flight: &Prediction<S>) {
        self.next.clear();
        for segment in flight.segments() {
            if self.next.is_empty() {
                let start = &segment.start;
                self.push(start.secs, start.position, start.ground_m);
            }
            self.push_segment(&segment);
        }
        if self.next.is_empty()
            && let Some(sample) = flight.samples().first()
        {
            self.push(sample.secs, sample.position, sample.ground_m);
        }
        self.replace_knots();
        self.after = match flight.end() {
            None => After::Unpredicted,
            Some(FlightEnd::Rest | FlightEnd::Horizon) => After::Horizon,
            Some(_) => After::Gone,
        };
    }

    fn push_segment(&mut self, segment: &Segment) {
        let start = segment.joined();
        let secs = segment.to_secs - start.secs;
        // A chord of the parabola differs from it by a h² / 8, with the acceleration a and the duration h.
        let bend = length(vector(start.acceleration)) * secs * secs / 8.0;
        let parts = libm::ceil((bend / PARABOLA_M).sqrt());
        let parts = if parts > 1.0 { parts } else { 1.0 };
        let mut part = 1.0;
        while part < parts && part < 1000.0 {
            let secs = start.secs + secs * (part / parts);
            let ground = start.ground_m.zip(segment.to_ground_m);
            let ground = ground.map(|(from, to)| from + (to - from) * (part / parts));
            self.push(secs, start.position_at(secs), ground);
            part += 1.0;
        }
        self.push(segment.to_secs, segment.to_position, segment.to_ground_m);
    }

    /// Appends a knot. If the ground is unknown here, the last known height of the ground is used. If the ground was
    /// unknown at the first knot, all heights are y.
    fn push(&mut self, secs: f64, at: [f64; 3], ground_m: Option<f64>) {
        if self.next.is_empty() {
            self.has_ground = ground_m.is_some();
        }
        let before = self
            .next
            .last()
            .map_or(0.0, |knot| knot.at[1] - knot.height);
        let ground = ground_m.filter(|_| self.has_ground).unwrap_or(before);
        self.next.push(Knot {
            secs,
            at,
            height: at[1] - ground,
        });
    }

    /// Converts a height above a player's ground to a height on this path, for a player with its feet at this y.
    pub(crate) fn limit(&self, height_m: f64, feet_m: f64) -> f64 {
        if self.has_ground {
            height_m
        } else {
            height_m + feet_m
        }
    }

    /// Returns the height of the ball above the ground for a player whose feet are at `feet_m`. `height` is a height on
    /// this path.
    pub(crate) fn height_above(&self, height: f64, feet_m: f64) -> f64 {
        if self.has_ground {
            height
        } else {
            height - feet_m
        }
    }

    /// Replaces the knots with those just read, and finds the time from which the two lists differ.
    fn replace_knots(&mut self) {
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
        // The line to the first changed knot changes too.
        self.changed_secs = match kept.checked_sub(1).and_then(|at| self.next.get(at)) {
            Some(_) if is_rest => f64::INFINITY,
            Some(knot) => knot.secs,
            None => f64::NEG_INFINITY,
        };
        for list in [&mut self.secs, &mut self.x, &mut self.z, &mut self.height] {
            list.clear();
        }
        self.height.extend(self.next.iter().map(|knot| knot.height));
        self.secs.extend(self.next.iter().map(|knot| knot.secs));
        self.x.extend(self.next.iter().map(|knot| knot.at[0]));
        self.z.extend(self.next.iter().map(|knot| knot.at[2]));
        self.lines.clear();
        let pairs = self.next.windows(2);
        self.lines
            .extend(pairs.map(|pair| Line::new(&pair[0], &pair[1])));
        self.last = self.next.last().copied();
        self.find_rest();
        bounds::rests(&self.next, &mut self.rest);
        bounds::blocks(&self.next, &mut self.blocks);
    }

    fn find_rest(&mut self) {
        let lines = self.lines.iter().rev();
        let still = lines.take_while(|line| line.velocity == [0.0; 3]).last();
        self.rest_secs = still.map_or(f64::INFINITY, |line| line.from_secs);
    }

    fn knot(&self, index: usize) -> Option<Knot> {
        match self.lines.get(index) {
            Some(line) => Some(line.begin()),
            None => self.last.filter(|_| index == self.lines.len()),
        }
    }

    /// Returns the line that starts at this knot.
    #[inline]
    pub(crate) fn line(&self, index: usize) -> Option<&Line> {
        self.lines.get(index)
    }

    /// Returns the time at which the line that starts at this knot ends; minus infinity if there is no such line.
    pub(crate) fn end_secs(&self, index: usize) -> f64 {
        let end = self.secs.get(index + 1);
        end.copied().unwrap_or(f64::NEG_INFINITY)
    }

    /// Returns the index of the line at this time; 0 before the start of the path.
    pub(crate) fn line_index(&self, secs: f64) -> usize {
        self.line_index_near(secs, 0)
    }

    /// Like [`line_index`](Self::line_index), but tries `line` and the lines near it first.
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

    /// Returns the position on the path; `None` before its first knot and after its last.
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

    /// Returns the time at which the path starts, in seconds; infinity if it is empty.
    pub(crate) fn begin_secs(&self) -> f64 {
        self.secs.first().copied().unwrap_or(f64::INFINITY)
    }

    /// Returns the time at which the path ends, in seconds; minus infinity if it is empty.
    pub fn known_secs(&self) -> f64 {
        self.secs.last().copied().unwrap_or(f64::NEG_INFINITY)
    }

    /// Returns what follows the last knot.
    pub(crate) fn after(&self) -> After {
        self.after
    }

    /// Returns the time at which the ball comes to rest, in seconds; infinity if it does not come to rest.
    pub fn rest_secs(&self) -> f64 {
        self.rest_secs
    }

    /// Returns the time of the last change, in seconds: the path from this time on differs from the path before the
    /// last [`BallPath::read`] with an effect. It is minus infinity if the whole path changed, as after a touch, and
    /// infinity if the call only dropped knots at the start.
    pub fn changed_secs(&self) -> f64 {
        self.changed_secs
    }

    /// Returns a hash of all knots. Equal paths have equal hashes, whenever they were read. Different paths have equal
    /// hashes with a probability of 2^-64.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// Returns the time in seconds from which this path may differ from the path with this revision: infinity if the
    /// two do not differ, minus infinity if they may differ everywhere. The start of the other path may be missing in
    /// this path.
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
        hash.number(knot.height);
    }
    hash.finish()
}
