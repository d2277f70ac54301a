//! The score of a candidate, as a time.

use crate::control::candidate::ControlCandidate;
use crate::control::error::ControlError;
use crate::control::micros::{MAX_LATE, Micros};
use crate::control::rules::Ticks;
use crate::intercept::arrival::Arrival;

/// The score of a candidate, and whether it is known.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum RowScore {
    Known(ControlScore),
    /// The candidate cannot reach the ball.
    Never,
    /// The score is not known yet. This is the best score that the candidate can turn out to have.
    Unknown(ControlScore),
}

impl RowScore {
    pub(super) fn known(self) -> Option<ControlScore> {
        match self {
            Self::Known(score) => Some(score),
            Self::Never | Self::Unknown(_) => None,
        }
    }

    /// Returns the best score that the candidate can turn out to have; `None` if it cannot reach the ball.
    pub(super) fn best(self) -> Option<ControlScore> {
        match self {
            Self::Known(score) | Self::Unknown(score) => Some(score),
            Self::Never => None,
        }
    }
}

/// The time until a player gets the ball, part by part. A lower score is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ControlScore {
    /// The time from now until the player can first take the ball, at least zero.
    pub arrival: Micros,
    /// The delay from the player's condition (rule 6).
    pub delay: Micros,
    /// The cost of other criteria, as a time.
    pub other: Micros,
    /// The bonus of a pass's target (rule 5).
    pub bonus: Micros,
}

impl ControlScore {
    /// Returns the sum by which candidates are compared: arrival, delay and other cost, minus the bonus.
    pub fn total(&self) -> Micros {
        let sum = self.arrival.plus(self.delay).plus(self.other);
        sum.minus(self.bonus)
    }

    /// Returns the score of a candidate.
    pub(super) fn from_candidate(
        candidate: &ControlCandidate,
        now: Micros,
        ticks: &Ticks,
    ) -> Result<RowScore, ControlError> {
        let micros = |name, secs: f64| {
            Micros::from_secs(secs).ok_or(ControlError::Number {
                player: candidate.player,
                name,
                secs,
            })
        };
        let arrival = match candidate.arrival {
            Arrival::At(secs)
            | Arrival::Unknown {
                not_before_secs: secs,
            } => Some(micros("arrival", secs)?),
            Arrival::Never => None,
        };
        if let (Some(at), Arrival::At(secs)) = (arrival, candidate.arrival)
            && now.minus(at) > MAX_LATE
        {
            return Err(ControlError::Past {
                player: candidate.player,
                arrival_secs: secs,
                now_secs: now.secs(),
            });
        }
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
        let Some(at) = arrival else {
            return Ok(RowScore::Never);
        };
        let score = Self {
            arrival: at.minus(now).max(Micros::ZERO),
            delay,
            other,
            bonus: if candidate.is_pass_target {
                ticks.pass_bonus
            } else {
                Micros::ZERO
            },
        };
        Ok(match candidate.arrival {
            Arrival::Unknown { .. } => RowScore::Unknown(score),
            _ => RowScore::Known(score),
        })
    }
}
