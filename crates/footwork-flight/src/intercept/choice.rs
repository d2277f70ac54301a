//! Chooses the player who should go for the ball, by weighted criteria. A choice records its scores and can be
//! replayed.

use std::cell::Cell;

use crate::fnv::Fnv;
use crate::intercept::error::off_path;
use crate::intercept::first::{Intercept, InterceptKind};
use crate::intercept::later::later;
use crate::intercept::path::BallPath;
use crate::intercept::player::{Player, PlayerId, TeamId};
use crate::intercept::reach::{Cone, Full, Reach, ReachModel};
use crate::intercept::search::{PlayerIntercept, UnpairedError, paired};
use crate::vector::{least, most};

/// The criteria of a choice. Each criterion is a cost, and 0 is best.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Criteria {
    /// The time at which the player takes the ball, in seconds from now.
    pub first: f64,
    /// How long the player waits for the ball, in seconds. If the ball waits, this is 0.
    pub wait: f64,
    /// The effort of the player ([`Intercept::effort`]).
    pub effort: f64,
    /// The difficulty of taking the ball ([`Intercept::difficulty`]).
    pub difficulty: f64,
    /// The pressure by the first opponent: `1 − (theirs − this) / 1 s`, limited to 0 to 1. `theirs` and `this` are the
    /// times at which the opponent and the player take the ball.
    pub pressure: f64,
    /// How far the player is from goal-side, which is between the ball and its own goal: `(1 − cos) / 2` of the angle
    /// at the ball between goal and player. It is 0 if the player is goal-side, and 0 without a goal.
    pub goal_side: f64,
}

/// The weights of the criteria. A weight is the delay, in seconds, that costs as much as one unit of the criterion.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ChoiceWeights {
    /// The weight of each criterion.
    pub weights: Criteria,
    /// The lead that overrides the scores, in seconds. A player who is first by a longer lead is chosen, whatever the
    /// scores.
    pub lead_secs: f64,
}

impl Default for ChoiceWeights {
    /// Returns weights that mostly favour the first player to the ball. A lead above 0.5 s wins. The other costs are:
    ///
    /// - 0.1 s for a second of waiting
    /// - 0.05 s for a second of effort
    /// - 0.3 s for the hardest ball
    /// - 0.2 s for an opponent at the same time
    /// - 0.15 s for the wrong side of the ball
    fn default() -> Self {
        Self {
            weights: Criteria {
                first: 1.0,
                wait: 0.1,
                effort: 0.05,
                difficulty: 0.3,
                pressure: 0.2,
                goal_side: 0.15,
            },
            lead_secs: 0.5,
        }
    }
}

/// A player with its score.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct RatedPlayer {
    /// The player.
    pub player: PlayerId,
    /// The time at which the player can first take the ball, in seconds from now.
    pub first_secs: f64,
    /// The best way for the player to take the ball, by the weights: at its first moment, or later in one of its
    /// windows.
    pub take: Intercept,
    /// The criteria of that moment.
    pub criteria: Criteria,
    /// The weighted sum of the criteria, the smallest of all rated moments. The player with the smallest score is
    /// chosen, unless another player has a long enough [lead](ChoiceWeights::lead_secs).
    pub score: f64,
}

/// A choice and its input, as plain data to log and replay.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Choice {
    /// The time of the choice, in seconds.
    pub now_secs: f64,
    /// The weights.
    pub weights: ChoiceWeights,
    /// The players who can take the ball, by id.
    pub candidates: Vec<RatedPlayer>,
    /// The player who should take the ball; `None` if no player can take it.
    pub chosen: Option<PlayerId>,
}

