//! The matcher: plays a pose, decides when to search for a better one, and explains its jumps.

mod decide;
mod rules;
mod seen;

pub(crate) use rules::CANDIDATES;
pub use rules::{Rule, Rules, RulesError};
pub(crate) use seen::{Ruling, Seen, SeenFilter};

use crate::archive::Archive;
use crate::filter::Filter;
use crate::goal::Goal;
use crate::index::Index;
use crate::motion_clip::ClipEnd;
use crate::pose_id::PoseId;
use crate::schema::MAX_GROUPS;
use crate::search::{Match, Search, SearchError};

/// The maximum number of jumps that [`Rules::reselect_secs`] takes into account.
pub const MAX_RECENT_JUMPS: usize = 8;

/// The playing pose, and all other state on which the next decision depends. It is plain data: a matcher that starts
/// from a copy gives the same bits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MatcherState {
    /// The playing pose.
    pub pose: PoseId,
    /// The fraction of the way to the next frame, from 0 to below 1.
    pub part: f64,
    /// The time since the last search, in seconds.
    pub since_search_secs: f64,
    /// The time since the last jump, in seconds.
    pub since_jump_secs: f64,
    /// The targets of recent jumps and the times since then, in seconds. The latest comes first.
    pub recent: [Option<(PoseId, f64)>; MAX_RECENT_JUMPS],
    /// The stamp of the filter of the last search; `None` without a filter.
    pub filter: Option<u32>,
    /// The time that the playing pose has been outside the filter of the last search, in seconds. It is 0 inside the
    /// filter, and infinite if the clip never played inside the filter.
    pub outside_secs: f64,
}

/// The outcome of an update.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(
    clippy::large_enum_variant,
    reason = "it lives for a frame, and a box would allocate"
)]
pub enum Step {
    /// The clip plays on.
    Continue,
    /// The matcher jumped to another pose, which plays from now on.
    Jump {
        /// The old pose.
        from: PoseId,
        /// The new pose.
        to: PoseId,
        /// The reasons for the jump.
        why: Why,
    },
    /// The playing pose must be left, because the filter forbids it or its clip ends, but no other pose is allowed. The
    /// clip plays on, and stays in its last frame at its end.
    NoneAllowed,
}

/// Why the matcher searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trigger {
    /// The search was due.
    Due,
    /// The caller reported a change of input.
    Input,
    /// The filter allows different poses than in the last search.
    Filter,
    /// The filter forbids the playing pose: for longer than [`Rules::overrun_secs`], or at once if the filter is new.
    Forbidden,
    /// The clip ends here. Clips that end at rest do not cause this trigger, because their last pose continues.
    End,
}

/// The search behind a jump: its trigger, its costs and its other candidates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Why {
    /// The reason for the search.
    pub trigger: Trigger,
    /// The cost of the new pose.
    pub cost: f32,
    /// The cost of playing on; `None` if the clip could not play on. Close to the end of a cut clip, the cost uses the
    /// last known trajectory.
    pub continuing: Option<f32>,
    /// The cost of each group, in the order of the schema. Entries past the last group are 0.
    pub group_costs: [f32; MAX_GROUPS],
    /// The soft cost of the new pose.
    pub soft: f32,
    /// The next best pose.
    pub runner_up: Option<Match>,
    /// The best pose that a rule discarded, with the rule, if it was better than the new pose.
    pub discarded: Option<(Match, Rule)>,
    /// Whether the rules excluded every pose, so that they were ignored.
    pub rules_waived: bool,
}

/// The outcome of an update of a character, with its reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// The character kept its pose, because it skips some updates; see [`Detail`](crate::Detail).
    Waits,
    /// The clip played on, without a search.
    PlaysOn,
    /// The clip played on, because the last jump was less than [`Rules::dwell_secs`] ago.
    Dwells,
    /// The clip played on, because no allowed pose was better by the margins of the rules.
    Stays,
    /// A better pose plays. [`Trigger::Forbidden`] and [`Trigger::End`] force such a jump.
    Jumps,
    /// The playing pose must be left, but no other pose is allowed.
    NoneAllowed,
    /// The character holds a standing pose, because it should stand and no clip ends at rest.
    Holds,
}

impl Decision {
    /// All decisions. Recordings store a decision as its index in this list.
    pub const ALL: [Self; 7] = [
        Self::Waits,
        Self::PlaysOn,
        Self::Dwells,
        Self::Stays,
        Self::Jumps,
        Self::NoneAllowed,
        Self::Holds,
    ];
}

