//! The score of a candidate, in time.

use crate::control::candidate::ControlCandidate;
use crate::control::error::ControlError;
use crate::control::micros::Micros;
use crate::control::rules::Ticks;

/// How soon a player gets the ball, part by part; lower is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ControlScore {
    /// From now until it can first take the ball; at least zero.
    pub arrival: Micros,
    /// The delay by its condition (rule 6).
    pub delay: Micros,
    /// The cost of other criteria.
    pub other: Micros,
    /// The bonus of the target of a pass (rule 5).
    pub bonus: Micros,
}

impl ControlScore {
    /// Returns the sum by which players are compared.
    pub fn total(&self) -> Micros {
        let sum = self.arrival.plus(self.delay).plus(self.other);
        sum.minus(self.bonus)
    }

    /// The score of a candidate; `None` if it cannot reach the ball at all.
    pub(super) fn from_candidate(
        candidate: &ControlCandidate,
        now: Micros,
        ticks: &Ticks,
    ) -> Result<Option<Self>, ControlError> {
        let micros = |name, secs: f64| {
            Micros::from_secs(secs).ok_or(ControlError::Number {
                player: candidate.player,
                name,
                secs,
            })
        };
        let first = candidate.first_secs;
        let first = first.map(|secs| micros("first_secs", secs)).transpose()?;
        let other = micros("other_secs", candidate.other_secs)?;
        let delay_secs = candidate.condition.delay_secs();
        let delay = micros("delay_secs", delay_secs)?;
        if delay_secs < 0.0 {
            return Err(ControlError::Number {
                player: candidate.player,
                name: "delay_secs",
                secs: delay_secs,
            });
        }
        Ok(first.map(|first| Self {
            arrival: first.minus(now).max(Micros::ZERO),
            delay,
            other,
            bonus: match candidate.is_pass_target {
                true => ticks.pass_bonus,
                false => Micros::ZERO,
            },
        }))
    }
}
