//! Where the ball will be: a trajectory as few samples, made a slice at a time.

mod build;
mod clock;
mod event;
mod options;
mod sample;
mod sampler;

pub use event::{FlightEnd, FlightEvent, FlightEventKind, MAX_EVENTS};
pub use options::{FlightBounds, MAX_HORIZON_SECS, PredictionError, PredictionOptions};
pub use sample::{Sample, SampleReading, Segment};

use crate::ball::step::{BallMotion, BallStep, StepEvents};
use clock::Clock;
use sampler::Sampler;

/// The predicted way of a ball, complete or as far as it is known.
///
/// It is made of a state of the ball and continued by [`Prediction::advance_steps`], a slice a frame; the
/// result has the same bits for any slicing. What is known can be used at once. Nothing has to be
/// predicted anew until something that moves touches the ball: [`Prediction::advance`] drops what has
/// passed, and [`Prediction::extend`] adds what comes after the horizon.
///
/// ```
/// use footwork_flight::{BallParams, BallPhysics, BallState, FlightEnd, Pitch, Prediction, PredictionOptions};
///
/// let physics = BallPhysics::new(BallParams::default(), Pitch::default().statics().unwrap()).unwrap();
/// let kick = BallState::new([0.0, 0.11, 0.0], [18.0, 12.0, 0.0], [0.0, 0.0, 20.0]).unwrap();
/// let mut flight = Prediction::new(&physics, &kick, PredictionOptions::default()).unwrap();
///
/// // Eight frames for ten seconds.
/// let slice = flight.steps_per_frame(8);
/// while flight.end().is_none() {
///     flight.advance_steps(&physics, slice);
/// }
/// assert_eq!(flight.end(), Some(FlightEnd::Rest));
/// assert!(flight.samples().len() < 60);
/// let first_bounce = flight.events()[0];
/// assert!(first_bounce.secs > 2.0 && first_bounce.secs < 3.0);
/// ```
#[derive(Clone, Debug)]
pub struct Prediction<S> {
    options: PredictionOptions,
    state: S,
    step_events: StepEvents,
    clock: Clock,
    steps_done: u32,
    steps_to_do: u32,
    sampler: Sampler,
    samples: Vec<Sample>,
    /// How many samples have passed.
    passed: usize,
    events: Vec<FlightEvent>,
    dense: Vec<BallMotion>,
    end: Option<FlightEnd>,
    /// Whether a ball at rest may be moved after the horizon.
    may_wake: bool,
    /// Whether the last sample is there only because the horizon is.
    has_last: bool,
    bad_forces: u32,
}

impl<S: Clone> Prediction<S> {
    /// Samples that nothing has passed yet, in order: the first is the one whose segment the time of the
    /// last [`Prediction::advance`] is in.
    ///
    /// While the prediction is incomplete, the velocity of the last sample may still change if samples
    /// are read as chords, and its acceleration if they are read with one.
    pub fn samples(&self) -> &[Sample] {
        self.samples.get(self.passed..).unwrap_or(&[])
    }

    /// Bounces and rolls, and last the end. Those that have passed are kept.
    pub fn events(&self) -> &[FlightEvent] {
        &self.events
    }

    /// Why the prediction is complete, if it is.
    pub fn end(&self) -> Option<FlightEnd> {
        self.end
    }

    /// Until when the ball is known, in seconds; to the horizon where it rests.
    pub fn known_secs(&self) -> f64 {
        match self.end {
            Some(FlightEnd::Rest) => self.horizon_secs(),
            _ => self.sampler.last().secs,
        }
    }

    /// When the prediction ends at the latest, in seconds.
    pub fn horizon_secs(&self) -> f64 {
        self.clock.secs_after(self.steps_to_do)
    }

    /// The steps that were asked of the physics so far.
    pub fn steps_done(&self) -> u32 {
        self.steps_done
    }

    /// How many steps a frame complete what is left in this many frames.
    pub fn steps_per_frame(&self, frames: u32) -> u32 {
        (self.steps_to_do - self.steps_done).div_ceil(if frames > 0 { frames } else { 1 })
    }

    /// How often a force was NaN or absurd, and was left out.
    pub fn bad_forces(&self) -> u32 {
        self.bad_forces
    }

    /// The state after the steps done.
    pub fn state(&self) -> &S {
        &self.state
    }

    /// The options.
    pub fn options(&self) -> &PredictionOptions {
        &self.options
    }

    /// The segments between samples, the last one up to what is known.
    pub fn segments(&self) -> impl Iterator<Item = Segment> + Clone + '_ {
        let samples = self.samples();
        let (known, last) = (self.known_secs(), *self.sampler.last());
        samples
            .iter()
            .enumerate()
            .filter_map(move |(index, &start)| {
                let next = samples.get(index + 1);
                let to_secs = next.map_or(known, |next| next.secs);
                let to_position = next.map_or(last.position, |next| next.position);
                let segment = Segment {
                    start,
                    to_secs,
                    to_position,
                };
                (to_secs > start.secs).then_some(segment)
            })
    }

    /// Where the samples say that the ball is; `None` before the first and beyond what is known.
    pub fn position_at(&self, secs: f64) -> Option<[f64; 3]> {
        let samples = self.samples();
        let after = samples.partition_point(|sample| sample.secs <= secs);
        let sample = samples.get(after.checked_sub(1)?)?;
        (secs <= self.known_secs()).then(|| sample.position_at(secs))
    }

    /// Every step, if the options asked for them, and on to the horizon where the ball rests.
    pub fn dense(&self) -> impl Iterator<Item = BallMotion> + Clone + '_ {
        let rests = self.end == Some(FlightEnd::Rest) && self.options.dense;
        let first = self.steps_done + 1;
        let until = if rests { self.steps_to_do + 1 } else { first };
        let last = *self.sampler.last();
        let resting = (first..until).map(move |step| BallMotion {
            secs: self.clock.secs_after(step),
            ..last
        });
        self.dense.iter().copied().chain(resting)
    }

    /// Drops the samples that have passed at this time. Times before the last call change nothing.
    pub fn advance(&mut self, secs: f64) {
        let samples = self.samples();
        let begun = samples.partition_point(|sample| sample.secs <= secs);
        self.passed += begun.saturating_sub(1);
        // Moving the rest down once in a while costs less than a queue. The one before the last is kept: an
        // extended prediction goes on from there.
        let gone = self.passed.min(self.samples.len().saturating_sub(2));
        if gone >= 32 && gone * 2 >= self.samples.len() {
            self.samples.drain(..gone);
            self.passed -= gone;
        }
    }

    /// Goes on with steps of the physics, at most this many, until the end; says whether that is reached.
    ///
    /// The physics has to be the one that the prediction was made with, with nothing changed.
    pub fn advance_steps<B: BallStep<State = S>>(&mut self, physics: &B, steps: u32) -> bool {
        for _ in 0..steps {
            if self.end.is_some() {
                break;
            }
            self.advance_step(physics);
        }
        self.end.is_some()
    }

    /// Goes on to the end.
    pub fn finish<B: BallStep<State = S>>(&mut self, physics: &B) {
        self.advance_steps(physics, self.steps_to_do);
    }
}
