//! Which steps become samples: greedily the farthest one that the sample before it still reaches.
//!
//! The bound holds between steps too. There the truth bends away from the chord of the step by at most
//! a h² / 8, and a h is how much the velocity changes in it; more than that, a fifth, is added to what is measured
//! at the steps.

use super::{Reading, Sample};
use crate::step::Motion;
use crate::vector::{DVec3, most, vector};

/// Less time than this does not say what an acceleration is.
const SHORTEST_SECS: f64 = 1e-6;

#[derive(Clone, Debug)]
pub(super) struct Sampler {
    reading: Reading,
    tolerance: f64,
    /// The last point that is known.
    last: Motion,
    /// Whether the acceleration of the last sample is not known yet.
    wants_acceleration: bool,
    /// The points since the last sample, and how far the truth bends on either side of each; for chords.
    between: Vec<(Motion, f64)>,
}

impl Sampler {
    pub(super) fn new(reading: Reading, tolerance: f64, start: Motion) -> Self {
        Self {
            reading,
            tolerance,
            last: start,
            wants_acceleration: reading == Reading::Acceleration,
            between: Vec::new(),
        }
    }

    pub(super) fn last(&self) -> &Motion {
        &self.last
    }

    /// Forgets all but the memory.
    pub(super) fn restart(&mut self, start: Motion) {
        self.last = start;
        self.wants_acceleration = self.reading == Reading::Acceleration;
        self.between.clear();
    }

    /// Takes the next point of the truth. Where the last sample does not reach it, the point before it
    /// becomes a sample.
    pub(super) fn take(&mut self, samples: &mut Vec<Sample>, next: Motion) {
        let Some(&base) = samples.last() else { return };
        let bend = bend(&self.last, &next);
        if let Some((_, before)) = self.between.last_mut() {
            *before = most(*before, bend);
        }
        if !self.reaches(&base, &next, bend) && self.last.secs > base.secs {
            self.close(samples);
            self.between.clear();
            samples.push(self.open(&self.last.clone()));
        }
        if let Some(sample) = samples.last_mut() {
            self.refine(sample, &next);
        }
        if self.reading == Reading::Chord {
            self.between.push((next, bend));
        }
        self.last = next;
    }

    /// Makes a sample of the last point, with another velocity: something changed it at once.
    pub(super) fn force(&mut self, samples: &mut Vec<Sample>, velocity: [f64; 3]) {
        self.close(samples);
        self.between.clear();
        self.last.velocity = velocity;
        let sample = self.open(&self.last.clone());
        match samples.last_mut() {
            Some(last) if last.secs == sample.secs => *last = sample,
            _ => samples.push(sample),
        }
    }

    fn open(&mut self, point: &Motion) -> Sample {
        self.wants_acceleration = self.reading == Reading::Acceleration;
        Sample {
            secs: point.secs,
            position: point.position,
            velocity: point.velocity,
            acceleration: [0.0; 3],
        }
    }

    /// What is known only once the next point is.
    fn refine(&mut self, sample: &mut Sample, next: &Motion) {
        match self.reading {
            Reading::Velocity => {}
            Reading::Chord => sample.velocity = chord(sample, next).to_array(),
            Reading::Acceleration => {
                let secs = next.secs - sample.secs;
                if self.wants_acceleration && secs > SHORTEST_SECS {
                    let change = vector(next.velocity) - vector(sample.velocity);
                    sample.acceleration = (change / secs).to_array();
                    self.wants_acceleration = false;
                }
            }
        }
    }

    /// Ends the segment of the last sample at the last point.
    fn close(&self, samples: &mut [Sample]) {
        if self.reading == Reading::Chord
            && let Some(sample) = samples.last_mut()
            && self.last.secs > sample.secs
        {
            sample.velocity = chord(sample, &self.last).to_array();
        }
    }

    fn reaches(&self, base: &Sample, next: &Motion, bend: f64) -> bool {
        let is_near = |sample: &Sample, point: &Motion, bend: f64| {
            let off = vector(sample.position_at(point.secs)) - vector(point.position);
            let rest = self.tolerance - bend;
            rest >= 0.0 && off.length_squared() <= rest * rest
        };
        match self.reading {
            Reading::Acceleration if self.wants_acceleration => true,
            Reading::Velocity | Reading::Acceleration => {
                is_near(base, next, bend) && is_near(base, &self.last, bend)
            }
            Reading::Chord => {
                let line = Sample {
                    velocity: chord(base, next).to_array(),
                    ..*base
                };
                let mut between = self.between.iter().rev();
                bend <= self.tolerance && between.all(|(point, bend)| is_near(&line, point, *bend))
            }
        }
    }
}

/// How far the truth may be from the line between two points. The sum of the parts is at least the length.
fn bend(from: &Motion, to: &Motion) -> f64 {
    let change = vector(to.velocity) - vector(from.velocity);
    let change = change.x.abs() + change.y.abs() + change.z.abs();
    0.2 * change * (to.secs - from.secs)
}

fn chord(from: &Sample, to: &Motion) -> DVec3 {
    (vector(to.position) - vector(from.position)) / (to.secs - from.secs)
}
