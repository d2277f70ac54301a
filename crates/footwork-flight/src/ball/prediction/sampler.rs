//! Chooses which steps become samples, greedily: each sample is the farthest step that the sample before reaches within
//! the tolerance.
//!
//! The tolerance also holds between steps. Within a step of duration h, the flight leaves the chord by at most a h² /
//! 8; a h is the change of velocity. The sampler adds a h² / 5 to the error measured at the steps.

use super::sample::{Sample, SampleReading};
use crate::ball::step::BallMotion;
use crate::vector::{DVec3, least, length, most, vector};

/// A shorter time, in seconds, is too short to derive an acceleration from.
const MIN_SECS: f64 = 1e-6;

#[derive(Clone, Debug)]
pub(super) struct Sampler {
    reading: SampleReading,
    tolerance: f64,
    /// The last known point.
    last: BallMotion,
    /// Whether the last sample still needs its acceleration, which follows from the next point.
    wants_acceleration: bool,
    /// For chords: the points since the last sample, each with a bound of how far the flight bends in the steps next to
    /// it.
    between: Vec<(BallMotion, f64)>,
    settled: Settled,
}

/// The result of the last check of the points between samples. With it, most steps need not check all points again: a
/// chord that has turned by less than the slack is still near enough to the points that it passed.
#[derive(Clone, Copy, Debug, Default)]
struct Settled {
    /// The number of checked points whose bend no longer changes.
    count: usize,
    /// The smallest distance in metres by which the checked points are within the tolerance.
    slack: f64,
    /// The velocity of the chord.
    velocity: DVec3,
}

impl Sampler {
    pub(super) fn new(reading: SampleReading, tolerance: f64, start: BallMotion) -> Self {
        Self {
            reading,
            tolerance,
            last: start,
            wants_acceleration: reading == SampleReading::Acceleration,
            between: Vec::new(),
            settled: Settled::default(),
        }
    }

    pub(super) fn last(&self) -> &BallMotion {
        &self.last
    }

    /// Starts over and keeps the memory.
    pub(super) fn restart(&mut self, start: BallMotion) {
        self.last = start;
        self.wants_acceleration = self.reading == SampleReading::Acceleration;
        self.forget();
    }

    /// Takes the next point of the flight. If the last sample does not reach the next point, the point before becomes a
    /// sample.
    pub(super) fn take(&mut self, samples: &mut Vec<Sample>, next: BallMotion) {
        let Some(&base) = samples.last() else { return };
        let bend = bend(&self.last, &next);
        if let Some((_, before)) = self.between.last_mut() {
            *before = most(*before, bend);
        }
        if !self.reaches(&base, &next, bend) && self.last.secs > base.secs {
            self.close(samples);
            self.forget();
            samples.push(self.open(&self.last.clone()));
        }
        if let Some(sample) = samples.last_mut() {
            self.refine(sample, &next);
        }
        if self.reading == SampleReading::Chord {
            self.between.push((next, bend));
        }
        self.last = next;
    }

    /// Makes the last point a sample with another velocity, because a touch has changed the velocity.
    pub(super) fn force(&mut self, samples: &mut Vec<Sample>, velocity: [f64; 3]) {
        self.close(samples);
        self.forget();
        self.last.velocity = velocity;
        let sample = self.open(&self.last.clone());
        match samples.last_mut() {
            Some(last) if last.secs == sample.secs => *last = sample,
            _ => samples.push(sample),
        }
    }

    fn forget(&mut self) {
        self.between.clear();
        self.settled = Settled::default();
    }

    fn open(&mut self, point: &BallMotion) -> Sample {
        self.wants_acceleration = self.reading == SampleReading::Acceleration;
        Sample {
            secs: point.secs,
            position: point.position,
            velocity: point.velocity,
            acceleration: [0.0; 3],
            ground_m: None,
        }
    }

    /// Completes a sample with the values that depend on the next point.
    fn refine(&mut self, sample: &mut Sample, next: &BallMotion) {
        match self.reading {
            SampleReading::Velocity => {}
            SampleReading::Chord => sample.velocity = chord(sample, next).to_array(),
            SampleReading::Acceleration => {
                let secs = next.secs - sample.secs;
                if self.wants_acceleration && secs > MIN_SECS {
                    let change = vector(next.velocity) - vector(sample.velocity);
                    sample.acceleration = (change / secs).to_array();
                    self.wants_acceleration = false;
                }
            }
        }
    }

    /// Ends the segment of the last sample at the last point.
    fn close(&self, samples: &mut [Sample]) {
        if self.reading == SampleReading::Chord
            && let Some(sample) = samples.last_mut()
            && self.last.secs > sample.secs
        {
            sample.velocity = chord(sample, &self.last).to_array();
        }
    }

    fn reaches(&mut self, base: &Sample, next: &BallMotion, bend: f64) -> bool {
        match self.reading {
            SampleReading::Acceleration if self.wants_acceleration => true,
            SampleReading::Velocity | SampleReading::Acceleration => {
                self.is_near(base, next, bend) && self.is_near(base, &self.last, bend)
            }
            SampleReading::Chord => bend <= self.tolerance && self.chord_reaches(base, next),
        }
    }

    fn is_near(&self, base: &Sample, point: &BallMotion, bend: f64) -> bool {
        let off = vector(base.position_at(point.secs)) - vector(point.position);
        let rest = self.tolerance - bend;
        rest >= 0.0 && off.length_squared() <= rest * rest
    }

    /// Returns whether the chord to the next point is near enough to all points in between.
    fn chord_reaches(&mut self, base: &Sample, next: &BallMotion) -> bool {
        let velocity = chord(base, next);
        let turned = length(velocity - self.settled.velocity) * (self.last.secs - base.secs);
        let holds = turned < self.settled.slack;
        let (from, mut slack) = if holds {
            (self.settled.count, self.settled.slack - turned)
        } else {
            (0, self.tolerance)
        };
        for (point, bend) in self.between.iter().skip(from) {
            let line = vector(base.position) + velocity * (point.secs - base.secs);
            let rest = self.tolerance - bend - length(line - vector(point.position));
            if rest < 0.0 {
                return false;
            }
            slack = least(slack, rest);
        }
        self.settled = Settled {
            // The bend in the step after the last point is not known yet.
            count: self.between.len().saturating_sub(1),
            slack,
            velocity,
        };
        true
    }
}

/// Returns an upper bound of how far the flight leaves the line between two points, in metres. Uses the sum of the
/// components of the velocity's change, which is at least its length.
fn bend(from: &BallMotion, to: &BallMotion) -> f64 {
    let change = vector(to.velocity) - vector(from.velocity);
    let change = change.x.abs() + change.y.abs() + change.z.abs();
    0.2 * change * (to.secs - from.secs)
}

fn chord(from: &Sample, to: &BallMotion) -> DVec3 {
    (vector(to.position) - vector(from.position)) / (to.secs - from.secs)
}
