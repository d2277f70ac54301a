//! Decodes signals to event times.

use footwork_base::FrameRate;

use crate::encode::frame_time;
use crate::encoding::Encoding;
use crate::guards::{Guards, GuardsError, Rejections};
use crate::trigger::Trigger;

/// From this angle up to half a turn, the time to an event is ambiguous: the event may be at that distance or outside
/// the window.
const UNKNOWN_FROM: f64 = std::f64::consts::PI * (1.0 - 1.0 / 64.0);
/// A pair shorter than this has no direction.
const MIN_NORM: f64 = 0.05;

/// The events of a whole signal.
#[derive(Clone, Debug, PartialEq)]
pub struct Decoded {
    /// The times of the events in seconds, in rising order. They may lie between frames.
    pub times: Vec<f64>,
    /// The number of frames on which the time to the nearest event is unknown.
    pub unknown: usize,
    /// The number of rejected zero crossings, by reason.
    pub rejected: Rejections,
}

impl Encoding {
    /// Returns the time to the nearest event in seconds, positive before the event. Returns `None` if no event is
    /// within the window, if the pair is shorter than 0.05, or if a number is NaN or infinite.
    ///
    /// ```
    /// use footwork_events::Encoding;
    ///
    /// let encoding = Encoding::new(0.2, 0.0).unwrap();
    /// assert_eq!(encoding.decode([1.0, 0.0]), Some(0.1));
    /// // The length of the pair does not matter, only its direction.
    /// assert_eq!(encoding.decode([-0.5, 0.0]), Some(-0.1));
    /// assert_eq!(encoding.decode([0.0, -1.0]), None, "no event in reach");
    /// assert_eq!(encoding.decode([0.01, 0.01]), None, "too short");
    /// ```
    pub fn decode(&self, [sine, cosine]: [f32; 2]) -> Option<f64> {
        let (sine, cosine) = (f64::from(sine), f64::from(cosine));
        self.decode_exact(sine, cosine)
    }

    pub(crate) fn decode_exact(&self, sine: f64, cosine: f64) -> Option<f64> {
        // NaN is outside the range too. The direction of an infinite pair has no meaning.
        let squared = sine * sine + cosine * cosine;
        if !(MIN_NORM * MIN_NORM..f64::INFINITY).contains(&squared) {
            return None;
        }
        let angle = libm::atan2(sine, cosine);
        (angle.abs() <= UNKNOWN_FROM).then(|| self.secs_of(angle))
    }

    /// Returns the events of a whole signal. A [`Trigger`] finds the same events frame by frame. Frame i is at i / rate
    /// seconds.
    ///
    /// # Errors
    /// Returns [`GuardsError`] if a guard is out of range.
    pub fn decode_all(
        &self,
        pairs: &[[f32; 2]],
        rate: FrameRate,
        guards: Guards,
    ) -> Result<Decoded, GuardsError> {
        let period = rate.period_secs();
        let mut trigger = Trigger::new(*self, guards)?;
        let mut decoded = Decoded {
            times: Vec::new(),
            unknown: 0,
            rejected: Rejections::default(),
        };
        for (frame, &pair) in (0..).zip(pairs) {
            decoded.unknown += usize::from(self.decode(pair).is_none());
            if let Some(ago) = trigger.advance(pair, period).fired_ago_secs {
                decoded.times.push(frame_time(frame, rate) - ago);
            }
        }
        decoded.rejected = *trigger.rejections();
        Ok(decoded)
    }

    /// Returns the events of one round of a loop, in seconds from 0 up to the length of the loop. The frame of the last
    /// pair is also the first frame of the next round, so the loop is one frame shorter than the number of pairs.
    ///
    /// The signal is played twice, and only the events of the second round are returned. So the frames before the seam
    /// count, and an event across the seam is found once. Fewer than two pairs form no round and have no events.
    ///
    /// ```
    /// use footwork_base::FrameRate;
    /// use footwork_events::{Encoding, EventTrack, Guards};
    ///
    /// let (encoding, rate) = (Encoding::new(0.2, 0.0).unwrap(), FrameRate::whole(30).unwrap());
    /// // One second of motion, and a foot that strikes at its seam.
    /// let track = EventTrack::looped(vec![0.0], 1.0).unwrap();
    /// let signal = encoding.encode(&[track], rate, 31).unwrap();
    /// let pairs = signal.as_chunks().0;
    /// // The strike is on the first frame and on the last frame, which are the same moment.
    /// assert_eq!(encoding.decode_all(pairs, rate, Guards::default()).unwrap().times, [0.0, 1.0]);
    /// let looped = encoding.decode_loop(pairs, rate, Guards::default()).unwrap();
    /// assert_eq!(looped.times, [0.0]);
    /// ```
    ///
    /// # Errors
    /// Returns [`GuardsError`] if a guard is out of range.
    pub fn decode_loop(
        &self,
        pairs: &[[f32; 2]],
        rate: FrameRate,
        guards: Guards,
    ) -> Result<Decoded, GuardsError> {
        let period = rate.period_secs();
        let mut trigger = Trigger::new(*self, guards)?;
        let round = pairs.get(..pairs.len().saturating_sub(1)).unwrap_or(&[]);
        for &pair in round {
            trigger.advance(pair, period);
        }
        let before = *trigger.rejections();
        let mut decoded = Decoded {
            times: Vec::new(),
            unknown: 0,
            rejected: Rejections::default(),
        };
        let loop_secs = frame_time(i64::try_from(round.len()).unwrap_or(i64::MAX), rate);
        for (frame, &pair) in (0..).zip(round) {
            decoded.unknown += usize::from(self.decode(pair).is_none());
            if let Some(ago) = trigger.advance(pair, period).fired_ago_secs {
                let at = frame_time(frame, rate) - ago;
                let at = if at < 0.0 { at + loop_secs } else { at };
                // A tiny negative number plus the length of the loop rounds to the length of the loop.
                decoded.times.push(if at < loop_secs { at } else { 0.0 });
            }
        }
        decoded.times.sort_by(f64::total_cmp);
        decoded.rejected = trigger.rejections().since(&before);
        Ok(decoded)
    }
}
