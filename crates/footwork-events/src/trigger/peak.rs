//! Detects the moments of an event in a stream of probabilities, one per update.

use super::Passing;
use crate::guards::Rejections;
use crate::probability::Probability;

/// Fires at the local maxima of a probability.
#[derive(Clone, Debug)]
pub(super) struct PeakTrigger {
    probability: Probability,
    /// The probabilities of the last two updates, `before` and `last`; minus infinity before the first update.
    before: f32,
    last: f32,
    backwards: bool,
    /// The time from the last maximum that fired to the last update, in seconds.
    since_fired: f64,
    rejections: Rejections,
}

impl PeakTrigger {
    pub(super) fn new(probability: Probability) -> Self {
        Self {
            probability,
            before: f32::NEG_INFINITY,
            last: f32::NEG_INFINITY,
            backwards: false,
            since_fired: f64::INFINITY,
            rejections: Rejections::default(),
        }
    }

    pub(super) fn restart(&mut self) {
        (self.before, self.last) = (f32::NEG_INFINITY, f32::NEG_INFINITY);
        self.since_fired = f64::INFINITY;
    }

    pub(super) fn rejections(&self) -> &Rejections {
        &self.rejections
    }

    /// Fires if the previous frame was a local maximum. Among equal neighbours, the first is the maximum. A NaN counts
    /// as lower than any number.
    pub(super) fn advance(&mut self, chance: f32, step_secs: f64) -> Passing {
        let mut passing = Passing::default();
        if step_secs == 0.0 || !step_secs.is_finite() {
            return passing;
        }
        let (step, backwards) = (step_secs.abs(), step_secs < 0.0);
        if backwards != self.backwards {
            self.restart();
            self.backwards = backwards;
        }
        let now = if chance.is_nan() {
            f32::NEG_INFINITY
        } else {
            chance
        };
        let is_maximum = self.last > self.before && self.last >= now;
        if is_maximum && f64::from(self.last) >= self.probability.threshold() {
            // Allows for the rounding of the sum of steps.
            if self.since_fired < self.probability.min_gap_secs() * (1.0 - 1e-9) {
                self.rejections.refractory += 1;
            } else {
                passing.fired_ago_secs = Some(step);
                self.since_fired = 0.0;
            }
        }
        self.since_fired += step;
        (self.before, self.last) = (self.last, now);
        passing
    }
}
