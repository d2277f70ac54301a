//! Notes each search of a matcher with its best candidates, so that a recording can show them. Every candidate comes
//! from a search of its own. That search excludes the neighbours of earlier candidates and is not limited by the cost
//! of playing on. So a recording shows several different poses, even if none was better than playing on. Noting never
//! changes the playing pose.

use crate::index::Index;
use crate::matcher::rules::{CANDIDATES, Exclusions, Rule};
use crate::matcher::{Decision, Matcher, Step, Trigger};
use crate::pose_id::PoseId;
use crate::schema::{MAX_FEATURES, MAX_GROUPS};
use crate::search::{Match, Search};

/// The outcome of a search, before the jump.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ruling {
    pub(crate) step: Step,
    pub(crate) decision: Decision,
    pub(crate) continuing: Option<f32>,
    /// The cost below which another pose must be.
    pub(crate) limit: Option<f32>,
    pub(crate) rules_waived: bool,
}

impl Ruling {
    pub(crate) const STAYS: Self = Self {
        step: Step::Continue,
        decision: Decision::Stays,
        continuing: None,
        limit: None,
        rules_waived: false,
    };
}

/// A pose with its costs.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Candidate {
    pub(crate) found: Match,
    pub(crate) group_costs: [f32; MAX_GROUPS],
}

/// The notes on a search, in reused memory.
#[derive(Clone, Debug)]
pub(crate) struct Seen {
    /// Whether a search was noted in this update.
    pub(crate) is_noted: bool,
    /// The reason for the search; `None` for the search for a standing pose.
    pub(crate) trigger: Option<Trigger>,
    pub(crate) from: PoseId,
    /// The pose that plays after the search.
    pub(crate) to: PoseId,
    pub(crate) ruling: Ruling,
    /// The stamp, the size and the name of the filter.
    pub(crate) filter: Option<SeenFilter>,
    pub(crate) has_weights: bool,
    pub(crate) goal: [f32; MAX_FEATURES],
    pub(crate) continuing_groups: [f32; MAX_GROUPS],
    /// The best pose that a rule excluded, if it was better than all others.
    pub(crate) discarded: Option<(Match, Rule)>,
    /// The best pose that the filter forbids, if it was better than all others.
    pub(crate) forbidden: Option<Match>,
    pub(crate) candidates: [Candidate; CANDIDATES],
    pub(crate) candidate_count: usize,
}

/// The noted data of a filter.
#[derive(Clone, Debug)]
pub(crate) struct SeenFilter {
    pub(crate) stamp: u32,
    pub(crate) allowed: usize,
    pub(crate) name: Option<std::sync::Arc<str>>,
}

impl Seen {
    pub(crate) fn new(pose: PoseId) -> Self {
        Self {
            is_noted: false,
            trigger: None,
            from: pose,
            to: pose,
            ruling: Ruling::STAYS,
            filter: None,
            has_weights: false,
            goal: [0.0; MAX_FEATURES],
            continuing_groups: [0.0; MAX_GROUPS],
            discarded: None,
            forbidden: None,
            candidates: [Candidate::default(); CANDIDATES],
            candidate_count: 0,
        }
    }

    /// Notes a search of the matcher.
    #[allow(clippy::too_many_arguments, reason = "the arguments of the search")]
    pub(super) fn note(
        &mut self,
        matcher: &Matcher,
        index: &Index,
        goal: &[f32],
        trigger: Trigger,
        search: &Search<'_>,
        exclusions: &Exclusions,
        ruling: &Ruling,
    ) {
        let from = matcher.state().pose;
        self.begin(goal, search, from, ruling);
        self.trigger = Some(trigger);
        if let Step::Jump { to, .. } = ruling.step {
            self.to = to;
        }
        // While the matcher dwells, it does not read the arguments. So invalid arguments are not reported here either.
        let groups = matcher.groups_of_playing_on(index, goal, search);
        self.continuing_groups = groups.unwrap_or([0.0; MAX_GROUPS]);
        let mut by_rules = *exclusions;
        if ruling.rules_waived {
            by_rules.clear();
        }
        let mut excluded = by_rules;
        let mut best = [Match::default(); CANDIDATES];
        let mut count = 0;
        let near = matcher.rules().avoid_near_frames;
        while count < CANDIDATES {
            let own = Search {
                exclude: excluded.ranges(),
                max_cost: f32::INFINITY,
                ..*search
            };
            let found = index.run(goal, &own, &mut best[count..=count]);
            let found = found.unwrap_or_default();
            if count == 0 {
                let is_better =
                    |(other, _): &(Match, usize)| found.count == 0 || other.is_before(&best[0]);
                let discarded = found.excluded.filter(is_better);
                self.discarded = discarded.map(|(found, place)| (found, excluded.rule(place)));
            }
            if found.count == 0 {
                break;
            }
            excluded.push(index, best[count].pose, near, Rule::Near);
            count += 1;
        }
        self.note_candidates(index, goal, search, &best[..count]);
        if search.filter.is_some() {
            let open = Search {
                filter: None,
                exclude: by_rules.ranges(),
                max_cost: f32::INFINITY,
                ..*search
            };
            let mut any = [Match::default()];
            let all = index.run(goal, &open, &mut any).unwrap_or_default();
            let is_better = all.count == 1 && (count == 0 || any[0].is_before(&best[0]));
            self.forbidden = is_better.then_some(any[0]);
        }
    }

    /// Notes the search for a standing pose.
    pub(crate) fn note_rest(
        &mut self,
        index: &Index,
        goal: &[f32],
        search: &Search<'_>,
        [from, to]: [PoseId; 2],
        best: &[Match],
    ) {
        let ruling = Ruling {
            decision: Decision::Holds,
            ..Ruling::STAYS
        };
        self.begin(goal, search, from, &ruling);
        self.to = to;
        let groups = &mut self.continuing_groups;
        if index.costs_of_groups(from, goal, search, groups).is_err() {
            *groups = [0.0; MAX_GROUPS];
        }
        self.note_candidates(index, goal, search, best);
    }

    fn begin(&mut self, goal: &[f32], search: &Search<'_>, from: PoseId, ruling: &Ruling) {
        self.is_noted = true;
        (self.trigger, self.discarded, self.forbidden) = (None, None, None);
        (self.from, self.to, self.ruling) = (from, from, *ruling);
        self.goal[..goal.len()].copy_from_slice(goal);
        self.has_weights = search.weights.is_some();
        self.filter = search.filter.map(|filter| SeenFilter {
            stamp: filter.poses_stamp(),
            allowed: filter.pose_count(),
            name: filter.shared_name(),
        });
    }

    fn note_candidates(
        &mut self,
        index: &Index,
        goal: &[f32],
        search: &Search<'_>,
        best: &[Match],
    ) {
        self.candidate_count = best.len().min(CANDIDATES);
        for (candidate, &found) in self.candidates.iter_mut().zip(best) {
            candidate.found = found;
            let costs = &mut candidate.group_costs;
            if index
                .costs_of_groups(found.pose, goal, search, costs)
                .is_err()
            {
                *costs = [0.0; MAX_GROUPS];
            }
        }
    }
}
