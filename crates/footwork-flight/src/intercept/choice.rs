//! Which of several players should go for the ball: criteria with weights, a log of scores, a replay.

use std::fmt;

use crate::fnv::Fnv;
use crate::intercept::first::{Intercept, InterceptKind};
use crate::intercept::player::{Player, PlayerId, TeamId};
use crate::intercept::search::{PlayerIntercept, UnpairedError, paired};
use crate::vector::{least, most};

/// What a choice looks at, each as a cost: 0 is best.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Criteria {
    /// When the player takes the ball, in seconds from now.
    pub first: f64,
    /// How long the player waits for the ball, in seconds; a ball that waits costs nothing.
    pub wait: f64,
    /// [`Intercept::effort`].
    pub effort: f64,
    /// [`Intercept::difficulty`].
    pub difficulty: f64,
    /// How near opponents are in time: `1 − (their first − this one) / 1 s`, from 0 to 1.
    pub pressure: f64,
    /// Whether the player comes from the side of its own goal: `(1 − cos) / 2` of the angle at the ball between the
    /// goal and the player; 0 for goal side, and without a goal.
    pub goal_side: f64,
}

/// What a unit of each criterion is worth, in seconds of coming later.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ChoiceWeights {
    /// The weights of the criteria.
    pub weights: Criteria,
    /// Who is first by more than this many seconds is chosen, whatever the others score.
    pub lead_secs: f64,
}

impl Default for ChoiceWeights {
    /// First to the ball, with a little for the rest: a second of waiting is 0.1 s, of effort 0.05 s, the hardest ball 0.3 s,
    /// an opponent at the same time 0.2 s, coming from the wrong side 0.15 s. A lead above 0.5 s wins.
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

/// One player in a choice.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RatedPlayer {
    /// Who.
    pub player: PlayerId,
    /// What was looked at.
    pub criteria: Criteria,
    /// The sum of criteria times weights; the least is chosen.
    pub score: f64,
}

/// A choice with all it was made of: plain data to log, and to make again.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Choice {
    /// When, in seconds.
    pub now_secs: f64,
    /// What counted how much.
    pub weights: ChoiceWeights,
    /// Everyone who can take the ball, by id.
    pub candidates: Vec<RatedPlayer>,
    /// Who should go; `None` if nobody can.
    pub chosen: Option<PlayerId>,
}

/// Between whom a choice is made.
#[derive(Clone, Copy, Debug)]
pub struct ChoiceInput<'a> {
    /// In seconds of the ball's clock.
    pub now_secs: f64,
    /// All players.
    pub players: &'a [Player],
    /// What was found for each, in the same order: [`InterceptSearch::found`](crate::InterceptSearch::found), or
    /// [`InterceptCache::found`](crate::InterceptCache::found) one by one.
    pub found: &'a [PlayerIntercept],
    /// Whose players may be chosen; `None` for all, who then have no opponents.
    pub team: Option<TeamId>,
    /// The middle of that team's goal, in metres.
    pub goal: Option<[f64; 3]>,
}

