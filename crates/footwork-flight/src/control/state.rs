//! What is remembered between decisions.

use crate::control::micros::Micros;
use crate::control::rules::Ticks;
use crate::control::situation::{ControlSituation, ManualSwitch};
use crate::control::situation::{Human, HumanId};
use crate::control::table::Table;
use crate::intercept::player::PlayerId;

/// Everything that is remembered between decisions. Plain data: save it by cloning it or writing its fields. Equal states
/// and situations give equal decisions, and any value of a field is valid.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ControlState {
    /// The time of the last decision.
    pub decided_at: Option<Micros>,
    /// The time of the last decision with a touch, while it counts
    /// ([`ControlRules::touch_secs`](crate::ControlRules::touch_secs)).
    pub touched_at: Option<Micros>,
    /// The last decision that waited for the prediction after that touch. The touch counts from then on.
    pub awaited_at: Option<Micros>,
    /// Who touched the ball last, if known.
    pub touched_by: Option<PlayerId>,
    /// The humans of the last decision, by number.
    pub humans: Vec<HumanState>,
}

/// What is remembered about a human.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct HumanState {
    /// The human.
    pub id: HumanId,
    /// Its assigned player.
    pub player: Option<PlayerId>,
    /// Since when it has that player.
    pub since: Micros,
    /// When it last moved from one player to another.
    pub switched_at: Option<Micros>,
    /// What its indicator shows.
    pub next: Option<PlayerId>,
    /// How long its requested switch stands.
    pub lock: Option<SwitchLock>,
    /// The players it left not long ago.
    pub left: Vec<LeftPlayer>,
    /// A requested switch whose turn has not come.
    pub request: Option<SwitchRequest>,
}

/// A player that a human left, to whom the rules do not return it for now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct LeftPlayer {
    /// The player.
    pub player: PlayerId,
    /// When.
    pub at: Micros,
}

/// How long a requested switch stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum SwitchLock {
    /// Until this time, or the next touch.
    Until(Micros),
    /// Until the next touch.
    Touch,
}

/// A requested switch that waits for its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SwitchRequest {
    /// The requested player; `None` for any.
    pub to: Option<PlayerId>,
    /// What the indicator showed.
    pub shown: Option<PlayerId>,
    /// When it was requested.
    pub at: Micros,
}

impl HumanState {
    fn joined(human: &Human, now: Micros) -> Self {
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

    /// Takes this player from now on.
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

impl ControlState {
    /// Brings the state up to date with a situation and its table: who is there, whom they control, the touch and the
    /// requests.
    pub(super) fn observe(&mut self, situation: &ControlSituation, table: &Table, ticks: &Ticks) {
        let (humans, now) = (&table.humans, table.now);
        self.decided_at = Some(now);
        let is_there = |id| humans.binary_search_by_key(&id, |human| human.id).is_ok();
        self.humans.retain(|state| is_there(state.id));
        for human in humans {
            if !self.humans.iter().any(|state| state.id == human.id) {
                self.humans.push(HumanState::joined(human, now));
            }
        }
        self.humans.sort_by_key(|state| state.id);
        self.humans.dedup_by_key(|state| state.id);
        let is_touched = self.observe_touch(situation, now);
        for (state, human) in self.humans.iter_mut().zip(humans) {
            if is_touched {
                state.lock = None;
            }
            // Who has the ball is no longer one that was left, and neither is who was left long ago. An opponent's touch
            // changes the game for all.
            let toucher = situation.touched_by.filter(|_| situation.is_touched);
            let is_opposed =
                is_touched && toucher.is_some_and(|player| table.is_opponent(human, player));
            state.left.retain(|left| {
                !is_opposed && Some(left.player) != toucher && now.minus(left.at) < ticks.back
            });
            if state.player != human.player {
                state.lock = None;
                state.take(human.player, now);
            }
            let asked = |request: &&ManualSwitch| request.human == human.id;
            if let Some(request) = situation.requests.iter().rev().find(asked) {
                let at = state.request.map_or(now, |request| request.at);
                state.request = Some(SwitchRequest {
                    to: request.to,
                    shown: state.next,
                    at,
                });
            }
        }
        // Invariant: a touch is remembered only while it matters, so that equal futures have equal states.
        let since = self.awaited_at.max(self.touched_at);
        let is_recent = since.is_some_and(|at| now.minus(at) <= ticks.touch);
        self.touched_at = self.touched_at.filter(|_| is_recent);
        self.awaited_at = self.awaited_at.filter(|_| is_recent);
    }

    /// Returns whether the ball was touched by anyone but the last player to touch it.
    fn observe_touch(&mut self, situation: &ControlSituation, now: Micros) -> bool {
        if !situation.is_touched {
            return false;
        }
        let before = std::mem::replace(&mut self.touched_by, situation.touched_by);
        let is_another = before.is_none() || before != situation.touched_by;
        if is_another {
            self.touched_at = Some(now);
            self.awaited_at = None;
        }
        is_another
    }
}
