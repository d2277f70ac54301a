//! Which of several players should go for the ball: criteria with weights, a log of scores, a replay.

use crate::intercept::Intercept;
use crate::player::{Player, PlayerId};
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

/// One player in a decision.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scored {
    /// Who.
    pub player: PlayerId,
    /// What was looked at.
    pub criteria: Criteria,
    /// The sum of criteria times weights; the least is chosen.
    pub score: f64,
}

/// A choice with all it was made of: plain data to log, and to make again.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Decision {
    /// When, in seconds.
    pub now_secs: f64,
    /// What counted how much.
    pub weights: ChoiceWeights,
    /// Everyone who can take the ball, by id.
    pub candidates: Vec<Scored>,
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
    /// The first intercept of each, in the same order.
    pub intercepts: &'a [Option<Intercept>],
    /// Whose players may be chosen; `None` for all, who then have no opponents.
    pub team: Option<u32>,
    /// The middle of that team's goal, in metres.
    pub goal: Option<[f64; 3]>,
}

impl Decision {
    /// Chooses, in the memory of an earlier decision. Equal scores go to the lower id.
    ///
    /// ```
    /// use footwork_flight::{
    ///     BallParams, BallPath, BallPhysics, BallState, ChoiceInput, ChoiceWeights, Decision, Player, PlayerId,
    ///     Prediction, PredictionOptions, ReachModel, first_intercept,
    /// };
    ///
    /// let physics = BallPhysics::new(BallParams::default(), ()).unwrap();
    /// let ball = BallState::new([0.0, 1.0, 0.0], [8.0, 0.0, 0.0], [0.0; 3]).unwrap();
    /// let mut flight = Prediction::new(&physics, &ball, PredictionOptions::default()).unwrap();
    /// flight.advance_steps(&physics, 240);
    /// let path = BallPath::of(&flight);
    /// let players = [3.0, 5.0].map(|z| Player::new(PlayerId::new(z as u32), [6.0, 0.0, z]));
    /// let intercepts = players.map(|p| first_intercept(&path, &p, ReachModel::Simple, 0.0).unwrap());
    /// let input = ChoiceInput {
    ///     now_secs: 0.0,
    ///     players: &players,
    ///     intercepts: &intercepts,
    ///     team: None,
    ///     goal: None,
    /// };
    /// let mut decision = Decision::default();
    /// decision.choose(&input, &ChoiceWeights::default());
    /// assert_eq!(decision.chosen, Some(PlayerId::new(3)));
    /// // The log is enough to choose again.
    /// assert_eq!(decision.replayed(), decision);
    /// ```
    pub fn choose(&mut self, input: &ChoiceInput<'_>, weights: &ChoiceWeights) {
        self.now_secs = input.now_secs;
        self.weights = *weights;
        self.candidates.clear();
        let both = || input.players.iter().zip(input.intercepts);
        for (player, intercept) in both() {
            let Some(intercept) = intercept else { continue };
            if input.team.is_some_and(|team| team != player.team) {
                continue;
            }
            let opponents = both().filter(|(other, _)| input.team.is_some_and(|t| t != other.team));
            let theirs = opponents
                .filter_map(|(_, other)| Some(other.as_ref()?.secs))
                .fold(f64::INFINITY, least);
            let criteria = Criteria {
                first: intercept.secs - input.now_secs,
                wait: match intercept.kind {
                    crate::InterceptKind::PlayerWaits => intercept.wait_secs,
                    _ => 0.0,
                },
                effort: intercept.effort,
                difficulty: intercept.difficulty,
                pressure: least(most(1.0 - (theirs - intercept.secs), 0.0), 1.0),
                goal_side: goal_side(player, intercept, input.goal),
            };
            self.candidates.push(Scored {
                player: player.id,
                criteria,
                score: 0.0,
            });
        }
        self.candidates.sort_unstable_by_key(|scored| scored.player);
        self.decide();
    }

    /// Scores and chooses by criteria and weights alone.
    fn decide(&mut self) {
        for scored in &mut self.candidates {
            scored.score = weigh(&self.weights.weights, &scored.criteria);
        }
        let best = |value: fn(&Scored) -> f64| {
            let candidates = self.candidates.iter();
            candidates.min_by(|a, b| value(a).total_cmp(&value(b)).then(a.player.cmp(&b.player)))
        };
        let first = best(|scored| scored.criteria.first);
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
        let chosen = leads.or_else(|| best(|scored| scored.score));
        self.chosen = chosen.map(|scored| scored.player);
    }

    /// The same decision made again from what is logged of it: weights and criteria.
    pub fn replayed(&self) -> Self {
        let mut again = self.clone();
        again.decide();
        again
    }

    /// A number of all bits of the decision, by FNV-1a: equal for equal decisions, on every machine.
    pub fn hash(&self) -> u64 {
        let mut hash = 0xcbf2_9ce4_8422_2325_u64;
        let mut add = |bits: u64| {
            for byte in bits.to_le_bytes() {
                hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
            }
        };
        add(self.now_secs.to_bits());
        add(self.weights.lead_secs.to_bits());
        self.weights
            .weights
            .list()
            .iter()
            .for_each(|x| add(x.to_bits()));
        for scored in &self.candidates {
            add(u64::from(scored.player.number()));
            scored.criteria.list().iter().for_each(|x| add(x.to_bits()));
            add(scored.score.to_bits());
        }
        add(self.chosen.map_or(u64::MAX, |id| u64::from(id.number())));
        hash
    }
}

impl Criteria {
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