impl Choice {
    /// Chooses, in the memory of an earlier choice. Equal scores go to the lower id.
    ///
    /// ```
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
    /// let mut search = InterceptSearch::new(ReachModel::Simple);
    /// search.run(&BallPath::from_prediction(&flight), &players, 0.0).unwrap();
    /// let input = ChoiceInput {
    ///     now_secs: 0.0,
    ///     players: &players,
    ///     found: search.found(),
    ///     team: None,
    ///     goal: None,
    /// };
    /// let mut choice = Choice::default();
    /// choice.choose(&input, &ChoiceWeights::default()).unwrap();
    /// assert_eq!(choice.chosen, Some(PlayerId::new(3)));
    /// // The log is enough to choose again.
    /// assert_eq!(choice.replayed(), choice);
    /// ```
    ///
    /// # Errors
    /// Lists that are not of the same players in the same order, and numbers that are NaN or infinite; then
    /// everything is as before.
    pub fn choose(
        &mut self,
        input: &ChoiceInput<'_>,
        weights: &ChoiceWeights,
    ) -> Result<(), ChoiceError> {
        paired(input.players, input.found)?;
        weights.check()?;
        input.check()?;
        let both = || {
            let both = input.players.iter().zip(input.found);
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
            .extend(own().map(|(player, intercept)| RatedPlayer {
                player: player.id,
                criteria: input.criteria(player, intercept, theirs),
                score: 0.0,
            }));
        self.candidates.sort_unstable_by_key(|rated| rated.player);
        self.decide();
        Ok(())
    }

    /// Scores and chooses by criteria and weights alone.
    fn decide(&mut self) {
        for rated in &mut self.candidates {
            rated.score = weigh(&self.weights.weights, &rated.criteria);
        }
        let best = |value: fn(&RatedPlayer) -> f64| {
            let candidates = self.candidates.iter();
            candidates.min_by(|a, b| value(a).total_cmp(&value(b)).then(a.player.cmp(&b.player)))
        };
        let first = best(|rated| rated.criteria.first);
        let leads = first.filter(|first| {
            let others = self
                .candidates
                .iter()
                .filter(|other| other.player != first.player);
            let next = others
                .map(|other| other.criteria.first)
                .fold(f64::INFINITY, least);
            next - first.criteria.first > self.weights.lead_secs
        });
        let chosen = leads.or_else(|| best(|rated| rated.score));
        self.chosen = chosen.map(|rated| rated.player);
    }

    /// What a candidate was rated; `None` for who is none.
    pub fn rated(&self, player: PlayerId) -> Option<&RatedPlayer> {
        let place = self
            .candidates
            .binary_search_by_key(&player, |rated| rated.player);
        self.candidates.get(place.ok()?)
    }

    /// The part of a candidate's score that is not when it takes the ball, in seconds.
    pub(crate) fn other_secs(&self, rated: &RatedPlayer) -> f64 {
        rated.score - self.weights.weights.first * rated.criteria.first
    }

    /// The same choice made again from what is logged of it: weights and criteria.
    pub fn replayed(&self) -> Self {
        let mut again = self.clone();
        again.decide();
        again
    }

    /// A number of all bits of the choice, by FNV-1a: equal for equal choices, on every machine.
    pub fn hash(&self) -> u64 {
        let mut hash = Fnv::new();
        hash.number(self.now_secs);
        hash.number(self.weights.lead_secs);
        let weights = self.weights.weights.list();
        weights.into_iter().for_each(|x| hash.number(x));
        for rated in &self.candidates {
            hash.word(u64::from(rated.player.number()));
            let criteria = rated.criteria.list();
            criteria.into_iter().for_each(|x| hash.number(x));
            hash.number(rated.score);
        }
        hash.word(self.chosen.map_or(u64::MAX, |id| u64::from(id.number())));
        hash.finish()
    }
}

/// What is wrong with a choice. Nothing has been chosen and nothing has changed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ChoiceError {
    /// Players and what was found for them are not of the same players in the same order.
    Unpaired(UnpairedError),
    /// A number that is given for all is NaN or infinite.
    Number {
        /// `now_secs`, `goal`, the name of a weight, or `lead_secs`, which may be infinite.
        name: &'static str,
        /// Its value.
        value: f64,
    },
    /// A criterion of a player is NaN or infinite.
    Criterion {
        /// Whose.
        player: PlayerId,
        /// Which.
        name: &'static str,
        /// Its value.
        value: f64,
    },
}

impl From<UnpairedError> for ChoiceError {
    fn from(error: UnpairedError) -> Self {
        Self::Unpaired(error)
    }
}

impl fmt::Display for ChoiceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unpaired(error) => error.fmt(f),
            Self::Number { name, value } => write!(f, "{name} is {value}, not a number to use"),
            Self::Criterion {
                player,
                name,
                value,
            } => {
                let player = player.number();
                write!(f, "player {player}: {name} is {value}, not a number to use")
            }
        }
    }
}

impl std::error::Error for ChoiceError {}

impl ChoiceInput<'_> {
    fn check(&self) -> Result<(), ChoiceError> {
        number("now_secs", self.now_secs)?;
        let goal = self.goal.unwrap_or_default();
        goal.into_iter().try_for_each(|x| number("goal", x))
    }

    /// What speaks against a player; `theirs` is when the opponents are first.
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
    fn check(&self) -> Result<(), ChoiceError> {
        let weights = self.weights.list();
        let mut named = Criteria::NAMES.into_iter().zip(weights);
        named.try_for_each(|(name, value)| number(name, value))?;
        match self.lead_secs.is_nan() {
            true => number("lead_secs", self.lead_secs),
            false => Ok(()),
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
