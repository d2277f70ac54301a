//! The parameters of the switching rules.

use crate::control::micros::{MAX_CONTROL_SECS, Micros};
use crate::out_of_range::OutOfRangeError;

/// The parameters of the rules of [`Control`](crate::Control). No number may be negative, and no time above
/// [`MAX_CONTROL_SECS`]. The defaults are the numbers in the text of the rules, and suit a game at full speed. The text
/// of the rules does not mention `touch_secs`, which is 0.1 s by default.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ControlRules {
    /// The smallest gain worth a switch, in seconds (rule 2).
    pub margin_secs: f64,
    /// The smallest gain worth a switch, as a fraction of the present player's score, at most 1. The larger of this
    /// gain and `margin_secs` applies (rule 2).
    pub margin_fraction: f64,
    /// The gain that is always worth a switch, in seconds, whatever the score of the present player (rule 2). Above
    /// this gain, neither the dwell time nor rule 4 prevents the switch.
    pub max_margin_secs: f64,
    /// The dwell time: the minimum time for which a human keeps a player, in seconds (rule 2).
    pub dwell_secs: f64,
    /// The time after a touch in which a human may switch before the dwell time is over, in seconds. Only one human
    /// switches per decision (rule 8), so the other humans get their turn within this time. The time starts again with
    /// each decision in which a human waits for the prediction. At 0, only the decision of the touch itself counts.
    pub touch_secs: f64,
    /// The time for which the rules do not return a human to a player that the human left, in seconds (rule 4).
    pub back_secs: f64,
    /// How long a requested switch stands, in seconds, unless the ball is touched earlier. `None` means until the next
    /// touch (rule 3).
    pub lock_secs: Option<f64>,
    /// The bonus of a pass's target, in seconds (rule 5).
    pub pass_bonus_secs: f64,
    /// The time over which the stick's old direction blends out, in seconds (rule 9).
    pub blend_secs: f64,
}

impl Default for ControlRules {
    fn default() -> Self {
        Self {
            margin_secs: 0.15,
            margin_fraction: 0.2,
            max_margin_secs: 1.0,
            dwell_secs: 0.4,
            touch_secs: 0.1,
            back_secs: 1.0,
            lock_secs: Some(2.0),
            pass_bonus_secs: 0.3,
            blend_secs: 0.3,
        }
    }
}

/// The rules in whole microseconds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Ticks {
    pub(super) margin: Micros,
    pub(super) margin_fraction: f64,
    pub(super) max_margin: Micros,
    pub(super) dwell: Micros,
    pub(super) touch: Micros,
    pub(super) back: Micros,
    pub(super) lock: Option<Micros>,
    pub(super) pass_bonus: Micros,
    pub(super) blend: Micros,
}

impl Ticks {
    pub(super) fn new(rules: &ControlRules) -> Result<Self, OutOfRangeError> {
        let fraction = rules.margin_fraction;
        if !(0.0..=1.0).contains(&fraction) {
            return Err(OutOfRangeError {
                name: "margin_fraction",
                value: fraction,
                min: 0.0,
                max: 1.0,
            });
        }
        Ok(Self {
            margin: length("margin_secs", rules.margin_secs)?,
            margin_fraction: fraction,
            max_margin: length("max_margin_secs", rules.max_margin_secs)?,
            dwell: length("dwell_secs", rules.dwell_secs)?,
            touch: length("touch_secs", rules.touch_secs)?,
            back: length("back_secs", rules.back_secs)?,
            lock: (rules.lock_secs.map(|secs| length("lock_secs", secs))).transpose()?,
            pass_bonus: length("pass_bonus_secs", rules.pass_bonus_secs)?,
            blend: length("blend_secs", rules.blend_secs)?,
        })
    }

    /// Returns the smallest gain for which it is worth leaving a player with the score `present`.
    #[allow(
        clippy::cast_possible_truncation,
        reason = "a part of an i64; the conversion is saturating"
    )]
    pub(super) fn margin_over(&self, present: Micros) -> Micros {
        let part = libm::round(present.number() as f64 * self.margin_fraction);
        self.margin
            .max(Micros::new(part as i64).min(self.max_margin))
    }
}

fn length(name: &'static str, value: f64) -> Result<Micros, OutOfRangeError> {
    Micros::from_secs(value)
        .filter(|_| value >= 0.0)
        .ok_or(OutOfRangeError {
            name,
            value,
            min: 0.0,
            max: MAX_CONTROL_SECS,
        })
}
