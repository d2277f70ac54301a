//! How the direction of a stick blends around a switch.

use crate::control::micros::Micros;

/// Blends out the direction that the stick had at a switch (rule 9). At a switch, the thumb still steers the previous
/// player. Blending keeps the new player from jerking into that direction.
///
/// The weight of the old direction falls linearly from 1 at the switch to 0. A human who has never switched has no old
/// direction.
///
/// ```
/// use footwork_flight::{Micros, StickBlend};
///
/// let blend = StickBlend { from: Some(Micros::new(2_000_000)), lasts: Micros::new(300_000) };
/// assert_eq!(blend.old_weight(2.0), 1.0);
/// assert_eq!(blend.old_weight(2.15), 0.5);
/// assert_eq!(blend.old_weight(2.3), 0.0);
/// assert_eq!(blend.apply(2.15, [1.0, 0.0], [0.0, 1.0]), [0.5, 0.5]);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct StickBlend {
    /// The time of the switch; `None` if there is nothing to blend out.
    pub from: Option<Micros>,
    /// The duration of the blend.
    pub lasts: Micros,
}

impl StickBlend {
    /// Returns the weight of the old direction, from 0 to 1. It is 1 before the switch, and 0 if the time is NaN. The
    /// present direction has the rest of the weight.
    pub fn old_weight(&self, now_secs: f64) -> f64 {
        let Some(from) = self.from else { return 0.0 };
        // The time is rounded like all input. NaN and times out of range give the old direction no weight.
        let Some(now) = Micros::from_secs(now_secs) else {
            return 0.0;
        };
        let passed = now.minus(from);
        if passed >= self.lasts {
            return 0.0;
        }
        // Here `lasts` is positive, or the switch is in the future.
        if passed <= Micros::ZERO {
            1.0
        } else {
            1.0 - passed.number() as f64 / self.lasts.number() as f64
        }
    }

    /// Returns the direction in which to steer: a blend of the stick's direction at the switch, `old`, and its present
    /// direction, `new`.
    pub fn apply(&self, now_secs: f64, old: [f64; 2], new: [f64; 2]) -> [f64; 2] {
        let weight = self.old_weight(now_secs);
        if weight == 0.0 {
            return new;
        }
        [0, 1].map(|axis| old[axis] * weight + new[axis] * (1.0 - weight))
    }
}