/// Plays an index: decides in each update whether the clip continues or another pose fits the goal better.
///
/// Rules act inside the search. However many better poses they discard, the search finds the best pose that they allow.
#[derive(Clone, Debug, PartialEq)]
pub struct Matcher {
    rules: Rules,
    state: MatcherState,
}

impl Matcher {
    /// Creates a matcher that plays from the pose `start` and searches in its first update.
    ///
    /// # Errors
    /// Returns an error if a rule is out of range.
    pub fn new(rules: Rules, start: PoseId) -> Result<Self, RulesError> {
        rules.check()?;
        let state = MatcherState {
            pose: start,
            part: 0.0,
            since_search_secs: f64::INFINITY,
            since_jump_secs: f64::INFINITY,
            recent: [None; MAX_RECENT_JUMPS],
            filter: None,
            outside_secs: f64::INFINITY,
        };
        Ok(Self { rules, state })
    }

    /// Returns the rules.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Returns the playing pose, and all other state on which later updates depend.
    pub fn state(&self) -> &MatcherState {
        &self.state
    }

    /// Sets the state: returns to an earlier state, or continues from another matcher's state.
    pub fn set_state(&mut self, state: MatcherState) {
        self.state = state;
    }

    /// Plays for `dt_secs` without deciding, as in the first part of an update.
    pub(crate) fn play_on(&mut self, index: &Index, dt_secs: f64) {
        self.state.play(index, dt_secs);
    }

    /// Plays for `dt_secs` and then decides. `input_changed` triggers a search immediately. The weights, the filter,
    /// the soft costs and the bonuses of `search` apply. The matcher replaces its exclusions and its maximum cost.
    ///
    /// # Errors
    /// Returns an error if `dt_secs` is negative, not finite or above an hour, if the index lacks the playing pose, if
    /// index and goal have different schemas, or if the search fails. After an error, the state is unchanged.
    pub fn update(
        &mut self,
        index: &Index,
        dt_secs: f64,
        goal: &Goal,
        input_changed: bool,
        search: &Search<'_>,
    ) -> Result<Step, MatchError> {
        self.update_seen(index, dt_secs, goal, input_changed, search, None)
    }

    /// Does what [`Self::update`] does, and notes the candidates of a search.
    pub(crate) fn update_seen(
        &mut self,
        index: &Index,
        dt_secs: f64,
        goal: &Goal,
        input_changed: bool,
        search: &Search<'_>,
        seen: Option<&mut Seen>,
    ) -> Result<Step, MatchError> {
        if !(0.0..=3600.0).contains(&dt_secs) {
            return Err(MatchError::Time);
        }
        if index.row(self.state.pose).is_none() {
            return Err(MatchError::UnknownPose {
                pose: self.state.pose,
            });
        }
        let (mut next, trigger) = self.played(index, dt_secs, input_changed, search);
        let step = match trigger {
            None => Step::Continue,
            Some(trigger) => {
                let step = next.look(index, goal, trigger, search, seen)?;
                next.state.since_search_secs = 0.0;
                next.state.filter = search.filter.map(Filter::poses_stamp);
                step
            }
        };
        *self = next;
        Ok(step)
    }

    /// Returns the matcher after playing on, and the reason to search now; `None` if there is no reason.
    fn played(
        &self,
        index: &Index,
        dt_secs: f64,
        input_changed: bool,
        search: &Search<'_>,
    ) -> (Self, Option<Trigger>) {
        let mut next = self.clone();
        let is_over = next.state.play(index, dt_secs);
        let filter = search.filter.map(Filter::poses_stamp);
        let is_allowed = search
            .filter
            .is_none_or(|filter| filter.allows(index, next.state.pose));
        // A clip may overrun a filter only if it played inside that same filter.
        let was_inside = filter == next.state.filter && next.state.since_search_secs.is_finite();
        next.state.outside_secs = match (is_allowed, was_inside) {
            (true, _) => 0.0,
            (false, true) => next.state.outside_secs + dt_secs,
            (false, false) => f64::INFINITY,
        };
        let is_forbidden =
            !is_allowed && next.state.outside_secs > f64::from(next.rules.overrun_secs);
        let trigger = if is_over {
            Some(Trigger::End)
        } else if is_forbidden {
            Some(Trigger::Forbidden)
        } else if filter != next.state.filter && next.state.since_search_secs.is_finite() {
            Some(Trigger::Filter)
        } else if input_changed {
            Some(Trigger::Input)
        } else if next.state.since_search_secs >= f64::from(next.rules.every_secs) {
            Some(Trigger::Due)
        } else {
            None
        };
        (next, trigger)
    }

