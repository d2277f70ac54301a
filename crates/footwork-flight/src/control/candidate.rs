//! A player as control switching sees it.

use crate::intercept::choice::Choice;
use crate::intercept::player::{PlayerId, TeamId};
use crate::intercept::search::PlayerIntercept;

/// A player that humans may control, at one decision.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ControlCandidate {
    /// Which player; each at most once.
    pub player: PlayerId,
    /// Its team.
    pub team: TeamId,
    /// The absolute time in seconds at which it can first take the ball; `None` if it never can. A time that has
    /// passed counts as now.
    pub first_secs: Option<f64>,
    /// What other criteria are worth, in seconds, added to the way to the ball: effort, difficulty, pressure from
    /// opponents, a wrong side. Lower is better; negative is a preference.
    pub other_secs: f64,
    /// What holds it up.
    pub condition: PlayerCondition,
    /// Whether it keeps the goal.
    pub is_keeper: bool,
    /// Whether the last pass was meant for it.
    pub is_pass_target: bool,
}

/// What holds a player up. The delay, zero or more, is added to the time at which it can first take the ball; what
/// the search for that time has counted already is not given here again.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum PlayerCondition {
    /// Nothing.
    #[default]
    Free,
    /// In an action that has to end: a tackle, a throw, a kick.
    Busy {
        /// In seconds.
        delay_secs: f64,
    },
    /// Hurt, and slower for it.
    Injured {
        /// In seconds.
        delay_secs: f64,
    },
    /// On the ground.
    Grounded {
        /// In seconds.
        delay_secs: f64,
    },
}

impl PlayerCondition {
    /// The delay in seconds.
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
    /// An outfield player whom nothing holds up and for whom only the time counts.
    pub fn new(player: PlayerId, team: TeamId, first_secs: Option<f64>) -> Self {
        Self {
            player,
            team,
            first_secs,
            other_secs: 0.0,
            condition: PlayerCondition::Free,
            is_keeper: false,
            is_pass_target: false,
        }
    }

    /// A player as a search found it and a choice rated it: the time is that of its first window, which counts what it is
    /// busy with, and the other criteria are those of the choice with its weights. Who is no candidate of the choice
    /// has only its time.
    ///
    /// ```
    /// use footwork_flight::ControlCandidate;
    /// use footwork_flight::{
    ///     BallParams, BallPath, BallPhysics, BallState, Choice, ChoiceInput, ChoiceWeights, InterceptSearch, Player,
    ///     PlayerId, Prediction, PredictionOptions, ReachModel,
    /// };
    ///
    /// let physics = BallPhysics::new(BallParams::default(), ()).unwrap();
    /// let ball = BallState::new([0.0, 1.0, 0.0], [8.0, 0.0, 0.0], [0.0; 3]).unwrap();
    /// let mut flight = Prediction::new(&physics, &ball, PredictionOptions::default()).unwrap();
    /// flight.advance_steps(&physics, 240);
    /// let players = [3.0, 5.0].map(|z| Player::new(PlayerId::new(z as u32), [6.0, 0.0, z]));
    /// let mut search = InterceptSearch::new(ReachModel::Full);
    /// search.run(&BallPath::from_prediction(&flight), &players, 0.0).unwrap();
    /// let (found, mut choice) = (search.found(), Choice::default());
    /// let input = ChoiceInput { now_secs: 0.0, players: &players, found, team: None, goal: None };
    /// choice.choose(&input, &ChoiceWeights::default()).unwrap();
    ///
    /// let both = players.iter().zip(found);
    /// let candidates: Vec<ControlCandidate> =
    ///     both.map(|(player, found)| ControlCandidate::from_search(player.team, found, &choice)).collect();
    /// let first = found[0].first.unwrap();
    /// assert_eq!(candidates[0].first_secs, Some(first.secs));
    /// assert!((first.secs + candidates[0].other_secs - choice.candidates[0].score).abs() < 1e-12);
    /// ```
    pub fn from_search(team: TeamId, found: &PlayerIntercept, choice: &Choice) -> Self {
        let rated = choice.rated(found.player);
        Self {
            other_secs: rated.map_or(0.0, |rated| choice.other_secs(rated)),
            ..Self::new(found.player, team, found.first.map(|first| first.secs))
        }
    }
}
