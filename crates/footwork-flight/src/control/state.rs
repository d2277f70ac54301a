//! The state kept between decisions.

use crate::control::micros::Micros;
use crate::control::situation::{Human, HumanId};
use crate::intercept::player::PlayerId;

/// The state kept between decisions. It is plain data: to save it, clone it or write its fields. Equal states and
/// situations give equal decisions, and any value of a field is valid.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ControlState {
    /// The time of the last decision.
    pub decided_at: Option<Micros>,
    /// The time of the last decision with a touch. `None` once the touch no longer counts
    /// ([`ControlRules::touch_secs`](crate::ControlRules::touch_secs)).
    pub touched_at: Option<Micros>,
    /// The time of the last decision that waited for the prediction after that touch. The touch counts for
    /// [`ControlRules::touch_secs`](crate::ControlRules::touch_secs) from this time.
    pub awaited_at: Option<Micros>,
    /// The player who touched the ball last, if known.
    pub touched_by: Option<PlayerId>,
    /// The humans of the last decision, sorted by number.
    pub humans: Vec<HumanState>,
}

/// The state of a human.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct HumanState {
    /// The human.
    pub id: HumanId,
    /// The player assigned to the human.
    pub player: Option<PlayerId>,
    /// The time at which the human got this player.
    pub since: Micros,
    /// The time at which the human last moved from one player to another.
    pub switched_at: Option<Micros>,
    /// The player that the human's indicator shows.
    pub next: Option<PlayerId>,
    /// How long the human's requested switch stands.
    pub lock: Option<SwitchLock>,
    /// The players that the human left a short time ago.
    pub left: Vec<LeftPlayer>,
    /// A requested switch that waits for its turn.
    pub request: Option<SwitchRequest>,
}

/// A player that a human left a short time ago. Until `back_secs` have passed, the rules return the human to this
/// player only in the cases of rule 4.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct LeftPlayer {
    /// The player.
    pub player: PlayerId,
    /// The time at which the human left this player.
    pub at: Micros,
}

/// How long a requested switch stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum SwitchLock {
    /// Until this time, or the next touch if that is earlier.
    Until(Micros),
    /// Until the next touch.
    Touch,
}

/// A requested switch that waits for its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SwitchRequest {
    /// The requested player; `None` leaves the choice to the rules.
    pub to: Option<PlayerId>,
    /// The player that the indicator showed at the request.
    pub shown: Option<PlayerId>,
    /// The time of the request.
    pub at: Micros,
}

impl HumanState {
    pub(super) fn joined(human: &Human, now: Micros) -> Self {
        Self {
            id: human.id,
            player: human.player,
            since: now,
            switched_at: None,
            next: None,
            lock: None,
            left: Vec::new(),
            request: None,
        }
    }

    pub(super) fn is_locked(&self, now: Micros) -> bool {
        match self.lock {
            Some(SwitchLock::Until(end)) => now < end,
            Some(SwitchLock::Touch) => true,
            None => false,
        }
    }

    pub(super) fn has_left(&self, player: PlayerId) -> bool {
        self.left.iter().any(|left| left.player == player)
    }

    /// Assigns a player from now on.
    pub(super) fn take(&mut self, player: Option<PlayerId>, now: Micros) {
        if self.player == player {
            return;
        }
        if let Some(old) = self.player {
            self.left.retain(|left| left.player != old);
            self.left.push(LeftPlayer {
                player: old,
                at: now,
            });
            self.switched_at = Some(now);
        }
        self.player = player;
        self.since = now;
    }
}
