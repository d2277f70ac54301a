//! Who of a scene's players can take the ball, when, and who should.

use footwork::base::Id;
use footwork::flight::{
    BallPath, BallState, Busy, BusyWith, Heights, InterceptSearch, Player, PlayerError, PlayerId,
    Prediction, ReachModel,
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

/// Searches the whole flight, every step of it, for all players, from time 0 on.
pub(super) fn intercepts(
    scene: &Scene,
    flight: &Prediction<BallState>,
) -> Result<Vec<Taken>, PlayerError> {
    if scene.players.is_empty() {
        return Ok(Vec::new());
    }
    let model = match scene.model {
        Model::Simple => ReachModel::Simple,
        Model::Full => ReachModel::Full,
    };
    let numbered = scene.players.iter().enumerate();
    let players: Vec<Player> = numbered
        .filter_map(|(index, runner)| Some(runner.player(PlayerId::from_index(index)?)))
        .collect();
    let mut search = InterceptSearch::new(model);
    search.run(&BallPath::of_dense(flight.dense()), &players, 0.0)?;
    let all = scene.players.iter().zip(search.found());
    Ok(all
        .map(|(runner, found)| Taken {
            player: runner.id.clone(),
            kind: found.first.map_or("none", |first| first.kind.name()),
            t: found.first.map(|first| first.secs),
            position: found.first.map(|first| first.position),
            wait: found.first.map(|first| first.wait_secs),
            windows: (search.windows(found).iter())
                .map(|window| [window.from_secs, window.to_secs])
                .collect(),
        })
        .collect())
}

/// Who takes the ball first, of several at once the first of the scene: of all players, or of those in the
/// teams that humans play for.
pub(super) fn choice<'a>(scene: &Scene, taken: &'a [Taken]) -> Option<&'a Name> {
    let teams: Vec<&Name> = (scene.humans.iter())
        .filter_map(|human| human.player.as_ref())
        .filter_map(|id| scene.players.iter().find(|player| player.id == *id))
        .map(|player| &player.team)
        .collect();
    let players = scene.players.iter().zip(taken);
    let mut first: Option<(f64, &Name)> = None;
    for (player, taken) in players {
        let Some(secs) = taken.t else { continue };
        let counts = teams.is_empty() || teams.contains(&&player.team);
        if counts && first.is_none_or(|(earliest, _)| secs < earliest) {
            first = Some((secs, &taken.player));
        }
    }
    first.map(|(_, player)| player)
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
