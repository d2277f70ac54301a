//! The outlook: who can reach the ball, when, and who should go for it. Scripted footballers and, unless it
//! is dribbled, the switching of control ask the same.

use footwork::flight::{
    BallPath, Choice, ChoiceInput, ChoiceWeights, Heights, InterceptCache, InterceptSearch,
    InterceptWindow, Player, PlayerIntercept, ReachModel, TeamId, pass_outlook,
};
use footwork_base::Id;

use crate::ball::{Ball, Launch};
use crate::flat;
use crate::footballer::{Footballer, player_id};

/// How far a footballer reaches for the ball, from its root.
pub(crate) const REACH_M: f64 = 0.7;
const KEEPER_REACH_M: f64 = 0.8;

/// What is known of the ball's future.
#[derive(Clone, Debug)]
pub(crate) struct Outlook {
    players: Vec<Player>,
    cache: InterceptCache,
    found: Vec<PlayerIntercept>,
    /// Who should go, by team.
    choices: [Choice; 2],
    /// What a pass would come to: room to look at it.
    path: BallPath,
    search: InterceptSearch,
}

impl Outlook {
    pub(crate) fn new() -> Self {
        Self {
            players: Vec::new(),
            cache: InterceptCache::new(ReachModel::Full),
            found: Vec::new(),
            choices: [Choice::default(), Choice::default()],
            path: BallPath::default(),
            search: InterceptSearch::new(ReachModel::Simple),
        }
    }

    /// How each footballer can first take the ball.
    pub(crate) fn found(&self) -> &[PlayerIntercept] {
        &self.found
    }

    pub(crate) fn choice(&self, team: usize) -> &Choice {
        &self.choices[team]
    }

    /// Who of a team should go for the ball.
    pub(crate) fn chosen(&self, team: usize) -> Option<usize> {
        self.choices[team].chosen.map(Id::index)
    }

    /// Appends the times in which a footballer can take the ball.
    pub(crate) fn windows(&self, who: usize, ball: &Ball, windows: &mut Vec<InterceptWindow>) {
        if let Some(player) = self.players.get(who) {
            self.cache.windows(who, ball.path(), player, windows);
        }
    }

    /// By how much the first of a team would be ahead of the first opponent if somebody kicked the ball like that: from a
    /// search over the flight of these seconds.
    pub(crate) fn margin_secs(
        &mut self,
        ball: &Ball,
        (launch, look_secs): (Launch, f64),
        passer: usize,
        team: usize,
    ) -> f64 {
        let Some(flight) = ball.flight_of(launch, look_secs) else {
            return f64::NEG_INFINITY;
        };
        self.path.read(&flight);
        let searched = self.search.run(&self.path, &self.players, ball.secs());
        let intercepts = self.search.intercepts();
        let outlook = pass_outlook(&self.players, intercepts, player_id(passer), team_id(team));
        match (searched, outlook) {
            (Ok(()), Ok(outlook)) => outlook.margin_secs,
            _ => f64::NEG_INFINITY,
        }
    }

    /// Looks at everybody again.
    pub(crate) fn update(
        &mut self,
        ball: &Ball,
        footballers: &[Footballer],
        goals: [[f64; 3]; 2],
        (frame, is_touched): (u64, bool),
    ) {
        let now_secs = ball.secs();
        self.players.clear();
        let players = footballers.iter().enumerate();
        self.players
            .extend(players.map(|(who, footballer)| player(who, footballer)));
        // Footballers are where a pitch is and their numbers are in range, so nobody is refused; the others are searched
        // all the same.
        let _ = self.cache.update(ball.path(), &self.players, now_secs);
        let (cache, players) = (&self.cache, &self.players);
        let found = players.iter().enumerate();
        let found = found.map(|(index, player)| cache.player_intercept(index, ball.path(), player));
        self.found.clear();
        self.found.extend(found);
        for (team, choice) in self.choices.iter_mut().enumerate() {
            // One team in a frame, but both after a touch.
            if !is_touched && frame % 2 != team as u64 {
                continue;
            }
            let input = ChoiceInput {
                now_secs,
                path: ball.path(),
                model: ReachModel::Full,
                players: &self.players,
                intercepts: &self.found,
                team: Some(team_id(team)),
                goal: Some(goals[team]),
            };
            if choice.choose(&input, &ChoiceWeights::default()).is_err() {
                choice.chosen = None;
                choice.candidates.clear();
            }
        }
    }
}

/// A footballer as a search sees it.
fn player(who: usize, footballer: &Footballer) -> Player {
    let [x, z] = footballer.body.at();
    let [vx, vz] = footballer.body.velocity_mps();
    let [fx, fz] = flat::ahead(footballer.body.heading_rad());
    let heights = match footballer.is_keeper() {
        true => Heights {
            standing_m: 1.7,
            jumping_m: 1.9,
            hands_m: 2.1,
        },
        // Nobody jumps for a header.
        false => Heights::field(1.2, 1.3),
    };
    Player {
        team: team_id(footballer.team),
        velocity: [vx, 0.0, vz],
        facing: [fx, 0.0, fz],
        busy: footballer.busy(),
        top_speed_mps: footballer.top_speed_mps,
        acceleration_mps2: 6.0,
        reach_m: match footballer.is_keeper() {
            true => KEEPER_REACH_M,
            false => REACH_M,
        },
        heights,
        ..Player::new(player_id(who), [x, 0.0, z])
    }
}

/// The id of a team for searches and control.
pub(crate) fn team_id(team: usize) -> TeamId {
    TeamId::new(u32::try_from(team).unwrap_or(u32::MAX))
}