    /// Returns whether an update with these arguments reads its goal.
    pub(crate) fn will_search(
        &self,
        index: &Index,
        dt_secs: f64,
        input_changed: bool,
        search: &Search<'_>,
    ) -> bool {
        let is_known = index.row(self.state.pose).is_some();
        is_known
            && self
                .played(index, dt_secs, input_changed, search)
                .1
                .is_some()
    }

    /// Lets time pass without playing, then jumps to the pose `begin`, if given.
    pub(crate) fn hold(&mut self, dt_secs: f64, begin: Option<PoseId>) {
        self.state.wait(dt_secs);
        if let Some(pose) = begin {
            self.state.jump(pose);
            self.state.since_search_secs = 0.0;
        }
    }

    pub(crate) fn set_every_secs(&mut self, every_secs: f32) -> Result<(), RulesError> {
        let rules = Rules {
            every_secs,
            ..self.rules
        };
        rules.check()?;
        self.rules = rules;
        Ok(())
    }

    /// Shifts the next due search by an eighth of the time between searches for each unit of `spread`.
    pub(crate) fn spread_searches(&mut self, spread: u32) {
        let share = f64::from(spread % 8) / 8.0;
        self.state.since_search_secs = share * f64::from(self.rules.every_secs);
    }

    pub(crate) fn visit(&mut self, archive: &mut Archive<'_>) {
        let state = &mut self.state;
        state.pose.visit(archive);
        for number in [
            &mut state.part,
            &mut state.since_search_secs,
            &mut state.since_jump_secs,
            &mut state.outside_secs,
        ] {
            archive.f64s(std::slice::from_mut(number));
        }
        for recent in &mut state.recent {
            archive.option(recent, (state.pose, 0.0), |archive, (pose, secs)| {
                pose.visit(archive);
                archive.f64s(std::slice::from_mut(secs));
            });
        }
        archive.option(&mut state.filter, 0, Archive::u32);
    }
}

impl MatcherState {
    /// Plays for `dt_secs`. Returns whether the clip has reached an end that needs another pose. A clip that ends at
    /// rest stays in its last frame.
    fn play(&mut self, index: &Index, dt_secs: f64) -> bool {
        self.wait(dt_secs);
        let clip = &index.clips()[self.pose.clip.number() as usize];
        let frames = f64::from(clip.frame_count());
        let mut at =
            f64::from(self.pose.frame) + self.part + dt_secs * index.schema().rate().as_f64();
        let is_last = at >= frames - 1.0;
        match clip.end() {
            ClipEnd::Loop => at %= frames,
            ClipEnd::Cut | ClipEnd::Rest if is_last => at = frames - 1.0,
            ClipEnd::Cut | ClipEnd::Rest => {}
        }
        let is_over = is_last && clip.end() == ClipEnd::Cut;
        let whole = at.floor();
        self.part = at - whole;
        #[allow(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a frame of the clip"
        )]
        let frame = whole as u32;
        self.pose.frame = frame;
        is_over
    }

    fn wait(&mut self, dt_secs: f64) {
        self.since_search_secs += dt_secs;
        self.since_jump_secs += dt_secs;
        for (_, ago_secs) in self.recent.iter_mut().flatten() {
            *ago_secs += dt_secs;
        }
    }

    fn jump(&mut self, to: PoseId) {
        self.pose = to;
        self.part = 0.0;
        self.since_jump_secs = 0.0;
        // A search finds only poses that its filter allows.
        self.outside_secs = 0.0;
        self.recent.rotate_right(1);
        self.recent[0] = Some((to, 0.0));
    }
}

/// The reason why a matcher cannot continue.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum MatchError {
    /// The time step is negative, NaN or above an hour.
    Time,
    /// The index has no such pose.
    UnknownPose {
        /// The playing pose.
        pose: PoseId,
    },
    /// The goal was made for another schema.
    Schema,
    /// The search returned an error.
    Search(SearchError),
}

footwork_base::display! { MatchError:
    Self::Time => "the time step is not between 0 and 3600 s";
    Self::UnknownPose { pose } => "the index has no pose {pose:?}";
    Self::Schema => "the goal was made for another schema";
    Self::Search(_) => "the search failed";
}

impl std::error::Error for MatchError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Search(error) => Some(error),
            _ => None,
        }
    }
}

impl From<SearchError> for MatchError {
    fn from(error: SearchError) -> Self {
        Self::Search(error)
    }
}