/// The input of a choice.
#[derive(Clone, Copy, Debug)]
pub struct ChoiceInput<'a> {
    /// The time of the search, on the clock of the ball, in seconds. A time off the path is an error, as in a search.
    pub now_secs: f64,
    /// The searched path.
    pub path: &'a BallPath,
    /// The model of the search.
    pub model: ReachModel,
    /// All players.
    pub players: &'a [Player],
    /// The intercepts of the players, in the same order, from
    /// [`InterceptSearch::intercepts`](crate::InterceptSearch::intercepts) or
    /// [`InterceptCache::player_intercept`](crate::InterceptCache::player_intercept).
    pub intercepts: &'a [PlayerIntercept],
    /// The team to choose from; `None` for all players, who then have no opponents.
    pub team: Option<TeamId>,
    /// The centre of that team's own goal, in metres.
    pub goal: Option<[f64; 3]>,
}

impl Choice {
    /// Chooses the player who should take the ball. Reuses memory. Among equal scores, the lower id is chosen.
    ///
    /// Each player is rated at the best of its moments: the first moment and up to 60 later ones, at most 0.075 s
    /// apart. The later moments end where no moment can be better.
    ///
    /// ```
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
    /// let mut search = InterceptSearch::new(ReachModel::Simple);
    /// let path = BallPath::from_prediction(&flight);
    /// search.run(&path, &players, 0.0).unwrap();
    /// let input = ChoiceInput {
    ///     now_secs: 0.0,
    ///     path: &path,
    ///     model: search.model(),
    ///     players: &players,
    ///     intercepts: search.intercepts(),
    ///     team: None,
    ///     goal: None,
    /// };
    /// let mut choice = Choice::default();
    /// choice.choose(&input, &ChoiceWeights::default()).unwrap();
    /// assert_eq!(choice.chosen, Some(PlayerId::new(3)));
    /// // The logged criteria are enough to replay the choice.
    /// assert_eq!(choice.replayed(), choice);
    /// ```
    ///
    /// # Errors
    /// Returns [`ChoiceError`] if the lists do not match, a number is NaN or infinite, or the time is not on the path.
    /// The choice is then unchanged.
    pub fn choose(
        &mut self,
        input: &ChoiceInput<'_>,
        weights: &ChoiceWeights,
    ) -> Result<(), ChoiceError> {
        paired(input.players, input.intercepts)?;
        weights.check()?;
        input.check()?;
        let both = || {
            let both = input.players.iter().zip(input.intercepts);
            both.filter_map(|(player, found)| Some((player, found.first.as_ref()?)))
        };
        let is_other = |player: &Player| input.team.is_some_and(|team| team != player.team);
        let theirs = both()
            .filter(|(player, _)| is_other(player))
            .map(|(_, other)| other.secs)
            .fold(f64::INFINITY, least);
        let own = || both().filter(|(player, _)| !is_other(player));
        for (player, intercept) in own() {
            input.criteria(player, intercept, theirs).check(player)?;
        }
        self.now_secs = input.now_secs;
        self.weights = *weights;
        self.candidates.clear();
        self.candidates
            .extend(own().map(|(player, first)| match input.model {
                ReachModel::Simple => input.rate::<Cone>(player, first, theirs, weights),
                ReachModel::Full => input.rate::<Full>(player, first, theirs, weights),
            }));
        self.candidates.sort_unstable_by_key(|rated| rated.player);
        self.decide();
        Ok(())
    }

    /// Scores and chooses from the criteria and weights alone.
    fn decide(&mut self) {
        for rated in &mut self.candidates {
            rated.score = weigh(&self.weights.weights, &rated.criteria);
        }
        let best = |value: fn(&RatedPlayer) -> f64| {
            let candidates = self.candidates.iter();
            candidates.min_by(|a, b| value(a).total_cmp(&value(b)).then(a.player.cmp(&b.player)))
        };
        let first = best(|rated| rated.first_secs);
        let leads = first.filter(|first| {
            let others = self
                .candidates
                .iter()
                .filter(|other| other.player != first.player);
            let next = others
                .map(|other| other.first_secs)
                .fold(f64::INFINITY, least);
            next - first.first_secs > self.weights.lead_secs
        });
        let chosen = leads.or_else(|| best(|rated| rated.score));
        self.chosen = chosen.map(|rated| rated.player);
    }

