//! The predicted flight, built one slice at a time and reduced to few samples.

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
use build::steps_in;
use clock::Clock;
use sampler::Sampler;

/// The share of the horizon that stays ahead.
const KEPT_AHEAD: f64 = 0.8;

/// The predicted flight of a ball, complete or in progress.
///
/// A prediction starts from a state and grows by one slice per call of [`Prediction::advance_frame`]. Every slice can be
/// used immediately, and the result has the same bits for any slicing. The prediction stays valid until a moving object
/// touches the ball. Then call [`Prediction::restart`]. [`Prediction::extend`] moves the horizon.
///
/// ```
/// use footwork_flight::{BallParams, BallPhysics, BallState, FlightEnd, Pitch, Prediction, PredictionOptions};
///
/// let physics = BallPhysics::new(BallParams::default(), Pitch::default().statics().unwrap()).unwrap();
/// let kick = BallState::new(0.0, [0.0, 0.11, 0.0], [18.0, 12.0, 0.0]).unwrap();
/// let mut flight = Prediction::new(&physics, &kick, PredictionOptions::default()).unwrap();
///
/// // Once per frame, with the time of the game: ten seconds in eight frames.
/// let mut frames = 0;
/// while !flight.advance_frame(&physics, f64::from(frames) / 60.0) {
///     frames += 1;
/// }
/// assert!(frames < 8);
/// assert_eq!(flight.end(), Some(FlightEnd::Rest));
/// assert!(flight.samples().len() < 60);
/// let first_bounce = flight.events()[0];
/// assert!(first_bounce.secs > 2.0 && first_bounce.secs < 3.0);
/// ```
///
/// # Saving
/// To save a prediction, save the state from which it started, its horizon and its number of steps, and predict again.
/// A prediction from the current ball would have other samples, and decisions may differ.
///
/// ```
/// # use footwork_flight::{BallParams, BallPhysics, BallState, Pitch, Prediction, PredictionOptions};
/// # let physics = BallPhysics::new(BallParams::default(), Pitch::default().statics().unwrap()).unwrap();
/// # let options = PredictionOptions { keeps_ahead: true, ..PredictionOptions::default() };
/// # let kick = BallState::new(60.0, [0.0, 0.11, 0.0], [18.0, 12.0, 0.0]).unwrap();
/// # let mut flight = Prediction::new(&physics, &kick, options).unwrap();
/// # let mut now_secs = 60.0;
/// # for frame in 1..=330 {
/// #     now_secs = 60.0 + f64::from(frame) / 60.0;
/// #     flight.advance_frame(&physics, now_secs);
/// # }
/// // `kick` was passed to `new` or `restart`. Save it with these two.
/// let (horizon_secs, steps) = (flight.horizon_secs(), flight.steps_done());
///
/// let mut again = Prediction::new(&physics, &kick, options).unwrap();
/// if horizon_secs > again.horizon_secs() {
///     again.extend(horizon_secs - again.horizon_secs()).unwrap();
/// }
/// again.advance_steps(&physics, steps);
/// again.advance(now_secs);
/// assert_eq!(again.samples(), flight.samples());
/// assert_eq!((again.horizon_secs(), again.end()), (flight.horizon_secs(), flight.end()));
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
    /// The number of samples that are in the past.
    passed: usize,
    events: Vec<FlightEvent>,
    dense: Vec<BallMotion>,
    end: Option<FlightEnd>,
    /// Whether a later horizon would resume stepping.
    can_resume: bool,
    /// Whether the last sample only marks the end.
    has_end_sample: bool,
    bad_forces: u32,
    /// The height of the ground under the last known point.
    end_ground_m: Option<f64>,
}

impl<S: Clone> Prediction<S> {
    /// Returns the present and future samples, in order. The segment of the first sample contains the time of the last
    /// [`Prediction::advance`].
    ///
    /// While the prediction is incomplete, the last sample may still change: its velocity with [`SampleReading::Chord`], and
    /// its acceleration with [`SampleReading::Acceleration`].
    pub fn samples(&self) -> &[Sample] {
        self.samples.get(self.passed..).unwrap_or(&[])
    }

    /// Returns the bounces and rolls in order, including past ones. The last event of a complete prediction is its end.
    pub fn events(&self) -> &[FlightEvent] {
        &self.events
    }

