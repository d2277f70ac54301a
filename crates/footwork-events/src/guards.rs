//! The checks of a trigger before it fires, and the number of crossings that each check rejected.

/// The checks of a [`Trigger`](crate::Trigger). Each can be disabled.
///
/// | check | rejects a crossing if | default |
/// |---|---|---|
/// | `norm` | a pair is shorter than this: the network is unsure | off |
/// | `nearness` | the pair before or after the crossing is too far from the event: further than the length of the update plus this share of the window | 0.8 |
/// | `falling` | the pairs of the last eighth of the window rise overall | off |
/// | `jump` | the signal fell too far: by more than the length of the update plus this share of the window | off |
/// | `approach` | the signal was this share of the window after an event, and since then it has not been this share before one | off |
/// | `slope` | the time to the event fell by less or more than these seconds per second | off |
/// | `refractory_secs` | the previous event was less than this many seconds ago | off |
///
/// A guard that rejects a false crossing of one network can reject a true crossing of another. With each of the
/// networks in `testdata/signals/`, the F1 with the default guards is at least the F1 without guards. The guide on
/// events lists how each guard changes the F1.
///
/// Signals with noise on every frame need more guards, because jitter around zero fires repeatedly, even on a rising
/// signal. With [`Guards::STEADY`] and normally distributed noise of up to 0.15 on both numbers of each pair, none of
/// 120,000 rising crossings fired. This was measured at 30, 60, 120 and 240 frames per second with windows of a quarter
/// of a second. With noise of 0.2, 6 of 30,000 crossings fired at 30 frames per second, and none at higher rates.
/// Against more noise, use [`Trigger::with_smoothing`](crate::Trigger::with_smoothing).
///
/// `jump` is for windows that reach past the middle between two events. At that middle, the signal jumps from the time
/// since one event to the time to the next. At 30 frames per second, the signal of a network may fall by more than a
/// quarter of a short window in one update. A `jump` of 0.25 then rejects true events.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Guards {
    /// The length of the shortest trusted pair, from 0 to 1.
    pub norm: Option<f64>,
    /// The allowed distance, as a share of the window from 0 to 1.
    pub nearness: Option<f64>,
    /// Whether to reject a crossing of a signal that rises overall.
    pub falling: bool,
    /// The allowed fall, as a share of the window from 0 to 1.
    pub jump: Option<f64>,
    /// The required distance, as a share of the window from 0 to 0.5.
    pub approach: Option<f64>,
    /// The smallest and the largest slope, in seconds per second. A clean signal falls by 1.
    pub slope: Option<(f64, f64)>,
    /// The shortest time between two events, in seconds of the clip, at least 0.
    pub refractory_secs: Option<f64>,
}

impl Default for Guards {
    fn default() -> Self {
        Self {
            norm: None,
            nearness: Some(0.8),
            falling: false,
            jump: None,
            approach: None,
            slope: None,
            refractory_secs: None,
        }
    }
}

impl Guards {
    /// Guards without checks. Every fall through zero by less than half a turn fires. A greater fall counts as a rise
    /// on the other side.
    pub const NONE: Self = Self {
        norm: None,
        nearness: None,
        falling: false,
        jump: None,
        approach: None,
        slope: None,
        refractory_secs: None,
    };

    /// Guards for signals with noise on every frame, such as those of a network whose input is one frame at a time. For
    /// networks with more input frames, these guards lose true events: up to 0.05 of F1 at 30 frames per second.
    pub const STEADY: Self = Self {
        norm: Some(0.05),
        nearness: Some(0.5),
        falling: true,
        jump: Some(0.25),
        approach: Some(0.125),
        slope: None,
        refractory_secs: None,
    };

    /// Checks that all numbers are in range. [`Trigger`](crate::Trigger) makes the same check.
    ///
    /// ```
    /// use footwork_events::{Guards, GuardsError};
    ///
    /// assert_eq!(Guards::default().check(), Ok(()));
    /// let nowhere = Guards { nearness: Some(5.0), ..Guards::default() };
    /// assert_eq!(nowhere.check(), Err(GuardsError::BadShare { name: "nearness", max: 1.0 }));
    /// ```
    ///
    /// # Errors
    /// Returns [`GuardsError`] for the first number out of range.
    pub fn check(&self) -> Result<(), GuardsError> {
        let shares = [
            ("norm", self.norm, 1.0),
            ("nearness", self.nearness, 1.0),
            ("jump", self.jump, 1.0),
            ("approach", self.approach, 0.5),
        ];
        for (name, share, max) in shares {
            if share.is_some_and(|share| !(0.0..=max).contains(&share)) {
                return Err(GuardsError::BadShare { name, max });
            }
        }
        // The comparison is false for NaN too.
        let is_order = |(least, most): (f64, f64)| least <= most;
        if self.slope.is_some_and(|slope| !is_order(slope)) {
            return Err(GuardsError::BadSlope);
        }
        if self.refractory_secs.is_none_or(|secs| secs >= 0.0) {
            Ok(())
        } else {
            Err(GuardsError::BadRefractory)
        }
    }
}

/// The reason why guards were rejected.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum GuardsError {
    /// A length or a share of the window is negative, NaN, or above its maximum.
    BadShare {
        /// The name of the guard.
        name: &'static str,
        /// The maximum of the guard.
        max: f64,
    },
    /// The smallest slope is above the largest slope, or one of them is NaN.
    BadSlope,
    /// The refractory time is below 0 or NaN.
    BadRefractory,
}

footwork_base::display! { GuardsError:
    Self::BadShare { name, max } => "the guard `{name}` must be at least 0 and at most {max}";
    Self::BadSlope => "the guard `slope` must be the least slope, then the greatest";
    Self::BadRefractory => "the guard `refractory_secs` must be at least 0 s";
}

impl std::error::Error for GuardsError {}

/// The number of zero crossings that each check rejected. If several checks reject a crossing, it counts only for the
/// first of them, in the order of the fields.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rejections {
    /// A pair was too short.
    pub norm: u64,
    /// A pair before or after the crossing was too far from the event.
    pub nearness: u64,
    /// The signal rose overall.
    pub falling: u64,
    /// The signal fell too far for the length of the update.
    pub jump: u64,
    /// The signal did not come from before an event.
    pub approach: u64,
    /// The signal fell too slowly or too fast.
    pub slope: u64,
    /// The crossing came too soon after the previous event.
    pub refractory: u64,
}

impl Rejections {
    /// Returns the difference from an earlier count of the same trigger.
    pub(crate) fn since(&self, earlier: &Self) -> Self {
        Self {
            norm: self.norm - earlier.norm,
            nearness: self.nearness - earlier.nearness,
            falling: self.falling - earlier.falling,
            jump: self.jump - earlier.jump,
            approach: self.approach - earlier.approach,
            slope: self.slope - earlier.slope,
            refractory: self.refractory - earlier.refractory,
        }
    }
}