    /// Returns the rating of a candidate; `None` if the player is not a candidate.
    pub fn rated(&self, player: PlayerId) -> Option<&RatedPlayer> {
        let place = self
            .candidates
            .binary_search_by_key(&player, |rated| rated.player);
        self.candidates.get(place.ok()?)
    }

    /// Returns the score minus the weighted time of the player's first moment, in seconds.
    pub(crate) fn other_secs(&self, rated: &RatedPlayer) -> f64 {
        rated.score - self.weights.weights.first * rated.first_secs
    }

    /// Returns the choice recomputed from its logged weights and criteria.
    pub fn replayed(&self) -> Self {
        let mut again = self.clone();
        again.decide();
        again
    }

    /// Returns an FNV-1a hash of the choice, which is the same on every machine. For a [take](RatedPlayer::take), the
    /// hash covers only its time.
    pub fn hash(&self) -> u64 {
        let mut hash = Fnv::new();
        hash.number(self.now_secs);
        hash.number(self.weights.lead_secs);
        let weights = self.weights.weights.list();
        weights.into_iter().for_each(|x| hash.number(x));
        for rated in &self.candidates {
            hash.word(u64::from(rated.player.number()));
            hash.number(rated.first_secs);
            hash.number(rated.take.secs);
            let criteria = rated.criteria.list();
            criteria.into_iter().for_each(|x| hash.number(x));
            hash.number(rated.score);
        }
        hash.word(self.chosen.map_or(u64::MAX, |id| u64::from(id.number())));
        hash.finish()
    }
}

/// Why a choice was rejected.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum ChoiceError {
    /// The lists of players and intercepts do not match.
    Unpaired(UnpairedError),
    /// A number of the input or the weights is NaN or infinite.
    Number {
        /// The name of the number: `now_secs`, `goal`, a weight or `lead_secs`. An infinite `lead_secs` is allowed.
        name: &'static str,
        /// The value of the number.
        value: f64,
    },
    /// The time is not on the path. It may be from another clock.
    Clock {
        /// The time, in seconds.
        now_secs: f64,
        /// The time at which the path starts, in seconds.
        from_secs: f64,
        /// The time at which the path ends, in seconds.
        to_secs: f64,
    },
    /// A criterion of a player is NaN or infinite.
    Criterion {
        /// The player.
        player: PlayerId,
        /// The criterion.
        name: &'static str,
        /// The value of the criterion.
        value: f64,
    },
}

impl From<UnpairedError> for ChoiceError {
    fn from(error: UnpairedError) -> Self {
        Self::Unpaired(error)
    }
}

footwork_base::display! { ChoiceError:
    Self::Unpaired(_) => "players and intercepts do not match";
    Self::Number { name, value } => "{name}: {value} is not finite";
    Self::Clock { now_secs, from_secs, to_secs } => "now_secs: {now_secs} is not on the path of the ball, from {from_secs} to {to_secs} s";
    Self::Criterion { player, name, value } => "player {}: {name}: {value} is not finite", player.number();
}

impl std::error::Error for ChoiceError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Unpaired(error) => Some(error),
            _ => None,
        }
    }
}

