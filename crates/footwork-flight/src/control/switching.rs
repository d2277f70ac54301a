//! The decision: reads a situation, runs the stages, and keeps the state that the next decision needs.

use crate::control::decision::{ControlDecision, ControlReason};
use crate::control::error::ControlError;
use crate::control::rules::{ControlRules, Ticks};
use crate::control::situation::ControlSituation;
use crate::control::stages::Stages;
use crate::control::state::ControlState;
use crate::control::table::Table;
use crate::out_of_range::OutOfRangeError;

/// Decides which human controls which player.
///
/// Follows the WOF blog post *AI assisted footballer control switching* (2008). A search says when each player can
/// first take the ball; each call of [`decide`](Self::decide) turns that into one [`Assignment`](crate::Assignment) per
/// human, with the reason. The same rules, state and situation give the same decision, whatever the order of the lists.
///
/// # Rules
///  1. No two humans share a player, and no human takes a player that another one holds. Ties go to the lower number.
///  2. A switch must gain at least 0.15 s and at least 20 % of the present player's time; a gain of 1 s is always
///     enough. It comes no sooner than 0.4 s after the last one, except after a touch of the ball or for a gain above 1 s.
///     If the present player cannot reach the ball, neither limit applies. While the prediction does not say when the
///     present player reaches the ball, the gain is measured against the earliest time at which it can
///     ([`Arrival::Unknown`](crate::Arrival::Unknown)).
///  3. A switch that the human requested stands for 2 s or until the next touch, whichever comes first.
///  4. The rules do not return a human to a player that it left less than 1 s ago, unless the gain is above 1 s, the
///     present player cannot reach the ball, or an opponent or the player it left touches the ball. Consecutive touches
///     by one player, as in a dribble, count as one touch, here and in rules 2 and 3.
///  5. The target of a pass counts as 0.3 s nearer.
///  6. Busy, injured and grounded players count as farther, by their delay.
///  7. A keeper is chosen only if the human allows it, or if no other available player can reach the ball.
///  8. At most one human moves from one player to another per decision.
///  9. The stick's old direction blends out over 0.3 s ([`StickBlend`](crate::StickBlend)).
/// 10. The indicator always shows the next candidate, a different one for each human. Switches go to the player it
///     shows, and it moves on only for a gain of the margin of rule 2, at a touch, or from a player that is not worth a
///     switch to one that is.
/// 11. A human who leaves affects no other human: the player is free from the next decision on.
/// 12. Each human has [`ControlSettings`](crate::ControlSettings): manual, assisted or automatic, and whether for air
///     balls only.
///
/// The human with the most to gain switches first; a human gains most if its player cannot reach the ball. Requested
/// switches come before that, oldest first, and wait their turn (rule 8).
///
/// Without humans there are no assignments. If no player is free for a human, the human keeps the present one, if any.
/// If all players are busy, the earliest arrival plus delay wins as usual.
///
/// ```
/// use footwork_flight::{
///     Arrival, Control, ControlCandidate, ControlDecision, ControlReason, ControlRules, ControlSettings,
///     ControlSituation, Human, HumanId, PlayerId, TeamId,
/// };
///
/// let (ann, home) = (HumanId::new(0), TeamId::new(0));
/// let [back, wing] = [PlayerId::new(4), PlayerId::new(11)];
/// let mut control = Control::new(ControlRules::default()).unwrap();
/// let mut decision = ControlDecision::default();
///
/// // A long kick: the back cannot reach it, the winger can in 1.8 s.
/// let mut situation = ControlSituation {
///     now_secs: 60.0,
///     is_touched: true,
///     is_in_air: true,
///     candidates: vec![
///         ControlCandidate::new(back, home, Arrival::Never),
///         ControlCandidate::new(wing, home, Arrival::At(61.8)),
///     ],
///     humans: vec![Human { id: ann, team: home, player: Some(back), settings: ControlSettings::default() }],
///     ..ControlSituation::default()
/// };
/// control.decide(&situation, &mut decision).unwrap();
/// let assignment = decision.assignment(ann).unwrap();
/// assert_eq!((assignment.player, assignment.reason), (Some(wing), ControlReason::CannotReach));
/// assert_eq!(assignment.best.unwrap().score.unwrap().total().secs(), 1.8);
/// assert_eq!(assignment.next, Some(back));
///
/// // A frame later the back would be first by half a second, too small a gain to switch back so soon.
/// situation.now_secs += 1.0 / 60.0;
/// situation.is_touched = false;
/// situation.candidates[0].arrival = Arrival::At(61.3);
/// situation.humans[0].player = assignment.player;
/// control.decide(&situation, &mut decision).unwrap();
/// assert_eq!(decision.assignment(ann).unwrap().reason, ControlReason::WouldGoBack);
/// ```
#[derive(Clone, Debug)]
pub struct Control {
    rules: ControlRules,
    ticks: Ticks,
    state: ControlState,
    table: Table,
    pairs: Vec<Option<usize>>,
    settled: Vec<bool>,
    ready: Vec<Option<ControlReason>>,
    stays: Vec<bool>,
}

impl Control {
    /// Starts before the first decision.
    ///
    /// # Errors
    /// [`OutOfRangeError`] if a parameter is out of range.
    pub fn new(rules: ControlRules) -> Result<Self, OutOfRangeError> {
        Self::resume(rules, ControlState::default())
    }

    /// Resumes after the decision that left this state.
    ///
    /// # Errors
    /// Same as [`new`](Self::new).
    pub fn resume(rules: ControlRules, state: ControlState) -> Result<Self, OutOfRangeError> {
        Ok(Self {
            rules,
            ticks: Ticks::new(&rules)?,
            state,
            table: Table::default(),
            pairs: Vec::new(),
            settled: Vec::new(),
            ready: Vec::new(),
            stays: Vec::new(),
        })
    }

    /// Returns the rules.
    pub fn rules(&self) -> &ControlRules {
        &self.rules
    }

    /// Returns the state, which is all there is to save.
    pub fn state(&self) -> &ControlState {
        &self.state
    }

    /// Decides for every human of a situation. The caller carries the decision out: in the next situation each human has the
    /// player of its assignment, or another if the game had to intervene. Once its buffers have grown, a decision for a few
    /// humans and 22 players does not allocate.
    ///
    /// # Errors
    /// [`ControlError`]; then nothing has changed.
    pub fn decide(
        &mut self,
        situation: &ControlSituation,
        decision: &mut ControlDecision,
    ) -> Result<(), ControlError> {
        self.table.read(situation, &self.state, &self.ticks)?;
        self.state.observe(situation, &self.table, &self.ticks);
        let mut stages = Stages {
            table: &mut self.table,
            state: &mut self.state,
            ticks: &self.ticks,
            pairs: &mut self.pairs,
            settled: &mut self.settled,
            ready: &mut self.ready,
            stays: &mut self.stays,
            decision,
        };
        stages.run();
        Ok(())
    }
}
