//! The laws of every decision, checked against a separate record of the match.

use std::collections::BTreeMap;
use std::fmt;

use footwork_flight::PlayerId;
use footwork_flight::{
    Assignment, ControlCandidate, ControlDecision, ControlMode, ControlReason, ControlRules,
    ControlSituation, Human, HumanId,
};

use crate::matches::kick::larger;

/// The permitted error from rounding a few numbers to microseconds.
const SLACK_SECS: f64 = 5e-6;

/// A record of one human.
#[derive(Clone, Debug, Default)]
struct Seen {
    player: Option<PlayerId>,
    since_secs: f64,
    switched_secs: Option<f64>,
    lock_until_secs: f64,
    /// The players that the human left since the last touch, each with the time.
    had: Vec<(PlayerId, f64)>,
    has_asked: bool,
}

pub(crate) struct Laws {
    rules: ControlRules,
    seen: BTreeMap<HumanId, Seen>,
    touched_secs: f64,
    touched_by: Option<PlayerId>,
}

/// The broken law and its details.
pub(crate) struct Wrong {
    pub(crate) law: &'static str,
    how: String,
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.law, self.how)
    }
}

fn hold(law: &'static str, holds: bool, how: &impl fmt::Debug) -> Result<(), Wrong> {
    let how = || format!("{how:?}");
    holds.then_some(()).ok_or_else(|| Wrong { law, how: how() })
}

impl Laws {
    pub(crate) fn new(rules: &ControlRules) -> Self {
        Self {
            rules: *rules,
            seen: BTreeMap::new(),
            touched_secs: f64::NEG_INFINITY,
            touched_by: None,
        }
    }

    pub(crate) fn check(
        &mut self,
        situation: &ControlSituation,
        decision: &ControlDecision,
    ) -> Result<(), Wrong> {
        let before = self.held(situation);
        self.observe(situation);
        let result = self.all(situation, decision, &before);
        self.record(situation, decision);
        result
    }

    /// Returns the players held when a decision begins, each with its human. Includes the players of humans who have
    /// just left.
    fn held(&self, situation: &ControlSituation) -> Vec<(HumanId, PlayerId)> {
        let is_there = |id: &HumanId| situation.humans.iter().any(|human| human.id == *id);
        let there = situation
            .humans
            .iter()
            .map(|human| (human.id, human.player));
        let left = self.seen.iter().filter(|(id, _)| !is_there(id));
        let all = there.chain(left.map(|(id, seen)| (*id, seen.player)));
        all.filter_map(|(id, player)| Some((id, player?))).collect()
    }

    fn all(
        &self,
        situation: &ControlSituation,
        decision: &ControlDecision,
        before: &[(HumanId, PlayerId)],
    ) -> Result<(), Wrong> {
        let all = &decision.assignments;
        let switches = all.iter().filter(|x| x.is_switch()).count();
        hold("one switch", switches <= 1, all)?;
        hold("everybody", all.len() == situation.humans.len(), all)?;
        let mut held: Vec<PlayerId> = all.iter().filter_map(|x| x.player).collect();
        held.extend(all.iter().filter_map(|x| x.next));
        held.sort_unstable();
        let has_twins = held.windows(2).any(|pair| pair[0] == pair[1]);
        hold("one to one", !has_twins, all)?;
        for assignment in all {
            let human = situation.humans.iter().find(|x| x.id == assignment.human);
            self.one(situation, human.unwrap(), assignment, before)?;
        }
        Ok(())
    }

    fn one(
        &self,
        situation: &ControlSituation,
        human: &Human,
        assignment: &Assignment,
        before: &[(HumanId, PlayerId)],
    ) -> Result<(), Wrong> {
        hold("from", assignment.from == human.player, assignment)?;
        hold("somebody", assignment.player.is_some(), assignment)?;
        hold("indicator", assignment.next.is_some(), assignment)?;
        for player in [assignment.player, assignment.next].into_iter().flatten() {
            let candidate = candidate(situation, player);
            hold("team", candidate.team == human.team, assignment)?;
        }
        let player = assignment.player.unwrap();
        if assignment.from == Some(player) {
            return Ok(());
        }
        let is_other =
            |(holder, held): &(HumanId, PlayerId)| *holder != human.id && *held == player;
        hold("stolen", !before.iter().any(is_other), assignment)?;
        match assignment.reason {
            ControlReason::Given => hold("given", assignment.from.is_none(), assignment),
            ControlReason::Asked => hold("asked", self.seen[&human.id].has_asked, assignment),
            reason => {
                hold("reason", reason.is_automatic_switch(), assignment)?;
                self.automatic(situation, human, assignment, before)
            }
        }
    }

