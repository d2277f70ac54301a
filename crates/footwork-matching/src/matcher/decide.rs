//! Decides between playing on and a jump: computes the cost of playing on, and searches for a pose that costs less.

use crate::goal::Goal;
use crate::index::Index;
use crate::matcher::rules::Exclusions;
use crate::matcher::{Decision, MatchError, Matcher, Ruling, Seen, Step, Trigger, Why};
use crate::pose_id::PoseId;
use crate::schema::{MAX_FEATURES, MAX_GROUPS};
use crate::search::{Match, Search, SearchError};

impl Matcher {
    /// Returns the last pose of the playing clip whose future is known; `None` if the future of the playing pose is
    /// known. The features of a pose near the end of a cut clip claim that the character stops there.
    fn known_future(&self, index: &Index) -> Option<PoseId> {
        let from = self.state.pose;
        let clip = &index.clips()[from.clip.number() as usize];
        let last = clip.frame_count().checked_sub(1)?;
        let frame = last.checked_sub(index.schema().horizon_frames())?;
        (!index.is_candidate(from)).then_some(PoseId { frame, ..from })
    }

    /// Returns the cost of playing on for each group. Near the end of a cut clip, it uses the last known trajectory.
    pub(super) fn groups_of_playing_on(
        &self,
        index: &Index,
        goal: &[f32],
        search: &Search<'_>,
    ) -> Result<[f32; MAX_GROUPS], SearchError> {
        let mut costs = [0.0; MAX_GROUPS];
        index.costs_of_groups(self.state.pose, goal, search, &mut costs)?;
        let mut known_costs = [0.0; MAX_GROUPS];
        if let Some(known) = self.known_future(index)
            && index.costs_of_groups(known, goal, search, &mut known_costs)?
        {
            let groups = index.schema().groups().iter().zip(known_costs);
            for (cost, (group, known)) in costs.iter_mut().zip(groups) {
                if !group.source.horizons_frames().is_empty() {
                    *cost = known;
                }
            }
        }
        Ok(costs)
    }

    /// Returns the cost of playing on.
    fn cost_of_playing_on(
        &self,
        index: &Index,
        goal: &[f32],
        search: &Search<'_>,
    ) -> Result<Option<f32>, SearchError> {
        let known = self.known_future(index);
        if known.and_then(|known| index.row(known)).is_none() {
            return index.cost(self.state.pose, goal, search);
        }
        let costs = self.groups_of_playing_on(index, goal, search)?;
        let groups = index.schema().groups().len();
        Ok(Some(costs[..groups].iter().sum()))
    }

    /// Searches, notes the candidates of the search, and jumps if a pose is better.
    pub(super) fn look(
        &mut self,
        index: &Index,
        goal: &Goal,
        trigger: Trigger,
        search: &Search<'_>,
        seen: Option<&mut Seen>,
    ) -> Result<Step, MatchError> {
        let mut features = [0.0; MAX_FEATURES];
        let features = &mut features[..index.schema().feature_count()];
        if !goal.write(index, self.state.pose, features) {
            return Err(MatchError::Schema);
        }
        let exclusions = Exclusions::new(&self.rules, &self.state, index);
        let ruling = self.decide(index, features, trigger, search, &exclusions)?;
        if let Some(seen) = seen {
            seen.note(self, index, features, trigger, search, &exclusions, &ruling);
        }
        if let Step::Jump { to, .. } = ruling.step {
            self.state.jump(to);
        }
        Ok(ruling.step)
    }

    /// Searches under the rules. If the pose must be left and the rules allow no other pose, searches without the
    /// rules.
    fn decide(
        &self,
        index: &Index,
        features: &[f32],
        trigger: Trigger,
        search: &Search<'_>,
        exclusions: &Exclusions,
    ) -> Result<Ruling, MatchError> {
        let must_leave = matches!(trigger, Trigger::End | Trigger::Forbidden);
        if !must_leave && self.state.since_jump_secs < f64::from(self.rules.dwell_secs) {
            return Ok(Ruling {
                decision: Decision::Dwells,
                ..Ruling::STAYS
            });
        }
        let continuing = if must_leave {
            None
        } else {
            self.cost_of_playing_on(index, features, search)?
        };
        let bonus = self.stay_bonus(index, search)?;
        // A clip outside the filter gets no bonus for staying.
        let limit = continuing.map(|cost| {
            if self.state.outside_secs > 0.0 {
                cost
            } else {
                cost - cost * self.rules.stay_share - bonus
            }
        });
        let stays = Ruling {
            continuing,
            limit,
            ..Ruling::STAYS
        };
        if limit.is_some_and(|limit| limit <= 0.0) {
            return Ok(stays);
        }
        let mut found = [Match::default(); 2];
        let mut own = Search {
            exclude: exclusions.ranges(),
            max_cost: limit.unwrap_or(f32::INFINITY),
            ..*search
        };
        let mut result = index.run(features, &own, &mut found)?;
        let rules_waived = must_leave && result.count == 0 && !exclusions.ranges().is_empty();
        if rules_waived {
            own.exclude = &[];
            result = index.run(features, &own, &mut found)?;
        }
        let best = found[0];
        if must_leave && result.count == 0 {
            return Ok(Ruling {
                step: Step::NoneAllowed,
                decision: Decision::NoneAllowed,
                rules_waived,
                ..stays
            });
        }
        if result.count == 0 || limit.is_some_and(|limit| best.cost >= limit) {
            return Ok(stays);
        }
        let mut group_costs = [0.0; MAX_GROUPS];
        index.costs_of_groups(best.pose, features, search, &mut group_costs)?;
        let discarded = result
            .excluded
            .filter(|(match_, _)| match_.is_before(&best));
        let why = Why {
            trigger,
            cost: best.cost,
            continuing,
            group_costs,
            soft: search
                .soft
                .map_or(0.0, |soft| soft.of_pose(index, best.pose)),
            runner_up: (result.count == 2).then_some(found[1]),
            discarded: discarded.map(|(match_, place)| (match_, exclusions.rule(place))),
            rules_waived,
        };
        let (from, to) = (self.state.pose, best.pose);
        Ok(Ruling {
            step: Step::Jump { from, to, why },
            decision: Decision::Jumps,
            rules_waived,
            ..stays
        })
    }

    /// Returns the bonus for playing on: the bonus of the rules, plus the bonuses of the search that apply to the
    /// playing pose.
    fn stay_bonus(&self, index: &Index, search: &Search<'_>) -> Result<f32, SearchError> {
        let mut bonus = self.rules.stay_bonus;
        for (place, stay) in search.stay.iter().enumerate() {
            if !stay.bonus.is_finite() {
                return Err(SearchError::StayBonus { index: place });
            }
            if stay.poses.stamp() != index.stamp() {
                return Err(SearchError::Stale);
            }
            if stay.poses.allows(index, self.state.pose) {
                bonus += stay.bonus;
            }
        }
        Ok(bonus)
    }
}
