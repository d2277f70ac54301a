//! The players that humans may control.

use crate::intercept::arrival::Arrival;
use crate::intercept::choice::Choice;
use crate::intercept::player::{PlayerId, TeamId};
use crate::intercept::search::PlayerIntercept;

/// A player that a human may control.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ControlCandidate {
    /// The player. A list has each player at most once.
    pub player: PlayerId,
    /// The team of the player.
    pub team: TeamId,
    /// The time at which the player can first take the ball. A time up to [`MAX_LATE_SECS`](crate::MAX_LATE_SECS) in
    /// the past counts as now.
    pub arrival: Arrival,
    /// The cost of other criteria, in seconds, such as effort, difficulty, pressure and the wrong side of the ball. It
    /// is added to the time to the ball. Lower is better; a negative cost is a preference.
    pub other_secs: f64,
    /// The condition that delays the player.
    pub condition: PlayerCondition,
    /// Whether the player is the keeper.
    pub is_keeper: bool,
    /// Whether the player is the target of the last pass.
    pub is_pass_target: bool,
}

/// The condition that delays a player. The delay, zero or more, is added to the time at which the player can first take
/// the ball. Leave out delays that the search already includes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum PlayerCondition {
    /// Nothing delays the player.
    #[default]
    Free,
    /// In an action that must end first, such as a tackle, a throw or a kick.
    Busy {
        /// The delay in seconds.
        delay_secs: f64,
    },
    /// Hurt, and slower.
    Injured {
        /// The delay in seconds.
        delay_secs: f64,
    },
    /// On the ground.
    Grounded {
        /// The delay in seconds.
        delay_secs: f64,
    },
}

impl PlayerCondition {
    /// Returns the delay, in seconds.
    pub fn delay_secs(self) -> f64 {
        match self {
            Self::Free => 0.0,
            Self::Busy { delay_secs }
            | Self::Injured { delay_secs }
            | Self::Grounded { delay_secs } => delay_secs,
        }
    }
}

impl ControlCandidate {
    /// Returns an outfield player without a delay and without a cost of other criteria.
    pub fn new(player: PlayerId, team: TeamId, arrival: Arrival) -> Self {
        Self {
            player,
            team,
            arrival,
            other_secs: 0.0,
            condition: PlayerCondition::Free,
            is_keeper: false,
            is_pass_target: false,
        }
    }

    /// Returns a player from its search result and the choice of its team. The arrival is the start of the player's
    /// first window, which already includes the player's busy time. `other_secs` is the weighted sum of all criteria of
    /// the choice except the time. If the choice does not rate the player, `other_secs` is 0.
    ///
    /// As with [`new`](Self::new), the result is a free player that is neither a keeper nor the target of a pass. For
    /// any other player, set the fields of the result.
    ///
    /// ```
    /// use footwork_flight::{Arrival, ControlCandidate};
    /// use footwork_flight::{
    ///     BallParams, BallPath, BallPhysics, BallState, Choice, ChoiceInput, ChoiceWeights, InterceptSearch, Player,
    ///     PlayerId, Prediction, PredictionOptions, ReachModel,
    /// };
    ///
    /// let physics = BallPhysics::new(BallParams::default(), ()).unwrap();
    /// let ball = BallState::new(0.0, [0.0, 1.0, 0.0], [8.0, 0.0, 0.0]).unwrap();
    /// let mut flight = Prediction::new(&physics, &ball, PredictionOptions::default()).unwrap();
    /// flight.advance_steps(&physics, 240);
    /// let players = [3.0, 5.0].map(|z| Player::new(PlayerId::new(z as u32), [6.0, 0.0, z]));
    /// let mut search = InterceptSearch::new(ReachModel::Full);
    /// let path = BallPath::from_prediction(&flight);
    /// search.run(&path, &players, 0.0).unwrap();
    /// let (intercepts, mut choice) = (search.intercepts(), Choice::default());
    /// let model = search.model();
    /// let input = ChoiceInput { now_secs: 0.0, path: &path, model, players: &players, intercepts, team: None, goal: None };
    /// choice.choose(&input, &ChoiceWeights::default()).unwrap();
    ///
    /// let both = players.iter().zip(intercepts);
    /// let candidates: Vec<ControlCandidate> =
    ///     both.map(|(player, found)| ControlCandidate::from_search(player.team, found, &choice)).collect();
    /// let first = intercepts[0].first.unwrap();
    /// assert_eq!(candidates[0].arrival, Arrival::At(first.secs));
    /// assert!((first.secs + candidates[0].other_secs - choice.candidates[0].score).abs() < 1e-12);
    /// ```
    pub fn from_search(team: TeamId, found: &PlayerIntercept, choice: &Choice) -> Self {
        let rated = choice.rated(found.player);
        Self {
            other_secs: rated.map_or(0.0, |rated| choice.other_secs(rated)),
            ..Self::new(found.player, team, found.arrival())
        }
    }
}
