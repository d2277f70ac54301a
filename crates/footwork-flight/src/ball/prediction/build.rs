//! Builds a prediction, step by step.

use super::Prediction;
use super::clock::Clock;
use super::event::{FlightEnd, FlightEvent, FlightEventKind, MAX_EVENTS};
use super::options::{MAX_HORIZON_SECS, PredictionError, PredictionOptions};
use super::sample::Sample;
use super::sampler::Sampler;
use crate::ball::state::MAX_POSITION_M;
use crate::ball::step::{BallMotion, BallStep, Rest, StepEvents};
use crate::vector::{is_within, vector};

impl<S: Clone> Prediction<S> {
    /// Starts a prediction and takes no steps yet. A ball that overlaps a shape is first pushed out of it, as in the
    /// first step of a live ball: see [`BallPhysics::push_out`](crate::BallPhysics::push_out).
    ///
    /// # Errors
    /// Returns [`PredictionError`] if an option or the state is out of range.
    pub fn new<B: BallStep<State = S>>(
        physics: &B,
        state: &S,
        options: PredictionOptions,
    ) -> Result<Self, PredictionError> {
        options.check()?;
        let step_secs = physics.step_secs();
        if !(1e-5..=1.0).contains(&step_secs) {
            return Err(PredictionError::BadStep { step_secs });
        }
        check(physics, state)?;
        let mut state = state.clone();
        physics.begin(&mut state);
        let start = physics.motion(&state);
        let radius_m = physics.radius_m();
        if !(radius_m > 0.0 && radius_m.is_finite()) {
            return Err(PredictionError::BadRadius { radius_m });
        }
        let tolerance = options.tolerance_m.unwrap_or(radius_m);
        let mut prediction = Self {
            options,
            state,
            step_events: StepEvents::default(),
            clock: Clock::new(start.secs, step_secs),
            steps_done: 0,
            steps_to_do: steps_in(options.horizon_secs, step_secs),
            sampler: Sampler::new(options.reading, tolerance, start),
            samples: Vec::with_capacity(64),
            passed: 0,
            events: Vec::with_capacity(32),
            dense: Vec::new(),
            end: None,
            can_resume: false,
            has_end_sample: false,
            bad_forces: 0,
            end_ground_m: None,
        };
        prediction.begin(start);
        prediction.find_ground(physics, 0);
        Ok(prediction)
    }

    /// Starts over from another state and reuses memory. Call it after every touch.
    ///
    /// A restart of an incomplete prediction immediately takes as many steps as the prediction had taken. So in a
    /// dribble, the prediction is complete [`PredictionOptions::frames`] frames after the first touch, whatever the
    /// number of touches in between. A restart costs less than one whole prediction.
    ///
    /// # Errors
    /// Returns [`PredictionError::BadState`] or [`PredictionError::BadBall`]; the prediction is then unchanged.
    pub fn restart<B: BallStep<State = S>>(
        &mut self,
        physics: &B,
        state: &S,
    ) -> Result<(), PredictionError> {
        check(physics, state)?;
        let all = steps_in(self.options.horizon_secs, self.clock.step_secs());
        let is_interrupted = self.end.is_none() && self.steps_done < all;
        let caught_up = if is_interrupted { self.steps_done } else { 0 };
        self.state.clone_from(state);
        physics.begin(&mut self.state);
        let start = physics.motion(&self.state);
        self.clock = Clock::new(start.secs, self.clock.step_secs());
        self.steps_done = 0;
        self.steps_to_do = steps_in(self.options.horizon_secs, self.clock.step_secs());
        self.sampler.restart(start);
        self.samples.clear();
        self.passed = 0;
        self.events.clear();
        self.dense.clear();
        self.end = None;
        self.can_resume = false;
        self.has_end_sample = false;
        self.bad_forces = 0;
        self.begin(start);
        self.find_ground(physics, 0);
        self.advance_steps(physics, caught_up);
        Ok(())
    }

    /// Moves the horizon later by `secs` seconds, and by at least one step; 0 does nothing. The prediction resumes if
    /// it ended at the horizon, or if the ball rests and a force may wake it. After any other end it stays complete.
    /// The samples are the same as those of a prediction that starts with the later horizon.
    ///
    /// # Errors
    /// Returns [`PredictionError::BadHorizon`] if `secs` is NaN, negative or above [`MAX_HORIZON_SECS`], or if the horizon
    /// would be a day or more after the start.
    pub fn extend(&mut self, secs: f64) -> Result<(), PredictionError> {
        if secs == 0.0 {
            return Ok(());
        }
        let steps = if (0.0..=MAX_HORIZON_SECS).contains(&secs) {
            self.steps_to_do
                .checked_add(steps_in(secs, self.clock.step_secs()))
        } else {
            None
        };
        let Some(steps) =
            steps.filter(|&steps| f64::from(steps) * self.clock.step_secs() < MAX_SECS)
        else {
            let horizon_secs = secs;
            return Err(PredictionError::BadHorizon { horizon_secs });
        };
        if steps == self.steps_to_do {
            return Ok(());
        }
        self.steps_to_do = steps;
        if self.can_resume {
            self.can_resume = false;
            self.end = None;
            self.events.pop();
            if self.has_end_sample {
                self.samples.pop();
                self.passed = self.passed.min(self.samples.len().saturating_sub(1));
                self.has_end_sample = false;
            }
        }
        Ok(())
    }

