//! The events that a network predicts, on the clock of a game.
//!
//! A network runs at the rate of its training data, and a game at its own rate. Each output frame may announce an event
//! shortly after it. After each update of its clock, the game looks up the passed events, as with an
//! [`EventTrack`](crate::EventTrack).

use std::collections::VecDeque;

use footwork_base::FrameRate;

use crate::encode::frame_time;
use crate::encoding::Encoding;
use crate::guards::{Guards, GuardsError, Rejections};
use crate::target::EventTarget;
use crate::trigger::Trigger;

/// The number of latest events that [`NetworkEvents`] remembers for each kind of event.
const KEPT: usize = 16;

/// The events that a network predicts frame by frame, as times on one clock.
///
/// Output frame i, counted from 0 since the start, is at i / rate seconds of the clock. Push a frame as soon as the
/// network has computed it. Then call [`between`](Self::between) to find the events that the clock has passed. Each
/// kind of event has a [`Trigger`], which decodes its pairs to the same times as [`Encoding::decode_all`].
///
/// An event is known on the first output frame after it, so up to one frame late. There are two ways to know it
/// earlier. [`coming`](Self::coming) announces events in advance. With a [lead](Self::with_lead) of one frame, an event
/// is decoded before the clock reaches it, and is passed on time, but its time is less exact. The acceptable delay
/// decides which is better. With the networks of `testdata/signals/` and a limit of 50 ms until events are heard, the
/// mean F1 is 0.51 with a lead of one frame and 0.46 without a lead.
///
/// ```
/// use footwork_base::FrameRate;
/// use footwork_events::{Encoding, EventTrack, Guards, NetworkEvents};
///
/// let rate = FrameRate::whole(30).unwrap();
/// let encoding = Encoding::new(0.3, rate.period_secs()).unwrap();
/// // These outputs replace those of a network.
/// let outputs = encoding.encode(&[EventTrack::new(vec![0.51]).unwrap()], rate, 30).unwrap();
/// let mut outputs = outputs.as_chunks::<2>().0.iter();
///
/// let strikes = NetworkEvents::new(rate, &[encoding], Guards::default()).unwrap();
/// let mut strikes = strikes.with_lead(rate.period_secs());
/// let mut heard = Vec::new();
/// for frame in 0..140 {
///     let (previous, now) = (f64::from(frame - 1) / 144.0, f64::from(frame) / 144.0);
///     while strikes.next_frame_secs() <= now {
///         strikes.push(&[*outputs.next().unwrap()]).unwrap();
///     }
///     heard.extend(strikes.between(0, previous, now).map(|at| (at, now)));
/// }
/// let [(at, now)] = heard[..] else { panic!("{heard:?}") };
/// assert!((at - 0.51).abs() < 1e-3 && now - at < 1.0 / 144.0);
/// ```
#[derive(Clone, Debug)]
pub struct NetworkEvents {
    rate: FrameRate,
    kinds: Vec<Kind>,
    delay_secs: f64,
    /// The number of frames pushed so far.
    frames: i64,
}

/// One kind of event.
#[derive(Clone, Debug)]
struct Kind {
    trigger: Trigger,
    lead_secs: f64,
    /// The latest events, in the order in which they are passed.
    known: VecDeque<Known>,
}

/// An event on the clock.
#[derive(Clone, Copy, Debug)]
struct Known {
    /// The time of the event, in seconds.
    at: f64,
    /// The clock time at which an update passes the event: the event's time, or that of the output frame that makes it
    /// known if that is later.
    passed: f64,
}

/// The error for an output frame whose number of pairs is not the number of events. The frame is ignored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PairCountError {
    /// The number of events.
    pub expected: usize,
    /// The number of pairs.
    pub found: usize,
}

footwork_base::display! { PairCountError:
    Self { expected, found } => "there are {expected} events, and the frame has {found} pairs";
}

impl std::error::Error for PairCountError {}

impl NetworkEvents {
    /// Creates the events at the start of a stream, one kind of event for each encoding.
    ///
    /// # Errors
    /// Returns [`GuardsError`] if a guard is out of range.
    pub fn new(
        rate: FrameRate,
        encodings: &[Encoding],
        guards: Guards,
    ) -> Result<Self, GuardsError> {
        let targets: Vec<_> = encodings
            .iter()
            .copied()
            .map(EventTarget::Encoded)
            .collect();
        Self::from_targets(rate, &targets, guards)
    }

    /// Creates the events at the start of a stream, some of them as probabilities. An event with a probability has no
    /// guards, no lead and no smoothing, and [`coming`](Self::coming) never announces it. Its times are on frames, and
    /// each is known on the next frame.
    ///
    /// # Errors
    /// Returns [`GuardsError`] if a guard is out of range.
    pub fn from_targets(
        rate: FrameRate,
        targets: &[EventTarget],
        guards: Guards,
    ) -> Result<Self, GuardsError> {
        let kind = |target: &EventTarget| {
            Ok(Kind {
                trigger: target.trigger(guards)?,
                lead_secs: 0.0,
                known: VecDeque::with_capacity(KEPT),
            })
        };
        Ok(Self {
            rate,
            kinds: targets.iter().map(kind).collect::<Result<_, _>>()?,
            delay_secs: 0.0,
            frames: 0,
        })
    }