    fn automatic(
        &self,
        situation: &ControlSituation,
        human: &Human,
        assignment: &Assignment,
        before: &[(HumanId, PlayerId)],
    ) -> Result<(), Wrong> {
        let (now, seen) = (situation.now_secs, &self.seen[&human.id]);
        let player = assignment.player.unwrap();
        let new = candidate(situation, player);
        let mode = human.settings.mode;
        hold("manual", mode != ControlMode::Manual, assignment)?;
        hold(
            "air",
            situation.is_in_air || !human.settings.air_balls_only,
            assignment,
        )?;
        hold("lock", now >= seen.lock_until_secs - SLACK_SECS, assignment)?;
        let left = seen.had.iter().rfind(|(had, _)| *had == player);
        let present = self.score(now, candidate(situation, assignment.from.unwrap()));
        let gain = present
            .zip(self.score(now, new))
            .map(|(had, has)| had - has);
        let is_large = gain.is_some_and(|gain| gain > self.rules.max_margin_secs - SLACK_SECS);
        let may_go_back = left.is_none_or(|(_, at)| {
            now - at >= self.rules.back_secs - SLACK_SECS || present.is_none() || is_large
        });
        hold("back", may_go_back, &(assignment, seen))?;
        let mates = situation
            .candidates
            .iter()
            .filter(|mate| mate.team == human.team)
            .filter(|mate| {
                let holder = before.iter().find(|(_, held)| *held == mate.player);
                holder.is_none_or(|(holder, _)| *holder == human.id)
            });
        let others = mates.filter(|mate| !mate.is_keeper && mate.arrival.secs().is_some());
        let may_keep = human.settings.allows_keeper || others.count() == 0;
        hold("keeper", !new.is_keeper || may_keep, assignment)?;

        let gained = self.score(now, new);
        hold("reach", gained.is_some(), assignment)?;
        let Some(present) = present else {
            return Ok(());
        };
        let margin = larger(self.rules.margin_secs, self.rules.margin_fraction * present);
        let gain = present - gained.unwrap();
        hold("margin", gain >= margin - SLACK_SECS, assignment)?;
        let is_touch = now - self.touched_secs <= self.rules.touch_secs + SLACK_SECS
            && seen.switched_secs.is_none_or(|at| at < self.touched_secs);
        let has_dwelt = now - seen.since_secs >= self.rules.dwell_secs - SLACK_SECS;
        hold(
            "dwell",
            is_touch || has_dwelt || is_large,
            &(assignment, seen),
        )?;
        hold(
            "assisted",
            is_touch || mode != ControlMode::Assisted,
            assignment,
        )
    }

    fn score(&self, now_secs: f64, candidate: &ControlCandidate) -> Option<f64> {
        let arrival = larger(candidate.arrival.secs()? - now_secs, 0.0);
        let bonus = if candidate.is_pass_target {
            self.rules.pass_bonus_secs
        } else {
            0.0
        };
        Some(arrival + candidate.condition.delay_secs() + candidate.other_secs - bonus)
    }

    fn observe(&mut self, situation: &ControlSituation) {
        let toucher = situation.touched_by.filter(|_| situation.is_touched);
        let is_another = toucher.is_some() && toucher != self.touched_by;
        if situation.is_touched {
            self.touched_secs = situation.now_secs;
            self.touched_by = toucher;
        }
        self.seen
            .retain(|id, _| situation.humans.iter().any(|human| human.id == *id));
        for human in &situation.humans {
            let seen = self.seen.entry(human.id).or_default();
            if situation.is_touched {
                let is_opponent = |by| candidate(situation, by).team != human.team;
                let is_opposed = is_another && toucher.is_some_and(is_opponent);
                seen.had
                    .retain(|(had, _)| Some(*had) != toucher && !is_opposed);
                seen.lock_until_secs = f64::NEG_INFINITY;
            }
            seen.has_asked |= situation.requests.iter().any(|x| x.human == human.id);
        }
    }

    fn record(&mut self, situation: &ControlSituation, decision: &ControlDecision) {
        let now = situation.now_secs;
        for assignment in &decision.assignments {
            let seen = self.seen.get_mut(&assignment.human).unwrap();
            let is_answered = matches!(
                assignment.reason,
                ControlReason::Asked | ControlReason::Refused
            );
            seen.has_asked &= !is_answered;
            if seen.player != assignment.from {
                // The match itself gave the human another player, outside the rules.
                seen.lock_until_secs = f64::NEG_INFINITY;
            }
            if assignment.reason == ControlReason::Asked {
                seen.lock_until_secs = now + self.rules.lock_secs.unwrap();
            }
            if seen.player != assignment.player {
                if let Some(old) = seen.player {
                    seen.had.push((old, now));
                    seen.switched_secs = Some(now);
                }
                seen.player = assignment.player;
                seen.since_secs = now;
            }
        }
    }
}

fn candidate(situation: &ControlSituation, player: PlayerId) -> &ControlCandidate {
    let mut all = situation.candidates.iter();
    all.find(|candidate| candidate.player == player).unwrap()
}
