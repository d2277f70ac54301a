//! Finds which players of a scene can take the ball, when, and which of them should.

use std::error::Error;

use footwork::base::Id;
use footwork::flight::{
    BallPath, BallState, Busy, BusyWith, Choice, ChoiceInput, ChoiceWeights, Heights,
    InterceptSearch, Player, PlayerId, PlayerIntercept, Prediction, ReachModel, StaticWorld,
    TeamId,
};
use serde::Serialize;

use super::controlled::{Controlled, controlled};
use super::players::{Model, Name, Runner};
use super::scene::Scene;

/// How one player can take the ball.
#[derive(Serialize)]
pub(super) struct Taken {
    pub(super) player: Name,
    pub(super) kind: &'static str,
    /// The time at which the player can first take the ball, in seconds.
    pub(super) t: Option<f64>,
    /// The position of the ball at `t`.
    pub(super) position: Option<[f64; 3]>,
    /// How long the one that arrives first waits for the other at `position`, in seconds.
    pub(super) wait: Option<f64>,
    pub(super) windows: Vec<[f64; 2]>,
}

/// The result of a search for all players.
#[derive(Default)]
pub(super) struct Intercepts {
    /// One entry for each player.
    pub(super) taken: Vec<Taken>,
    /// The player who should take the ball.
    pub(super) choice: Option<Name>,
    /// The teams that the choice is limited to; empty for all teams.
    pub(super) teams: Vec<Name>,
    /// The player that each human controls.
    pub(super) control: Vec<Controlled>,
}

/// Searches every step of the flight from time 0 on for all players.
pub(super) fn intercepts(
    scene: &Scene,
    flight: &Prediction<BallState>,
    world: &impl StaticWorld,
) -> Result<Intercepts, Box<dyn Error>> {
    if scene.players.is_empty() {
        return Ok(Intercepts {
            control: controlled(scene, &[], &[], &Choice::default())?,
            ..Intercepts::default()
        });
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
    let path = BallPath::from_steps(flight.dense(), |at| world.ground_m(at));
    search.run(&path, &players, 0.0)?;
    let all = scene.players.iter().zip(search.intercepts()).enumerate();
    let taken = all.map(|(index, (runner, found))| Taken {
        player: runner.id.clone(),
        kind: found.first.map_or("none", |first| first.kind.name()),
        t: found.first.map(|first| first.secs),
        position: found.first.map(|first| first.position),
        wait: found.first.map(|first| first.wait_secs),
        windows: (search.windows(index).iter())
            .map(|window| [window.from_secs, window.to_secs])
            .collect(),
    });
    let teams = teams(scene);
    let choice = choice(&teams, &players, &search, &path)?;
    let chosen = choice.chosen.and_then(|id| scene.players.get(id.index()));
    let named = |id: &TeamId| scene.players.get(id.index());
    Ok(Intercepts {
        taken: taken.collect(),
        choice: chosen.map(|player| player.id.clone()),
        control: controlled(scene, &players, search.intercepts(), &choice)?,
        teams: (teams.iter().filter_map(named))
            .map(|player| player.team.clone())
            .collect(),
    })
}

/// Returns the id of a team: the index of its first player.
fn team(scene: &Scene, name: &Name) -> TeamId {
    let first = scene.players.iter().position(|player| player.team == *name);
    let id = first.and_then(TeamId::from_index);
    id.unwrap_or(TeamId::new(0))
}

/// Returns the teams of the players that humans control.
fn teams(scene: &Scene) -> Vec<TeamId> {
    let mut teams: Vec<TeamId> = (scene.humans.iter())
        .filter_map(|human| human.player.as_ref())
        .filter_map(|id| scene.players.iter().find(|player| player.id == *id))
        .map(|player| team(scene, &player.team))
        .collect();
    teams.sort_unstable();
    teams.dedup();
    teams
}

/// Chooses a player with the library's criteria and default weights, among all players or, if humans play for several
/// teams, among the players of those teams. If humans play for one team, the other players are its opponents.
fn choice(
    teams: &[TeamId],
    players: &[Player],
    search: &InterceptSearch,
    path: &BallPath,
) -> Result<Choice, Box<dyn Error>> {
    let counts = |player: &Player| teams.len() < 2 || teams.contains(&player.team);
    let both = players.iter().zip(search.intercepts().iter().copied());
    let (players, found): (Vec<Player>, Vec<PlayerIntercept>) = both
        .map(|(player, found)| (*player, found))
        .filter(|(player, _)| counts(player))
        .unzip();
    let input = ChoiceInput {
        now_secs: 0.0,
        path,
        model: search.model(),
        players: &players,
        intercepts: &found,
        team: match teams {
            [team] => Some(*team),
            _ => None,
        },
        goal: None,
    };
    let mut choice = Choice::default();
    choice.choose(&input, &ChoiceWeights::default())?;
    Ok(choice)
}

impl Runner {
    fn player(&self, id: PlayerId) -> Player {
        let mut player = Player::new(id, self.position);
        player.velocity = self.velocity;
        player.facing = self.facing;
        player.top_speed_mps = self.top_speed;
        // An acceleration of 0 is allowed in the simple model only, which does not use it.
        if self.acceleration > 0.0 {
            player.acceleration_mps2 = self.acceleration;
        }
        player.reaction_end_secs = self.reaction;
        player.busy = (self.busy_until > 0.0).then_some(Busy {
            until_secs: self.busy_until,
            with: BusyWith::Other(0),
        });
        player.turn_secs = self.turn;
        player.stamina = self.stamina;
        player.reach_m = self.reach;
        player.heights = Heights::same(self.height);
        player
    }
}
