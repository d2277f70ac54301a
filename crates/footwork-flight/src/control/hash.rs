//! Adds situations, states and decisions to the hash of a log.

use crate::control::candidate::{ControlCandidate, PlayerCondition};
use crate::control::decision::{Assignment, ControlDecision, ScoredCandidate};
use crate::control::log::DecisionLogEntry;
use crate::control::micros::Micros;
use crate::control::rules::ControlRules;
use crate::control::score::ControlScore;
use crate::control::situation::ControlSituation;
use crate::control::situation::{ControlMode, Human};
use crate::control::state::{ControlState, HumanState, SwitchLock};
use crate::fnv::Fnv;
use crate::intercept::arrival::Arrival;
use crate::intercept::player::PlayerId;

/// Adds the types of control switching to a hash. The length of a list goes before its items, and 0 or 1 before an
/// option.
impl Fnv {
    fn micros(&mut self, time: Micros) {
        self.word(time.number().cast_unsigned());
    }

    fn option<T>(&mut self, value: Option<T>, add: impl FnOnce(&mut Self, T)) {
        self.word(u64::from(value.is_some()));
        if let Some(value) = value {
            add(self, value);
        }
    }

    fn list<T>(&mut self, values: &[T], add: impl Fn(&mut Self, &T)) {
        self.word(values.len() as u64);
        values.iter().for_each(|value| add(self, value));
    }

    fn player(&mut self, player: PlayerId) {
        self.word(u64::from(player.number()));
    }

    pub(super) fn rules(&mut self, rules: &ControlRules) {
        let &ControlRules {
            margin_secs,
            margin_fraction,
            max_margin_secs,
            dwell_secs,
            touch_secs,
            back_secs,
            lock_secs,
            pass_bonus_secs,
            blend_secs,
        } = rules;
        let numbers = [
            margin_secs,
            margin_fraction,
            max_margin_secs,
            dwell_secs,
            touch_secs,
            back_secs,
            pass_bonus_secs,
            blend_secs,
        ];
        numbers.into_iter().for_each(|number| self.number(number));
        self.option(lock_secs, Self::number);
    }

    pub(super) fn state(&mut self, state: &ControlState) {
        self.option(state.decided_at, Self::micros);
        self.option(state.touched_at, Self::micros);
        self.option(state.awaited_at, Self::micros);
        self.option(state.touched_by, Self::player);
        self.list(&state.humans, Self::remembered);
    }

    fn remembered(&mut self, human: &HumanState) {
        self.word(u64::from(human.id.number()));
        self.option(human.player, Self::player);
        self.micros(human.since);
        self.option(human.switched_at, Self::micros);
        self.option(human.next, Self::player);
        self.option(human.lock, |hash, lock| match lock {
            SwitchLock::Until(end) => hash.micros(end),
            SwitchLock::Touch => hash.word(u64::MAX),
        });
        self.list(&human.left, |hash, left| {
            hash.player(left.player);
            hash.micros(left.at);
        });
        self.option(human.request, |hash, request| {
            hash.option(request.to, Self::player);
            hash.option(request.shown, Self::player);
            hash.micros(request.at);
        });
    }

    pub(super) fn entry(&mut self, entry: &DecisionLogEntry) {
        self.situation(&entry.situation);
        self.decision(&entry.decision);
    }

    fn situation(&mut self, situation: &ControlSituation) {
        self.number(situation.now_secs);
        self.word(u64::from(situation.is_touched));
        self.option(situation.touched_by, Self::player);
        self.word(u64::from(situation.is_in_air));
        self.list(&situation.candidates, Self::candidate);
        self.list(&situation.humans, Self::human);
        self.list(&situation.requests, |hash, request| {
            hash.word(u64::from(request.human.number()));
            hash.option(request.to, Self::player);
        });
    }

    fn candidate(&mut self, candidate: &ControlCandidate) {
        self.player(candidate.player);
        self.word(u64::from(candidate.team.number()));
        match candidate.arrival {
            Arrival::Never => self.word(0),
            Arrival::At(secs) => {
                self.word(1);
                self.number(secs);
            }
            Arrival::Unknown { not_before_secs } => {
                self.word(2);
                self.number(not_before_secs);
            }
        }
        self.number(candidate.other_secs);
        self.word(match candidate.condition {
            PlayerCondition::Free => 0,
            PlayerCondition::Busy { .. } => 1,
            PlayerCondition::Injured { .. } => 2,
            PlayerCondition::Grounded { .. } => 3,
        });
        self.number(candidate.condition.delay_secs());
        self.word(u64::from(candidate.is_keeper));
        self.word(u64::from(candidate.is_pass_target));
    }

    fn human(&mut self, human: &Human) {
        self.word(u64::from(human.id.number()));
        self.word(u64::from(human.team.number()));
        self.option(human.player, Self::player);
        self.word(match human.settings.mode {
            ControlMode::Manual => 0,
            ControlMode::Assisted => 1,
            ControlMode::Automatic => 2,
        });
        self.word(u64::from(human.settings.air_balls_only));
        self.word(u64::from(human.settings.allows_keeper));
    }

    fn decision(&mut self, decision: &ControlDecision) {
        self.micros(decision.now);
        self.list(&decision.assignments, Self::assignment);
    }

    fn assignment(&mut self, assignment: &Assignment) {
        self.word(u64::from(assignment.human.number()));
        self.option(assignment.from, Self::player);
        self.option(assignment.player, Self::player);
        self.word(u64::from(assignment.reason.number()));
        self.option(assignment.present, Self::score);
        self.option(assignment.best, Self::scored);
        self.option(assignment.next, Self::player);
        self.option(assignment.stick.from, Self::micros);
        self.micros(assignment.stick.lasts);
    }

    fn scored(&mut self, scored: ScoredCandidate) {
        self.player(scored.player);
        self.option(scored.score, Self::score);
    }

    fn score(&mut self, score: ControlScore) {
        let parts = [score.arrival, score.delay, score.other, score.bonus];
        parts.into_iter().for_each(|part| self.micros(part));
    }
}