    fn begin(&mut self, start: BallMotion) {
        self.samples.push(Sample {
            secs: start.secs,
            position: start.position,
            velocity: start.velocity,
            acceleration: [0.0; 3],
            ground_m: None,
        });
        if self.options.dense {
            let steps = usize::try_from(self.steps_to_do).unwrap_or(0);
            self.dense.reserve(steps + 1);
            self.dense.push(start);
        }
        if !self.is_inside(start.position) {
            self.finish_with(FlightEnd::Out);
        }
    }

    /// Finds the height of the ground under the samples from index `from` on, and under the last known point.
    pub(super) fn find_ground<B: BallStep<State = S>>(&mut self, physics: &B, from: usize) {
        for sample in self.samples.iter_mut().skip(from) {
            if sample.ground_m.is_none() {
                sample.ground_m = physics.ground_m(sample.position);
            }
        }
        self.end_ground_m = physics.ground_m(self.sampler.last().position);
    }

    fn is_inside(&self, position: [f64; 3]) -> bool {
        is_within(position, MAX_POSITION_M)
            && self
                .options
                .bounds
                .is_none_or(|bounds| bounds.contain(position))
    }

    pub(super) fn advance_step<B: BallStep<State = S>>(&mut self, physics: &B) {
        let before = self.sampler.last().secs;
        physics.step(&mut self.state, &mut self.step_events);
        self.steps_done += 1;
        self.bad_forces += u32::from(self.step_events.bad_force);
        let now = physics.motion(&self.state);
        for index in 0..self.step_events.touches.len() {
            let touch = self.step_events.touches[index];
            let secs = before + (now.secs - before) * touch.fraction;
            // The touch is within the step, and never before the last known time.
            let known = self.sampler.last().secs;
            let secs = if secs > known { secs } else { known };
            let point = BallMotion {
                secs,
                position: touch.position,
                velocity: touch.velocity_before,
            };
            if !is_finite(&point) || !is_within(touch.velocity, f64::MAX) {
                self.finish_with(FlightEnd::Lost);
                return;
            }
            self.sampler.take(&mut self.samples, point);
            self.sampler.force(&mut self.samples, touch.velocity);
            self.events.push(FlightEvent {
                secs,
                kind: touch.kind.into(),
                hit: Some(touch.hit),
                position: touch.position,
                normal: touch.normal,
            });
        }
        if !is_finite(&now) {
            self.finish_with(FlightEnd::Lost);
            return;
        }
        self.sampler.take(&mut self.samples, now);
        if self.options.dense {
            self.dense.push(now);
        }
        let is_last = self.steps_done >= self.steps_to_do;
        if !self.is_inside(now.position) {
            self.finish_with(FlightEnd::Out);
        } else if self.events.len() >= MAX_EVENTS {
            self.finish_with(FlightEnd::Full);
        } else if self.step_events.rest == Rest::Settled {
            self.finish_with(FlightEnd::Rest);
        } else if is_last && self.step_events.rest == Rest::MayWake {
            self.can_resume = true;
            self.finish_with(FlightEnd::Rest);
        } else if is_last {
            self.can_resume = true;
            self.finish_with(FlightEnd::Horizon);
        }
    }

    /// Ends the prediction at the last known point.
    fn finish_with(&mut self, end: FlightEnd) {
        let last = *self.sampler.last();
        self.has_end_sample = self
            .samples
            .last()
            .is_none_or(|sample| sample.secs < last.secs);
        if self.has_end_sample {
            let velocity = last.velocity;
            self.samples.push(Sample {
                secs: last.secs,
                position: last.position,
                velocity,
                acceleration: [0.0; 3],
                ground_m: None,
            });
        }
        self.end = Some(end);
        self.events.push(FlightEvent {
            secs: last.secs,
            kind: FlightEventKind::End(end),
            hit: None,
            position: last.position,
            normal: [0.0; 3],
        });
    }
}

/// The maximum duration of a prediction after all extensions, in seconds: a day.
const MAX_SECS: f64 = 86_400.0;

/// Returns the nearest whole number of steps, at least one.
pub(super) fn steps_in(secs: f64, step_secs: f64) -> u32 {
    // Invariant: at most a day in steps of at least 10 µs.
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "within range"
    )]
    let steps = libm::round(secs / step_secs) as u32;
    if steps > 0 { steps } else { 1 }
}

fn is_finite(motion: &BallMotion) -> bool {
    let all = [motion.position, motion.velocity, [motion.secs; 3]];
    all.iter().all(|xyz| is_within(*xyz, f64::MAX))
}

fn check<B: BallStep>(physics: &B, state: &B::State) -> Result<(), PredictionError> {
    physics.check(state).map_err(PredictionError::BadBall)?;
    let start = physics.motion(state);
    let checks = [
        ("position", start.position),
        ("velocity", start.velocity),
        ("secs", [start.secs; 3]),
    ];
    match checks
        .iter()
        .find(|(_, values)| !vector(*values).is_finite())
    {
        Some(&(name, _)) => Err(PredictionError::BadState { name }),
        None => Ok(()),
    }
}
