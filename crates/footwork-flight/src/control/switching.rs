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
/// The rules follow the WOF blog post *AI assisted footballer control switching* (2008). A search finds when each
/// player can first take the ball. From these times, [`decide`](Self::decide) makes one
/// [`Assignment`](crate::Assignment) per human, with the reason. A decision depends only on the rules, the state and
/// the situation, and not on the order of the lists.
///
/// A *touch* is a touch of the ball by any player. Consecutive touches by one player, as in a dribble, count as one
/// touch.
///
/// # Rules
///  1. No two humans share a player, and no human takes a player that another human holds. Ties go to the lower number.
///  2. A switch must gain at least 0.15 s and at least 20 % of the present player's time; a gain of 1 s is always
///     enough. A human switches at most once in 0.4 s, except after a touch or for a gain above 1 s. Neither limit
///     applies if the present player cannot reach the ball. As long as the present player's arrival is
///     [unknown](crate::Arrival::Unknown), the gain counts from the earliest time at which that player can arrive.
///  3. A switch that the human requested stands for 2 s or until the next touch, whichever comes first.
///  4. The rules do not return a human to a player that the human left less than 1 s ago. There are three exceptions:
///     the gain is above 1 s, the present player cannot reach the ball, or an opponent or the player that the human
///     left touches the ball.
///  5. The target of a pass counts as 0.3 s nearer.
///  6. Busy, injured and grounded players count as farther, by their delay.
///  7. A keeper is chosen only if the human allows it, or if no other available player can reach the ball.
///  8. At most one human moves from one player to another per decision.
///  9. The stick's old direction blends out over 0.3 s ([`StickBlend`](crate::StickBlend)).
/// 10. The indicator always shows the next candidate, a different one for each human, and switches go to that player.
///     The indicator moves to another player in three cases: at a touch, for a gain as large as in rule 2, or if only
///     the other player is worth a switch.
/// 11. A human who leaves affects no other human: the player is free from the next decision on.
/// 12. Each human has [`ControlSettings`](crate::ControlSettings): switches are manual, assisted or automatic, and can
///     be limited to air balls.
///
/// Requested switches come first, the oldest before the rest. Then comes the human with the most to gain. A human whose
/// player cannot reach the ball has the most to gain. The other humans wait for later decisions (rule 8).
///
/// Without humans there are no assignments. If no player is free for a human, the human keeps its present player, if
/// any. Busy players count too: if all players are busy, the smallest sum of arrival and delay wins.
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
/// // A frame later the back would be first by half a second, which is too small a gain to switch back so soon.
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
    /// Creates the state before the first decision.
    ///
    /// # Errors
    /// Returns [`OutOfRangeError`] if a parameter is out of range.
    pub fn new(rules: ControlRules) -> Result<Self, OutOfRangeError> {
        Self::resume(rules, ControlState::default())
    }

    /// Continues from a saved state.
    ///
    /// # Errors
    /// Returns the same error as [`new`](Self::new).
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

    /// Returns the state, which is all that needs to be saved.
    pub fn state(&self) -> &ControlState {
        &self.state
    }

    /// Decides for every human of a situation. The caller carries out the decision: in the next situation, each human
    /// has the player of its assignment, or another player if the game intervened. Once the buffers have grown, a
    /// decision for a few humans and 22 players does not allocate.
    ///
    /// # Errors
    /// Returns [`ControlError`] for an invalid situation. The state and the decision are then unchanged.
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
