//! Reads a situation into the state before a decision: humans and their players, the touch and the requests.

use crate::control::micros::Micros;
use crate::control::rules::Ticks;
use crate::control::situation::{ControlSituation, ManualSwitch};
use crate::control::state::{ControlState, HumanState, SwitchRequest};
use crate::control::table::Table;

impl ControlState {
    /// Updates the state from a situation and its table: the humans present, the players they control, the touch and
    /// the requests.
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
            // The player who touched the ball no longer counts as left by a human, and neither does a player left long
            // ago. After a touch by an opponent, no player counts as left.
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
        // Invariant: a touch is remembered only while it matters. So states with equal futures are equal.
        let since = self.awaited_at.max(self.touched_at);
        let is_recent = since.is_some_and(|at| now.minus(at) <= ticks.touch);
        self.touched_at = self.touched_at.filter(|_| is_recent);
        self.awaited_at = self.awaited_at.filter(|_| is_recent);
    }

    /// Returns whether any player other than the last toucher touched the ball.
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
