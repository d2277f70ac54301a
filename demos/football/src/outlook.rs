//! The outlook: who can reach the ball, when, and who should go for it. Scripted footballers use it, and so does the
//! switching of control unless the ball is dribbled.

use footwork::flight::{
    BallPath, Choice, ChoiceInput, ChoiceWeights, Heights, InterceptCache, InterceptSearch,
    InterceptWindow, Player, PlayerId, PlayerIntercept, ReachModel, TeamId, pass_outlook,
};
use footwork_base::{Id, IdVec};

use crate::ball::{Ball, Launch};
use crate::flat;
use crate::footballer::Footballer;

/// The reach of a footballer for the ball, from its root.
pub(crate) const REACH_M: f64 = 0.7;
/// The reach of a keeper for the ball, from its root.
const KEEPER_REACH_M: f64 = 0.8;

/// The intercepts of the ball's predicted path.
#[derive(Clone, Debug)]
pub(crate) struct Outlook {
    players: Vec<Player>,
    cache: InterceptCache,
    found: Vec<PlayerIntercept>,
    /// For each team, the choice of the footballer that should go for the ball.
    choices: [Choice; 2],
    /// The path of a considered pass.
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

    /// Returns the first intercept of each footballer.
    pub(crate) fn all_found(&self) -> &[PlayerIntercept] {
        &self.found
    }

    /// Returns the first intercept of a footballer.
    pub(crate) fn found(&self, who: PlayerId) -> Option<&PlayerIntercept> {
        self.found.get(who.index())
    }

    pub(crate) fn choice(&self, team: usize) -> &Choice {
        &self.choices[team]
    }

    /// Returns the footballer of a team that should go for the ball; `None` if no footballer can take it.
    pub(crate) fn chosen(&self, team: usize) -> Option<PlayerId> {
        self.choices[team].chosen
    }

    /// Appends the times at which a footballer can take the ball.
    pub(crate) fn windows(&self, who: PlayerId, ball: &Ball, windows: &mut Vec<InterceptWindow>) {
        let who = who.index();
        if let Some(player) = self.players.get(who) {
            self.cache.windows(who, ball.path(), player, windows);
        }
    }

    /// Returns the lead of the first footballer of a team over the first opponent after a kick, in seconds, from a
    /// search over `look_secs` of the flight.
    pub(crate) fn margin_secs(
        &mut self,
        ball: &Ball,
        (launch, look_secs): (Launch, f64),
        passer: PlayerId,
        team: usize,
    ) -> f64 {
        let Some(flight) = ball.flight_of(launch, look_secs) else {
            return f64::NEG_INFINITY;
        };
        self.path.read(&flight);
        let searched = self.search.run(&self.path, &self.players, ball.secs());
        let intercepts = self.search.intercepts();
        let outlook = pass_outlook(&self.players, intercepts, passer, team_id(team));
        match (searched, outlook) {
            (Ok(()), Ok(outlook)) => outlook.margin_secs,
            _ => f64::NEG_INFINITY,
        }
    }

    /// Searches again for all footballers. Then chooses who goes for the ball: in one team per frame, in turn, or in
    /// both after a touch.
    pub(crate) fn update(
        &mut self,
        ball: &Ball,
        footballers: &IdVec<PlayerId, Footballer>,
        goals: [[f64; 3]; 2],
        (frame, is_touched): (u64, bool),
    ) {
        let now_secs = ball.secs();
        self.players.clear();
        let players = footballers.iter();
        self.players
            .extend(players.map(|(who, footballer)| player(who, footballer)));
        // Footballers are near the pitch and their numbers are in range, so none is rejected. A rejected one would not
        // stop the search for the others.
        let _ = self.cache.update(ball.path(), &self.players, now_secs);
        let (cache, players) = (&self.cache, &self.players);
        let found = players.iter().enumerate();
        let found = found.map(|(index, player)| cache.player_intercept(index, ball.path(), player));
        self.found.clear();
        self.found.extend(found);
        for (team, choice) in self.choices.iter_mut().enumerate() {
            // One team in each frame, but both after a touch.
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

/// Describes a footballer for a search.
fn player(who: PlayerId, footballer: &Footballer) -> Player {
    let [x, z] = footballer.body.at();
    let [vx, vz] = footballer.body.velocity_mps();
    let [fx, fz] = flat::ahead(footballer.body.heading_rad());
    let heights = if footballer.is_keeper() {
        Heights {
            standing_m: 1.7,
            jumping_m: 1.9,
            hands_m: 2.1,
        }
    } else {
        // Footballers do not jump for headers.
        Heights::field(1.2, 1.3)
    };
    Player {
        team: team_id(footballer.team),
        velocity: [vx, 0.0, vz],
        facing: [fx, 0.0, fz],
        busy: footballer.busy(),
        top_speed_mps: footballer.top_speed_mps,
        acceleration_mps2: 6.0,
        reach_m: if footballer.is_keeper() {
            KEEPER_REACH_M
        } else {
            REACH_M
        },
        heights,
        ..Player::new(who, [x, 0.0, z])
    }
}

/// Returns the id of a team for searches and control.
pub(crate) fn team_id(team: usize) -> TeamId {
    TeamId::new(u32::try_from(team).unwrap_or(u32::MAX))
}