    /// Decodes events `secs` before they happen. The lead is at most a quarter of each window. 0, negative numbers and
    /// NaN mean no lead.
    #[must_use]
    pub fn with_lead(mut self, secs: f64) -> Self {
        for kind in &mut self.kinds {
            kind.trigger = kind.trigger.clone().with_lead(secs);
            kind.lead_secs = kind.trigger.lead_secs();
        }
        self
    }

    /// States that each frame is pushed `secs` after its time on the clock, for a network whose inputs need later
    /// frames. Events keep their times, but are passed when they become known. Negative numbers and NaN mean no delay.
    #[must_use]
    pub fn with_delay(mut self, secs: f64) -> Self {
        self.delay_secs = if secs > 0.0 { secs } else { 0.0 };
        self
    }

    /// Mixes each pair with earlier pairs; see [`Trigger::with_smoothing`].
    #[must_use]
    pub fn with_smoothing(mut self, secs: f64) -> Self {
        for kind in &mut self.kinds {
            kind.trigger = kind.trigger.clone().with_smoothing(secs);
        }
        self
    }

    /// Begins a new stream, whose clock starts at 0. Past events are forgotten, but rejections are kept.
    ///
    /// Pass a negative `previous` in the next call of [`Self::between`]. Otherwise an event on frame 0, at time 0, is
    /// left out.
    pub fn restart(&mut self) {
        self.frames = 0;
        for kind in &mut self.kinds {
            kind.trigger.restart();
            kind.known.clear();
        }
    }

    /// Returns the number of kinds of events.
    pub fn len(&self) -> usize {
        self.kinds.len()
    }

    /// Returns whether there are no kinds of events.
    pub fn is_empty(&self) -> bool {
        self.kinds.is_empty()
    }

    /// Returns the time of the next output frame on the clock, in seconds.
    pub fn next_frame_secs(&self) -> f64 {
        frame_time(self.frames, self.rate)
    }

    /// Reads the next output frame: the sine and cosine of each event, in the order of the encodings. For a
    /// probability, only the first number of its pair is read. Does not allocate.
    ///
    /// # Errors
    /// Returns [`PairCountError`] if the number of pairs is not the number of events.
    pub fn push(&mut self, pairs: &[[f32; 2]]) -> Result<(), PairCountError> {
        if pairs.len() != self.kinds.len() {
            return Err(PairCountError {
                expected: self.kinds.len(),
                found: pairs.len(),
            });
        }
        let (now, period) = (self.next_frame_secs(), self.rate.period_secs());
        for (kind, pair) in self.kinds.iter_mut().zip(pairs) {
            let Some(ago) = kind.trigger.advance(*pair, period).fired_ago_secs else {
                continue;
            };
            let at = now - ago + kind.lead_secs;
            // The clock may have passed the event before this frame.
            let passed = libm::fmax(at, now + self.delay_secs);
            if kind.known.len() == KEPT {
                kind.known.pop_front();
            }
            kind.known.push_back(Known { at, passed });
        }
        self.frames = self.frames.saturating_add(1);
        Ok(())
    }

    /// Returns the times of an event that the clock passed from `previous` to `now`, in the order of passing. Forwards,
    /// these are times in `(previous, now]`; backwards, times in `[now, previous)`. An event that becomes known only
    /// after its time is passed on the output frame that makes it known. So its time may be before `previous`, by up to
    /// a frame plus the delay.
    ///
    /// Consecutive updates return each event once, provided that every output frame up to `now` minus the
    /// [delay](Self::with_delay) has been pushed. Only the latest 16 times of each kind of event are kept. The result
    /// is empty for an unknown event and for NaN.
    pub fn between(&self, event: usize, previous: f64, now: f64) -> impl Iterator<Item = f64> + '_ {
        let known = self.kinds.get(event).map(|kind| &kind.known);
        let is_rising = move |passed: f64| previous < passed && passed <= now;
        let is_falling = move |passed: f64| now <= passed && passed < previous;
        let rising = known.into_iter().flatten();
        let falling = known.into_iter().flat_map(|known| known.iter().rev());
        rising
            .filter(move |passing| is_rising(passing.passed))
            .chain(falling.filter(move |passing| is_falling(passing.passed)))
            .map(|passing| passing.at)
    }

    /// Returns the clock time at which an event will be passed; `None` unless it is after `now` and at most `secs`
    /// later. Use it to prepare for the event, for example to start a sound ahead of its peak. The time changes with
    /// every output frame until the trigger fires. The network may still withdraw an announced event, or a guard may
    /// reject it.
    pub fn coming(&self, event: usize, now: f64, secs: f64) -> Option<f64> {
        let kind = self.kinds.get(event)?;
        let is_coming = |at: &f64| now < *at && *at - now <= secs;
        let known = kind.known.iter().map(|passing| passing.at).find(is_coming);
        known.or_else(|| {
            let last_frame = frame_time(self.frames - 1, self.rate);
            let until = kind.trigger.fires_within(f64::INFINITY)?;
            Some(last_frame + until + kind.lead_secs).filter(is_coming)
        })
    }

    /// Returns the number of crossings rejected so far for an event, by check; `None` for an unknown event.
    pub fn rejections(&self, event: usize) -> Option<&Rejections> {
        self.kinds.get(event).map(|kind| kind.trigger.rejections())
    }
}