impl ChoiceInput<'_> {
    fn check(&self) -> Result<(), ChoiceError> {
        number("now_secs", self.now_secs)?;
        let goal = self.goal.unwrap_or_default();
        goal.into_iter().try_for_each(|x| number("goal", x))?;
        match off_path(self.path, self.now_secs) {
            Some([from_secs, to_secs]) => Err(ChoiceError::Clock {
                now_secs: self.now_secs,
                from_secs,
                to_secs,
            }),
            None => Ok(()),
        }
    }

    /// Rates a player at the best of its moments; `theirs` is the time of the first opponent. If no weight is negative,
    /// the search ends at a moment whose time alone costs as much as the best score.
    fn rate<R: Reach>(
        &self,
        player: &Player,
        first: &Intercept,
        theirs: f64,
        weights: &ChoiceWeights,
    ) -> RatedPlayer {
        let rated = |take: &Intercept| {
            let criteria = self.criteria(player, take, theirs);
            RatedPlayer {
                player: player.id,
                first_secs: first.secs - self.now_secs,
                take: *take,
                criteria,
                score: weigh(&weights.weights, &criteria),
            }
        };
        let best = Cell::new(rated(first));
        let is_bounded = weights.weights.list().iter().all(|weight| *weight >= 0.0);
        let is_late = |secs: f64| {
            let score = best.get().score;
            is_bounded && weights.weights.first * (secs - self.now_secs) >= score
        };
        later::<R>(self.path, player, first, self.now_secs, is_late, |take| {
            let other = rated(&take);
            if other.score < best.get().score {
                best.set(other);
            }
        });
        best.get()
    }

    /// Returns the criteria of a player at an intercept; `theirs` is the time of the first opponent.
    fn criteria(&self, player: &Player, intercept: &Intercept, theirs: f64) -> Criteria {
        Criteria {
            first: intercept.secs - self.now_secs,
            wait: match intercept.kind {
                InterceptKind::PlayerWaits => intercept.wait_secs,
                _ => 0.0,
            },
            effort: intercept.effort,
            difficulty: intercept.difficulty,
            pressure: least(most(1.0 - (theirs - intercept.secs), 0.0), 1.0),
            goal_side: goal_side(player, intercept, self.goal),
        }
    }
}

impl ChoiceWeights {
    /// Checks that every number is finite, except that `lead_secs` may be infinite.
    ///
    /// # Errors
    /// Returns [`ChoiceError::Number`] for the first number that is NaN, or infinite and not `lead_secs`.
    pub fn check(&self) -> Result<(), ChoiceError> {
        let weights = self.weights.list();
        let mut named = Criteria::NAMES.into_iter().zip(weights);
        named.try_for_each(|(name, value)| number(name, value))?;
        if self.lead_secs.is_nan() {
            number("lead_secs", self.lead_secs)
        } else {
            Ok(())
        }
    }
}

fn number(name: &'static str, value: f64) -> Result<(), ChoiceError> {
    let error = ChoiceError::Number { name, value };
    value.is_finite().then_some(()).ok_or(error)
}

impl Criteria {
    const NAMES: [&str; 6] = [
        "first",
        "wait",
        "effort",
        "difficulty",
        "pressure",
        "goal_side",
    ];

    fn check(&self, player: &Player) -> Result<(), ChoiceError> {
        let mut named = Self::NAMES.into_iter().zip(self.list());
        match named.find(|(_, value)| !value.is_finite()) {
            Some((name, value)) => Err(ChoiceError::Criterion {
                player: player.id,
                name,
                value,
            }),
            None => Ok(()),
        }
    }

    fn list(&self) -> [f64; 6] {
        [
            self.first,
            self.wait,
            self.effort,
            self.difficulty,
            self.pressure,
            self.goal_side,
        ]
    }
}

fn weigh(weights: &Criteria, criteria: &Criteria) -> f64 {
    let pairs = weights.list().into_iter().zip(criteria.list());
    pairs.fold(0.0, |sum, (weight, cost)| sum + weight * cost)
}

fn goal_side(player: &Player, intercept: &Intercept, goal: Option<[f64; 3]>) -> f64 {
    let Some(goal) = goal else { return 0.0 };
    let ball = intercept.position;
    let from = |at: [f64; 3]| [at[0] - ball[0], at[2] - ball[2]];
    let (goal, player) = (from(goal), from(player.position));
    let dot = goal[0] * player[0] + goal[1] * player[1];
    let squares = [goal, player].map(|[x, z]| x * x + z * z);
    let lengths = (squares[0] * squares[1]).sqrt();
    if lengths > 1e-9 {
        0.5 * (1.0 - dot / lengths)
    } else {
        0.0
    }
}
