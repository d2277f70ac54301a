//! Detects the moments of an event in the outputs of a network, one output per update.

mod pair;
mod peak;
mod phase;
mod trend;

use crate::encoding::Encoding;
use crate::guards::{Guards, GuardsError, Rejections};
use crate::probability::Probability;
use peak::PeakTrigger;
use phase::PhaseTrigger;

/// Fires when an event happens. Each event of each character needs its own trigger.
///
/// In each update, pass the network's pair and the time by which the clip advanced. The trigger fires when the time to
/// the event falls through zero and the phase changes by less than half a turn. An event also counts as reached if it
/// follows the end of the update by at most a thousandth of the update, so that rounding does not delay it.
///
/// ```
/// use footwork_base::FrameRate;
/// use footwork_events::{Encoding, EventTrack, Guards, Trigger};
///
/// let rate = FrameRate::whole(30).unwrap();
/// let encoding = Encoding::new(0.3, rate.period_secs()).unwrap();
/// let track = EventTrack::new(vec![0.5]).unwrap();
/// let signal = encoding.encode(&[track], rate, 30).unwrap();
///
/// let mut trigger = Trigger::new(encoding, Guards::default()).unwrap();
/// let mut fired = Vec::new();
/// for (frame, &pair) in signal.as_chunks().0.iter().enumerate() {
///     let passing = trigger.advance(pair, rate.period_secs());
///     fired.extend(passing.fired_ago_secs.map(|_| frame));
/// }
/// assert_eq!(fired, [15]);
/// ```
///
/// The time is that of the clip: at a play rate of two, it advances by twice the elapsed time. To play backwards, pass
/// a negative time. The signal is then read in reverse. An update of length 0 does nothing. A trigger does not
/// allocate.
///
/// An event predicted as a [`Probability`] has a trigger too: see [`Self::from_probability`].
#[derive(Clone, Debug)]
pub struct Trigger {
    kind: Kind,
}

#[derive(Clone, Debug)]
#[allow(
    clippy::large_enum_variant,
    reason = "a trigger does not allocate, and most are of the larger kind"
)]
enum Kind {
    Phase(PhaseTrigger),
    Peak(PeakTrigger),
}

/// The outcome of an update.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Passing {
    /// The time from the event to the end of the update, in seconds of the clip; `None` if there was no event. It is
    /// negative, by at most a thousandth of the update, if the event follows the update.
    pub fired_ago_secs: Option<f64>,
    /// Whether the update was at least as long as the window, so that it may have skipped an event. Shorter updates
    /// miss no event if events are more than two windows apart.
    pub may_have_missed: bool,
}

impl Trigger {
    /// Creates a trigger at the start of a stream.
    ///
    /// # Errors
    /// Returns [`GuardsError`] if a guard is out of range.
    pub fn new(encoding: Encoding, guards: Guards) -> Result<Self, GuardsError> {
        let phase = PhaseTrigger::new(encoding, guards)?;
        Ok(Self {
            kind: Kind::Phase(phase),
        })
    }

    /// Creates a trigger for an event whose output is a probability per frame. It reads the first number of each pair.
    /// It fires at a local maximum at or above the threshold, on the frame after the maximum. Such a trigger does not
    /// know the time to the event, so it has no lead, and [`Self::fires_within`] always returns `None`. It does not mix
    /// frames and does not report missed events.
    pub fn from_probability(probability: Probability) -> Self {
        Self {
            kind: Kind::Peak(PeakTrigger::new(probability)),
        }
    }

    /// Fires `secs` of the clip before the event, for effects that take time to be heard or sent. The lead is at most a
    /// quarter of the window, so that the crossing stays well inside the window. 0, negative numbers and NaN mean no
    /// lead. Networks predict distant events less accurately, so a lead costs accuracy.
    #[must_use]
    pub fn with_lead(mut self, secs: f64) -> Self {
        if let Kind::Phase(phase) = self.kind {
            self.kind = Kind::Phase(phase.with_lead(secs));
        }
        self
    }

    /// Returns the time between firing and the event, in seconds of the clip.
    pub(crate) fn lead_secs(&self) -> f64 {
        match &self.kind {
            Kind::Phase(phase) => phase.lead_secs(),
            Kind::Peak(_) => 0.0,
        }
    }

    /// Mixes each pair with earlier pairs, whose weight decays by a factor of e in `secs` of the clip. A time of
    /// 0, a negative time and NaN disable mixing. Smoothing is the most effective measure against noise, but
    /// delays events by about `secs`.
    #[must_use]
    pub fn with_smoothing(mut self, secs: f64) -> Self {
        if let Kind::Phase(phase) = self.kind {
            self.kind = Kind::Phase(phase.with_smoothing(secs));
        }
        self
    }

    /// Begins a new stream, for example after a jump to another pose. The counts of rejections are kept.
    pub fn restart(&mut self) {
        match &mut self.kind {
            Kind::Phase(phase) => phase.restart(),
            Kind::Peak(peak) => peak.restart(),
        }
    }

    /// Returns the number of crossings rejected so far, by check.
    pub fn rejections(&self) -> &Rejections {
        match &self.kind {
            Kind::Phase(phase) => phase.rejections(),
            Kind::Peak(peak) => peak.rejections(),
        }
    }

    /// Advances by `step_secs` of the clip to a frame. `pair` holds the frame's sine and cosine.
    ///
    /// The first update begins the stream, and an event exactly on its frame fires immediately. A pair with a NaN or an
    /// infinity discards all earlier pairs. The following pair does not begin a new stream, so an event exactly on its
    /// frame does not fire immediately. An update of length 0, NaN or infinity does nothing.
    #[inline]
    pub fn advance(&mut self, pair: [f32; 2], step_secs: f64) -> Passing {
        match &mut self.kind {
            Kind::Phase(phase) => phase.advance(pair, step_secs),
            Kind::Peak(peak) => peak.advance(pair[0], step_secs),
        }
    }

    /// Returns the time until the trigger fires, in seconds of the clip. Use it to prepare for the event. Returns
    /// `None` if that time is above `secs` or unknown, and before the first update.
    pub fn fires_within(&self, secs: f64) -> Option<f64> {
        match &self.kind {
            Kind::Phase(phase) => phase.fires_within(secs),
            Kind::Peak(_) => None,
        }
    }
}