    /// Returns why the prediction is complete; `None` if it is incomplete.
    pub fn end(&self) -> Option<FlightEnd> {
        self.end
    }

    /// Returns the time up to which the flight is predicted, in seconds. For a ball at rest this is the horizon.
    pub fn known_secs(&self) -> f64 {
        match self.end {
            Some(FlightEnd::Rest) => self.horizon_secs(),
            _ => self.sampler.last().secs,
        }
    }

    /// Returns the time of the horizon, in seconds.
    pub fn horizon_secs(&self) -> f64 {
        self.clock.secs_after(self.steps_to_do)
    }

    /// Returns the number of steps taken so far.
    pub fn steps_done(&self) -> u32 {
        self.steps_done
    }

    /// Returns the number of steps in which a force was ignored because it was NaN or out of range.
    pub fn bad_forces(&self) -> u32 {
        self.bad_forces
    }

    /// Returns the state after the steps taken so far.
    pub fn state(&self) -> &S {
        &self.state
    }

    /// Returns the options.
    pub fn options(&self) -> &PredictionOptions {
        &self.options
    }

    /// Returns the segments between samples. The last segment ends at [`Prediction::known_secs`].
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
                    to_ground_m: next.map_or(self.end_ground_m, |next| next.ground_m),
                };
                (to_secs > start.secs).then_some(segment)
            })
    }

    /// Returns the position interpolated from the samples; `None` before the first sample and after
    /// [`Prediction::known_secs`].
    pub fn position_at(&self, secs: f64) -> Option<[f64; 3]> {
        let samples = self.samples();
        let after = samples.partition_point(|sample| sample.secs <= secs);
        let sample = samples.get(after.checked_sub(1)?)?;
        (secs <= self.known_secs()).then(|| sample.position_at(secs))
    }

    /// Returns every step if [`PredictionOptions::dense`] is set, and no step otherwise. A ball at rest has steps up to
    /// the horizon.
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

    /// Drops the samples before `secs`, and extends the prediction if [`PredictionOptions::keeps_ahead`] is set. A time
    /// before that of the last call has no effect.
    pub fn advance(&mut self, secs: f64) {
        let samples = self.samples();
        let begun = samples.partition_point(|sample| sample.secs <= secs);
        self.passed += begun.saturating_sub(1);
        // Moving the remaining samples to the front from time to time is cheaper than a queue. The last two samples are
        // kept, because an extended prediction continues from there.
        let gone = self.passed.min(self.samples.len().saturating_sub(2));
        if gone >= 32 && gone * 2 >= self.samples.len() {
            self.samples.drain(..gone);
            self.passed -= gone;
        }
        let (ahead, horizon) = (self.horizon_secs() - secs, self.options.horizon_secs);
        if self.options.keeps_ahead && ahead < KEPT_AHEAD * horizon {
            // This fails once the prediction spans a day. The horizon then stays.
            let _ = self.extend(horizon - ahead);
        }
    }

    /// Advances by a frame. Returns whether the prediction is complete.
    ///
    /// The call drops the samples before `now_secs`, extends the prediction if [`PredictionOptions::keeps_ahead`] is
    /// set, and takes the steps of one frame. A whole horizon takes [`PredictionOptions::frames`] frames.
    ///
    /// Call this exactly once per frame. Pass the physics that the prediction was built with, unchanged.
    pub fn advance_frame<B: BallStep<State = S>>(&mut self, physics: &B, now_secs: f64) -> bool {
        self.advance(now_secs);
        let all = steps_in(self.options.horizon_secs, self.clock.step_secs());
        self.advance_steps(physics, all.div_ceil(self.options.frames))
    }

    /// Takes at most `steps` steps. Returns whether the prediction is complete.
    ///
    /// Pass the physics that the prediction was built with, unchanged.
    pub fn advance_steps<B: BallStep<State = S>>(&mut self, physics: &B, steps: u32) -> bool {
        // A contact may replace the last sample, so its ground is looked up again.
        let known = self.samples.len().saturating_sub(1);
        for _ in 0..steps {
            if self.end.is_some() {
                break;
            }
            self.advance_step(physics);
        }
        self.find_ground(physics, known);
        self.end.is_some()
    }

    /// Takes all remaining steps. The prediction is then complete.
    pub fn finish<B: BallStep<State = S>>(&mut self, physics: &B) {
        self.advance_steps(physics, self.steps_to_do);
    }
}
