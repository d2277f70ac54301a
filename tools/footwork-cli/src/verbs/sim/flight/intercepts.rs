//! Who of a scene's players can take the ball, when, and who should.

use footwork::base::Id;
use footwork::flight::{
    BallPath, BallState, Busy, BusyWith, ChoiceInput, ChoiceWeights, Decision, Heights, Intercept,
    InterceptSearch, Player, PlayerError, PlayerId, Prediction, ReachModel,
};
use serde::Serialize;

use super::players::{Model, Name, Runner};
use super::scene::Scene;

/// How one player can take the ball.
#[derive(Serialize)]
pub(super) struct Taken {
    pub(super) player: Name,
    pub(super) kind: &'static str,
    /// When the first window begins; the rest is of that moment.
    pub(super) t: Option<f64>,
    pub(super) position: Option<[f64; 3]>,
    pub(super) wait: Option<f64>,
    pub(super) windows: Vec<[f64; 2]>,
}

/// What a search says of all players.
#[derive(Default)]
pub(super) struct Intercepts {
    /// One for each player.
    pub(super) taken: Vec<Taken>,
    /// Who should take the ball.
    pub(super) choice: Option<Name>,
}

/// Searches the whole flight, every step of it, for all players, from time 0 on.
pub(super) fn intercepts(
    scene: &Scene,
    flight: &Prediction<BallState>,
) -> Result<Intercepts, PlayerError> {
    if scene.players.is_empty() {
        return Ok(Intercepts::default());
    }
    let model = match scene.model {
        Model::Simple => ReachModel::Simple,
        Model::Full => ReachModel::Full,
    };
    let numbered = scene.players.iter().enumerate();
    let players: Vec<Player> = numbered
        .filter_map(|(index, runner)| {
            let mut player = runner.player(PlayerId::from_index(index)?);
            player.team = team(scene, &runner.team);
            Some(player)
        })
        .collect();
    let mut search = InterceptSearch::new(model);
    search.run(&BallPath::of_dense(flight.dense()), &players, 0.0)?;
    let all = scene.players.iter().zip(search.found());
    let taken = all.map(|(runner, found)| Taken {
        player: runner.id.clone(),
        kind: found.first.map_or("none", |first| first.kind.name()),
        t: found.first.map(|first| first.secs),
        position: found.first.map(|first| first.position),
        wait: found.first.map(|first| first.wait_secs),
        windows: (search.windows(found).iter())
            .map(|window| [window.from_secs, window.to_secs])
            .collect(),
    });
    let firsts: Vec<_> = search.found().iter().map(|found| found.first).collect();
    Ok(Intercepts {
        taken: taken.collect(),
        choice: choice(scene, &players, &firsts),
    })
}

/// A team as a number: that of the first player who is in it.
fn team(scene: &Scene, name: &Name) -> u32 {
    let first = scene.players.iter().position(|player| player.team == *name);
    first
        .and_then(|first| u32::try_from(first).ok())
        .unwrap_or(0)
}

/// Whom the criteria of the library choose, with their default weights: of all players, or of those in the teams
/// that humans play for. Where that is one team, the others are its opponents.
fn choice(scene: &Scene, players: &[Player], firsts: &[Option<Intercept>]) -> Option<Name> {
    let mut teams: Vec<u32> = (scene.humans.iter())
        .filter_map(|human| human.player.as_ref())
        .filter_map(|id| scene.players.iter().find(|player| player.id == *id))
        .map(|player| team(scene, &player.team))
        .collect();
    teams.sort_unstable();
    teams.dedup();
    let counts = |player: &Player| teams.len() < 2 || teams.contains(&player.team);
    let both = players.iter().zip(firsts);
    let (players, intercepts): (Vec<Player>, Vec<Option<Intercept>>) =
        both.filter(|(player, _)| counts(player)).unzip();
    let input = ChoiceInput {
        now_secs: 0.0,
        players: &players,
        intercepts: &intercepts,
        team: match teams.as_slice() {
            [team] => Some(*team),
            _ => None,
        },
        goal: None,
    };
    let mut decision = Decision::default();
    decision.choose(&input, &ChoiceWeights::default());
    let chosen = decision.chosen?;
    let player = scene.players.get(chosen.index())?;
    Some(player.id.clone())
}

impl Runner {
    fn player(&self, id: PlayerId) -> Player {
        let mut player = Player::new(id, self.position);
        player.velocity = self.velocity;
        player.facing = self.facing;
        player.top_speed_mps = self.top_speed;
        // The simple model has none, and in the full one it is above 0.
        if self.acceleration > 0.0 {
            player.acceleration_mps2 = self.acceleration;
        }
        player.reaction_end_secs = self.reaction;
        player.busy = (self.busy_until > 0.0).then_some(Busy {
            until_secs: self.busy_until,
            with: BusyWith::Other(0),
        });
        player.reach_m = self.reach;
        player.heights = Heights::same(self.height);
        player
    }
}
